/** Serial ports that a test plugs in and pulls: pseudo terminals at which nobody answers. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { findTools } from '../../platformio/setup/tools.ts';

/** Whether this computer has pseudo terminals and the Python to make them. */
export const hasTestPorts = (): boolean => process.platform === 'linux' && findTools().pio.installed;

export class TestPorts {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #folder: string;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>, folder: string) {
    this.#child = child;
    this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    this.#folder = folder;
  }

  static async start(): Promise<TestPorts> {
    const { pio } = findTools();
    if (!pio.installed) throw new Error('no Python');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'polyloop-ports-'));
    const script = path.join(import.meta.dirname, 'ports.py');
    return new TestPorts(spawn(pio.command[0], [script], { stdio: ['pipe', 'pipe', 'inherit'] }), folder);
  }

  /** The path of a port, which need not exist. */
  at(name: string): string {
    return path.join(this.#folder, name);
  }

  /** Returns the path of the port. */
  async plug(name: string): Promise<string> {
    await this.#order(`plug ${this.at(name)}`);
    return this.at(name);
  }

  pull(name: string): Promise<void> {
    return this.#order(`pull ${this.at(name)}`);
  }

  /** Opens the port in another process. Returns the process. */
  async hold(name: string): Promise<number> {
    await this.#order(`hold ${this.at(name)}`);
    return this.#child.pid ?? 0;
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.stdin.end();
    await exited;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #order(line: string): Promise<void> {
    this.#child.stdin.write(`${line}\n`);
    const { value } = await this.#lines.next();
    if (value !== 'done') throw new Error(`${line}: ${value}`);
  }
}
