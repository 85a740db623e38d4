/** Starts the host and serves its window to a browser on this computer. */
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { RpcError } from '../contract/errors.ts';
import { createProgramHost } from '../host/create.ts';
import type { Host, HostOptions } from '../host/host.ts';
import { type HostPaths, hostPaths } from '../host/paths.ts';
import { STARTER, templateIds } from '../host/projects/templates.ts';
import { systemCode } from '../host/system-errors.ts';
import { lastAddress, noteAddress } from './last-address.ts';
import { LAUNCH_LIFETIME_MS } from './launch-keys.ts';
import { isWsl, launchFolder, writeLaunchPage } from './launch-page.ts';
import { parseServeArguments, type ServeArguments, USAGE } from './options.ts';
import { type RunningServer, startServer } from './server.ts';

/** Time limit for an orderly shutdown. After it, the process exits without waiting any longer. */
const CLOSE_WITHIN_MS = 5_000;

/** An error that the user can fix, printed without a stack trace. */
class StartError extends Error {}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function firstSketch(options: ServeArguments, programDir: string): Promise<HostOptions['open']> {
  if (options.sketch === null) {
    const id = options.template ?? STARTER;
    const ids = await templateIds(join(programDir, 'templates', 'sketches'));
    if (ids.includes(id)) return { kind: 'template', id };
    throw new StartError(`--template ${id}: unknown starter sketch. Available: ${ids.join(', ')}.`);
  }
  const path = resolve(options.sketch);
  if (await isThere(path)) return { kind: 'path', path };
  throw new StartError(`There is no file ${path}.`);
}

function listenError(error: unknown, port: number): unknown {
  const code = systemCode(error);
  if (code === 'EADDRINUSE') {
    const advice = 'Polyloop may already be running. Close it, or omit --port to use any free port.';
    return new StartError(`Port ${port} on 127.0.0.1 is in use. ${advice}`);
  }
  if (code === 'EACCES') return new StartError(`Port ${port} is not allowed for this user. Use a port above 1023.`);
  return error;
}

async function serve(options: ServeArguments, host: Host, paths: HostPaths): Promise<RunningServer> {
  const { devOrigins } = options;
  const rendererDir = join(paths.program, 'build', 'renderer');
  const start = (port: number, token: string | undefined) =>
    startServer({ rendererDir, port, devOrigins, token, onWindow: (channel) => host.connect(channel) });
  // Keeps the token across restarts by `npm run dev`, so that an open window can reconnect.
  if (devOrigins.length > 0) return start(options.port ?? 0, process.env.POLYLOOP_DEV_TOKEN);
  const last = await lastAddress(paths.config);
  try {
    const server = await start(options.port ?? last?.port ?? 0, options.port === null ? last?.token : undefined);
    if (options.port === null) await noteAddress(paths.config, server);
    return server;
  } catch (error) {
    // The port of the last start is in use.
    if (options.port === null && last !== null) return start(0, undefined);
    throw error;
  }
}

/**
 * The first signal starts an orderly shutdown. A second signal, or a shutdown that takes too long,
 * exits immediately.
 */
function endOnSignals(server: RunningServer, host: Host): void {
  let ending = false;
  const end = async (code: number) => {
    if (ending) process.exit(code);
    ending = true;
    setTimeout(() => process.exit(code), CLOSE_WITHIN_MS).unref();
    await Promise.all([server.close(), host.close()]);
    process.exit(code);
  };
  process.on('SIGINT', () => void end(130));
  process.on('SIGTERM', () => void end(143));
  process.on('SIGHUP', () => void end(129));
}

async function start(options: ServeArguments): Promise<void> {
  const paths = hostPaths();
  const rendererDir = join(paths.program, 'build', 'renderer');
  const [devOrigin] = options.devOrigins;
  if (devOrigin === undefined && !(await isThere(join(rendererDir, 'index.html')))) {
    throw new StartError(
      `The window is not built yet (${rendererDir} is missing). \`npm start\` builds it and starts Polyloop.`,
    );
  }
  const host = createProgramHost({
    version: packageJson.version,
    open: await firstSketch(options, paths.program),
    dialogs: null,
    paths,
  });
  const server = await serve(options, host, paths).catch((error: unknown) => {
    throw listenError(error, options.port ?? 0);
  });
  endOnSignals(server, host);
  process.stdout.write(`Polyloop runs on this computer only, at\n  ${server.url}\nPress Ctrl-C to end it.\n`);
  // A browser that cannot be opened does not end the server. The user can open the printed address.
  if (options.open)
    await openInBrowser(server.launchUrl(devOrigin), paths.config).catch(() =>
      process.stderr.write('No browser could be opened. Open the address yourself.\n'),
    );
}

/**
 * The browser's command line names a file, which only this user can read. Under WSL the browser is a
 * program of Windows, and the address on its command line works once.
 */
async function openInBrowser(url: string, config: string): Promise<void> {
  // Loads the package only now, because most of the time before the address is loading.
  const { default: open } = await import('open');
  if (isWsl()) return void (await open(url));
  const page = await writeLaunchPage(await launchFolder(config), url);
  setTimeout(page.remove, LAUNCH_LIFETIME_MS).unref();
  process.once('exit', page.remove);
  await open(pathToFileURL(page.path).href);
}

function argumentsOrNull(): ServeArguments | null {
  try {
    return parseServeArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`polyloop: ${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return null;
  }
}

async function main(): Promise<number> {
  const options = argumentsOrNull();
  if (options === null) return 2;
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  try {
    await start(options);
    return 0;
  } catch (error) {
    const text =
      error instanceof StartError || error instanceof RpcError
        ? error.message
        : error instanceof Error
          ? error.stack
          : String(error);
    process.stderr.write(`polyloop: ${text}\n`);
    return 1;
  }
}

process.exitCode = await main();
