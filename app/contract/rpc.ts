/** Messages between window and host over any channel: see client.ts (the window's end) and server.ts (the host's). */
export type { Channel } from './channel.ts';
export { channelPair } from './channel.ts';
export { type CallOptions, type Client, createClient } from './client.ts';
export { type ErrorCode, RpcError } from './errors.ts';
export { createServer, type Handlers, type Server } from './server.ts';
export { type SocketLike, socketChannel } from './socket.ts';
