/**
 * A registry on this computer that passes answers of the real one on, and changes one bit of one of them. Clients reach
 * it by their ordinary settings. The real address comes from the client, and is nowhere in this repository.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** The same bytes with one bit of the middle one changed. */
function flipped(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  const middle = other.length >> 1;
  other[middle] = (other[middle] ?? 0) ^ 1;
  return other;
}

/** Passed on, because answers depend on it. */
const acceptOf = ({ headers }: IncomingMessage): Record<string, string> =>
  headers.accept === undefined ? {} : { accept: headers.accept };

export class TamperingRegistry {
  /** The addresses of all answers so far, as a client asked for them. */
  readonly asked: string[] = [];
  /** Which answer is changed. */
  tampers: (path: string) => boolean = () => false;
  /** What was changed since the last `reset`. */
  readonly tampered: string[] = [];
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #upstream: (path: string) => string;
  readonly #rewrite: (text: string, here: string) => string;
  readonly #server: Server;

  private constructor(upstream: (path: string) => string, rewrite: (text: string, here: string) => string) {
    this.#upstream = upstream;
    this.#rewrite = rewrite;
    this.#server = createServer((request, response) => {
      const path = request.url ?? '/';
      this.#answer(path, request).then(
        ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
        (error: unknown) => response.writeHead(502).end(String(error)),
      );
    });
  }

  /**
   * @param upstream the real address of a path
   * @param rewrite replaces the real addresses in a text by those of this server
   */
  static async start(
    upstream: (path: string) => string,
    rewrite: (text: string, here: string) => string = (text) => text,
  ): Promise<TamperingRegistry> {
    const registry = new TamperingRegistry(upstream, rewrite);
    await new Promise<void>((resolve) => registry.#server.listen(0, '127.0.0.1', resolve));
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  tamper(which: (path: string) => boolean): void {
    this.tampers = which;
    this.tampered.length = 0;
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(path: string, request: IncomingMessage): Promise<Answer> {
    this.asked.push(path);
    const key = `${path} ${request.headers.accept ?? ''}`;
    const known = this.#answers.get(key) ?? this.#fetch(path, request);
    this.#answers.set(key, known);
    const answer = await known;
    if (answer.status !== 200 || !this.tampers(path)) return answer;
    this.tampered.push(path);
    return { ...answer, body: flipped(answer.body) };
  }

  async #fetch(path: string, request: IncomingMessage): Promise<Answer> {
    const response = await fetch(this.#upstream(path), { headers: acceptOf(request) });
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    const body = Buffer.from(await response.arrayBuffer());
    const isText = /json|html|text/.test(type) && body.length < 50_000_000;
    return {
      status: response.status,
      type,
      body: isText ? Buffer.from(this.#rewrite(body.toString('utf8'), this.url)) : body,
    };
  }
}
