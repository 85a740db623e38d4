/**
 * The console of a kernel that runs in QEMU: the first serial line, which QEMU keeps in a buffer. Only the end of the
 * program is of interest, because telemetry has a line of its own.
 */
import { tr } from '../../../generator/words/tr.ts';
import type { QemuMonitor } from './qemu-monitor.ts';

const BYTES = 16_384;
/** Lines of the console that a message contains at most. */
const LINES = 6;

/** QEMU's arguments. With them it stops instead of starting the program again after its end. */
export const CONSOLE_ARGUMENTS: readonly string[] = [
  ...['-chardev', `ringbuf,id=console,size=${BYTES}`, '-serial', 'chardev:console'],
  ...['-no-reboot', '-no-shutdown'],
];

export class QemuConsole {
  readonly #ends: readonly string[];
  #text = '';

  /** @param ends what the kernel writes at the end of a program */
  constructor(ends: readonly string[]) {
    this.#ends = ends;
  }

  /** Returns why the kernel has ended the program, in one sentence for the user; null while it runs. */
  async read(monitor: QemuMonitor): Promise<string | null> {
    const text = await monitor.ask(`ringbuf_read console ${BYTES}`);
    this.#text = (this.#text + (text ?? '')).slice(-BYTES);
    return endOf(this.#text, this.#ends);
  }
}

/** The last lines of the console, if one of them is an end. */
export function endOf(text: string, ends: readonly string[]): string | null {
  if (!ends.some((end) => text.includes(end))) return null;
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const last = lines.filter((line) => line !== '').slice(-LINES);
  return tr`The kernel has ended the program: ${last.join(' ')}`;
}
