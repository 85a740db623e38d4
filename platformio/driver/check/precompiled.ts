/**
 * The headers of a generated project, compiled once for many checks. The compiler of a desktop or of an Arm board
 * spends most of a check on them. The first check of a project compiles without them, and starts their compilation.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../setup/run.mjs';
import { SOURCE } from '../repeat/record.ts';
import type { CompileCommand } from './command.ts';
import { CHECK_LIMITS } from './limits.ts';

const FOLDER = 'precompiled';
const HEADER = `${FOLDER}/headers.h`;
const COMPILED = `${HEADER}.gch`;

/** Compiled headers are as large as 50 MiB. */
const LIMITS = { ...CHECK_LIMITS, cpuSeconds: 30, fileMib: 256 };

/** Other systems place what the compiler loads at other addresses, or their compiler has another form for it. */
const isSupported = process.platform === 'linux';

export class PrecompiledHeaders {
  /** What the compiled headers were made from. */
  #key = '';
  #isReady = false;
  #building: { readonly abort: AbortController; readonly done: Promise<void> } | null = null;
  #isClosed = false;

  /** Flags that make the compiler use the headers. None while they are not compiled. */
  async flagsFor(dir: string, command: CompileCommand): Promise<readonly string[]> {
    if (!isSupported || this.#isClosed) return [];
    const includes = includesOf(await readFile(path.join(dir, SOURCE), 'utf8'));
    if (includes === '') return [];
    const key = await keyOf(dir, command, includes);
    if (key !== this.#key) {
      await this.#stop();
      this.#key = key;
      this.#start(dir, command, includes);
    }
    return this.#isReady ? ['-include', HEADER] : [];
  }

  /** Waits until the headers are compiled, or until it is clear that they cannot be. */
  async settled(): Promise<void> {
    await this.#building?.done;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    this.#building?.abort.abort();
    await this.#building?.done;
    this.#building = null;
    this.#isReady = false;
  }

  #start(dir: string, command: CompileCommand, includes: string): void {
    const abort = new AbortController();
    // A check without the compiled headers is slower, and says the same.
    const done = this.#compile(dir, command, includes, abort.signal).catch(() => {});
    this.#building = { abort, done };
  }

  async #compile(
    dir: string,
    { command, env, confine }: CompileCommand,
    includes: string,
    signal: AbortSignal,
  ): Promise<void> {
    await rm(path.join(dir, FOLDER), { recursive: true, force: true });
    await mkdir(path.join(dir, FOLDER), { recursive: true });
    await writeFile(path.join(dir, HEADER), includes);
    const unfinished = `${COMPILED}.part`;
    const argv = await confine([...command, '-x', 'c++-header', HEADER, '-o', unfinished], LIMITS);
    const { code } = await run(argv, {
      endsWithParent: true,
      cwd: dir,
      ownTemporary: true,
      env,
      signal,
      timeoutMs: LIMITS.wallMs,
      maxOutputBytes: LIMITS.outputBytes,
    });
    if (code !== 0 || signal.aborted) return;
    await rename(path.join(dir, unfinished), path.join(dir, COMPILED));
    this.#isReady = true;
  }
}

/** The includes at the start of the source. They come before all code of the sketch. */
function includesOf(source: string): string {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !/^\s*(?:$|\/\/|#include <)/.test(line));
  return lines
    .slice(0, end)
    .filter((line) => line.startsWith('#include'))
    .map((line) => `${line}\n`)
    .join('');
}

/** Changes whenever a header of the project or a flag changes. */
async function keyOf(dir: string, { command }: CompileCommand, includes: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([command, includes]));
  const files = await readdir(dir, { recursive: true });
  for (const name of files.filter((each) => /\.(?:h|hpp)$/.test(each) && !each.startsWith(FOLDER)).sort()) {
    const { mtimeMs, size } = await stat(path.join(dir, name));
    hash.update(`${name} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}
