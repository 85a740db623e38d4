/**
 * A channel over a WebSocket of the browser or of Node. This file declares the part of a socket
 * that the channel uses.
 */
import { type Channel, channelEnd } from './channel.ts';
import { decodeJson, encodeJson } from './json.ts';

export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
}

/** WebSocket close code "invalid payload" (RFC 6455, section 7.4.1). */
const INVALID_PAYLOAD = 1007;
const OPEN = 1;

/** The socket must be open. A message that is not JSON text closes the channel. */
export function socketChannel(socket: SocketLike): Channel {
  const end = channelEnd(
    (message) => {
      if (socket.readyState === OPEN) socket.send(encodeJson(message));
    },
    () => socket.close(),
  );
  socket.addEventListener('message', (event) => {
    let message: unknown;
    try {
      message = decodeJson(String(event.data));
    } catch {
      socket.close(INVALID_PAYLOAD, 'not a JSON message');
      end.closed();
      return;
    }
    end.receive(message);
  });
  socket.addEventListener('close', () => end.closed());
  return end.channel;
}
