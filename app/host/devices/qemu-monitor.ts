/**
 * A client of QEMU's machine protocol (QMP), which exchanges one JSON object per line. Requests
 * after QEMU has ended have no answer.
 */
import type { Readable, Writable } from 'node:stream';

export class QemuMonitor {
  readonly #input: Writable;
  readonly #waiting = new Map<number, (text: string | null) => void>();
  #rest = '';
  #nextId = 1;
  #closed = false;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    input.on('error', () => {});
    output.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    output.on('close', () => this.#close());
    this.command('qmp_capabilities');
  }

  command(execute: 'qmp_capabilities' | 'stop' | 'cont'): void {
    this.#input.write(`${JSON.stringify({ execute })}\n`);
  }

  /** Returns the output of a command of the human monitor, or null when QEMU has ended. */
  ask(commandLine: string): Promise<string | null> {
    if (this.#closed) return Promise.resolve(null);
    const id = this.#nextId++;
    const command = { execute: 'human-monitor-command', arguments: { 'command-line': commandLine }, id };
    this.#input.write(`${JSON.stringify(command)}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = parsed(line);
      const id = typeof message.id === 'number' ? message.id : 0;
      this.#waiting.get(id)?.(typeof message.return === 'string' ? message.return : '');
      this.#waiting.delete(id);
    }
  }

  #close(): void {
    this.#closed = true;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
