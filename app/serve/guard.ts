/**
 * Decides which requests the server accepts. The server listens on this computer only, but every
 * page in the user's browser can reach it. The guard therefore checks the requested host name
 * (against DNS rebinding), the page that sends the request, and a secret that only the user's own
 * window has.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { tokenOfProtocols } from '../contract/address.ts';

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in constant time. */
function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

export interface GuardOptions {
  readonly port: number;
  readonly token: string;
  /**
   * Origins of a development server that serves the window instead, for example
   * `http://localhost:5173`.
   */
  readonly devOrigins: readonly string[];
}

export interface RequestHeaders {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The Sec-WebSocket-Protocol header. */
  readonly protocols: string | undefined;
}

export class Guard {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #token: string;

  constructor({ port, token, devOrigins }: GuardOptions) {
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
    this.#hosts = new Set(hosts);
    this.#origins = new Set([...hosts.map((host) => `http://${host}`), ...devOrigins]);
    this.#token = token;
  }

  /** Whether the request addressed this server by a name that certainly refers to this computer. */
  allowsHost({ host }: Pick<RequestHeaders, 'host'>): boolean {
    return host !== undefined && this.#hosts.has(host.toLowerCase());
  }

  /**
   * Null when the window may connect. Otherwise the reason for the refusal, for the browser's log.
   */
  refusesSocket(headers: RequestHeaders): string | null {
    if (!this.allowsHost(headers)) return 'the host name is not allowed';
    if (headers.origin === undefined || !this.#origins.has(headers.origin)) return 'this page may not connect';
    const offered = (headers.protocols ?? '').split(',').map((protocol) => protocol.trim());
    const token = tokenOfProtocols(offered);
    if (token === null || !isSameSecret(token, this.#token)) return 'the token is missing or wrong';
    return null;
  }
}
