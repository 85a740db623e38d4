/** The command line of the server. */
import { parseArgs } from 'node:util';

export interface ServeArguments {
  readonly help: boolean;
  /** Null selects the port of the last start if it is free, or else any free one. */
  readonly port: number | null;
  readonly open: boolean;
  /** Path of a sketch file. Null opens a starter. */
  readonly sketch: string | null;
  /** Id of a starter sketch. Null opens the first one. */
  readonly template: string | null;
  readonly devOrigins: readonly string[];
}

export const USAGE = `Usage: polyloop's window in your browser, served on this computer only.

  --sketch FILE          open this sketch
  --template NAME        open this starter sketch
  --port N               use this port (default: that of the last start, or any free one)
  --no-open              print the address and do not open a browser
  --dev-origin ORIGIN    allow a development server's window to connect, e.g. http://localhost:5173
  --help                 show this
`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  sketch: { type: 'string' },
  template: { type: 'string' },
  'dev-origin': { type: 'string', multiple: true },
} as const;

function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new Error(`--port ${text}: expected a number from 0 to 65535`);
}

function originOf(text: string): string {
  const url = URL.parse(text);
  const isLoopback = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (isLoopback && url.origin === text) return text;
  throw new Error(`--dev-origin ${text}: expected an origin on this computer, such as http://localhost:5173`);
}

/** Throws an Error with a message for the user. */
export function parseServeArguments(args: readonly string[]): ServeArguments {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false });
  if (values.sketch !== undefined && values.template !== undefined) {
    throw new Error('--sketch and --template: give only one of them');
  }
  return {
    help: values.help ?? false,
    port: portOf(values.port),
    open: !values['no-open'],
    sketch: values.sketch ?? null,
    template: values.template ?? null,
    devOrigins: (values['dev-origin'] ?? []).map(originOf),
  };
}
