/** Downloads and unpacks archives whose bytes or files the caller checks by a hash. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isWindows } from './paths.mjs';
import { hasProxy, SetupError } from './step.mjs';
import { which } from './which.mjs';

/** Time without a byte after which a download has failed. */
const idleMs = 60_000;
const MIB = 2 ** 20;
const REPORTED = 4 * MIB;

/**
 * Node's fetch ignores a proxy, and curl does not.
 * @param {import('./step.mjs').Context} context
 * @param {string} url
 * @param {string} file
 * @param {string} wayOut what the user can do if nothing answers, in sentences
 */
export async function download({ must, say }, url, file, wayOut) {
  const curl = hasProxy() ? which('curl') : null;
  if (curl !== null) {
    const idle = ['--speed-limit', '1', '--speed-time', String(idleMs / 1000)];
    return must([curl, '--fail', '--location', '--silent', '--show-error', ...idle, '--output', file, url]);
  }
  const abort = new AbortController();
  const stop = () => abort.abort(new SetupError(`${url} sent nothing for ${idleMs / 1000} s`));
  let idle = setTimeout(stop, idleMs);
  const output = fs.openSync(file, 'w');
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (!response.ok || response.body === null) throw new SetupError(`${url} answered ${response.status}. ${wayOut}`);
    let bytes = 0;
    for await (const chunk of response.body) {
      clearTimeout(idle);
      idle = setTimeout(stop, idleMs);
      fs.writeSync(output, chunk);
      const before = bytes;
      bytes += chunk.length;
      if (Math.floor(bytes / REPORTED) > Math.floor(before / REPORTED)) say(`${Math.floor(bytes / MIB)} MiB received`);
    }
  } catch (error) {
    throw error instanceof SetupError ? error : unreachable(url, error, wayOut);
  } finally {
    clearTimeout(idle);
    fs.closeSync(output);
  }
}

/** @param {string} url @param {unknown} error @param {string} wayOut */
function unreachable(url, error, wayOut) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new SetupError(`${url} could not be downloaded (${why}). ${wayOut}`);
}

/**
 * Refuses an archive with other bytes than those that are known.
 * @param {string} name of the archive, for the message
 * @param {Uint8Array} content
 * @param {string | undefined} hash its SHA-256
 */
export function checkHash(name, content, hash) {
  const actual = createHash('sha256').update(content).digest('hex');
  if (actual === hash) return;
  throw new SetupError(`${name} was not installed: its SHA-256 is ${actual}, and not the one in this repository`);
}

/** Windows' own tar reads zip files. Another tar on PATH may not, and may take `C:` for a computer's name. */
export const tar = isWindows ? path.join(process.env.SYSTEMROOT ?? 'C:\\Windows', 'System32', 'tar.exe') : 'tar';
