/**
 * The WebSockets of the windows. The guard accepts them, their number, message size and backlog are
 * limited, and dead sockets are closed.
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { SOCKET_PATH, SOCKET_PROTOCOL } from '../contract/address.ts';
import type { Channel } from '../contract/channel.ts';
import { socketChannel } from '../contract/socket.ts';
import type { Guard } from './guard.ts';
import { isStranger } from './peer.ts';

/**
 * Fits a sketch of the greatest length in which JSON escapes every character, plus the rest of the
 * message.
 */
const MAX_MESSAGE_BYTES = 32 * 2 ** 20;
/** A window with a larger backlog has gone or hangs, and its socket is closed. */
const MAX_BACKLOG_BYTES = 64 * 2 ** 20;
const MAX_WINDOWS = 32;
/** Time between two pings. A window that has not answered a ping before the next one is dead. */
const HEARTBEAT_MS = 30_000;

export interface Sockets {
  close(): void;
}

/** A peer that keeps its end of a refused connection open loses it after this time. */
const LINGER_MS = 1_000;

function refuse(socket: Duplex, status: string, reason: string): void {
  const body = `${reason}\n`;
  const headers = `Connection: close\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** A channel that closes when its window reads too slowly. */
function boundedChannel(socket: WebSocket): Channel {
  const channel = socketChannel(socket as Parameters<typeof socketChannel>[0]);
  const post = (message: unknown) => {
    if (socket.bufferedAmount > MAX_BACKLOG_BYTES) socket.terminate();
    else channel.post(message);
  };
  return { ...channel, post };
}

function keepAlive(server: WebSocketServer): NodeJS.Timeout {
  const answered = new WeakSet<WebSocket>();
  server.on('connection', (socket) => {
    answered.add(socket);
    socket.on('pong', () => answered.add(socket));
  });
  const timer = setInterval(() => {
    for (const socket of server.clients) {
      if (!answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, HEARTBEAT_MS);
  timer.unref();
  return timer;
}

export function acceptSockets(http: HttpServer, guard: Guard, onWindow: (channel: Channel) => void): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => SOCKET_PROTOCOL,
  });
  const heartbeat = keepAlive(server);

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    void accept(request, socket, head).catch(() => socket.destroy());
  };
  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { host, origin } = request.headers;
    const isOthers = await isStranger(request.socket);
    const reason = isOthers
      ? 'this window is another user’s'
      : guard.refusesSocket({ host, origin, protocols: request.headers['sec-websocket-protocol'] });
    if (request.url !== SOCKET_PATH) refuse(socket, '404 Not Found', 'not found');
    else if (reason !== null) refuse(socket, '403 Forbidden', reason);
    else if (server.clients.size >= MAX_WINDOWS) refuse(socket, '503 Service Unavailable', 'too many windows are open');
    else server.handleUpgrade(request, socket, head, (accepted) => server.emit('connection', accepted, request));
  };
  http.on('upgrade', onUpgrade);
  server.on('connection', (socket) => {
    // The message was too large or malformed. ws has closed the socket, and the channel receives
    // the close event.
    socket.on('error', () => {});
    onWindow(boundedChannel(socket));
  });

  return {
    close: () => {
      clearInterval(heartbeat);
      http.off('upgrade', onUpgrade);
      for (const socket of server.clients) socket.close(1001, 'Polyloop is closing');
      server.close();
      const rest = [...server.clients];
      setTimeout(() => rest.forEach((socket) => void socket.terminate()), 500).unref();
    },
  };
}
