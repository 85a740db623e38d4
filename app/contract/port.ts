/**
 * A channel over a message port of the browser or of Electron. This file declares the part of a
 * port that the channel uses. Bytes are sent as bytes.
 */
import { type Channel, channelEnd } from './channel.ts';

export interface PortLike {
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  /** Starts the delivery of messages. The channel calls it once the listeners are set. */
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
