/** A channel over a message port, the browser's or Electron's: what it needs of either. Bytes stay bytes. */
import { type Channel, channelEnd } from './channel.ts';

export interface PortLike {
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  /** Lets messages through; called once the listeners are set. */
  start(): void;
  close(): void;
}

export function portChannel(port: PortLike): Channel {
  const end = channelEnd(
    (message) => port.postMessage(message),
    () => port.close(),
  );
  port.onMessage((message) => end.receive(message));
  port.onClose(() => end.closed());
  port.start();
  return end.channel;
}
