/**
 * Traces a program on the Cortex-M3 in QEMU by instructions, including its readings of the board's
 * counter.
 */
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { spawnGuarded } from '../../platformio/setup/guarded.mjs';
import { qemuCommand } from './cortex.ts';

/** Receives instructions and readings in their order. `index` counts instructions from reset. */
export interface CortexWitness {
  /**
   * The processor executes an instruction of this function. `entered`: it is the function's first
   * one.
   */
  instruction(index: number, name: string, entered: boolean): void;
  /** This instruction reads the counter of microseconds. */
  read(index: number): void;
}

/** "Trace 0: 0x7ff6d1600100 [00800400/00000edc/00000110/ff020201] pl_m3_reset" */
const EXECUTED = 'Trace ';
/**
 * QEMU will log the last instruction again, because an interrupt precedes it or because it reads
 * from a device.
 */
const TAKEN_BACK = ['Stopped ', 'cpu_io_recompile'];
/** "mps2_fpgaio_read MPS2 FPGAIO read: offset 0x18 data 0x182 size 4" */
const COUNTER_READ = /^(?:\d+@[\d.]+:)?mps2_fpgaio_read .* offset 0x18 /;

/** Runs QEMU and passes each line of its log to `onLine`, until that returns false. */
async function listen(elf: string, onLine: (line: string) => boolean): Promise<void> {
  const [program, ...machine] = qemuCommand();
  const log = ['-singlestep', '-d', 'exec,nochain,trace:mps2_fpgaio_read'];
  const args = [...machine, '-serial', 'null', '-serial', 'null', ...log, '-kernel', elf];
  const qemu = spawnGuarded<ChildProcessByStdio<null, null, Readable>>([program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => qemu.once('close', () => resolve()).once('error', () => resolve()));
  try {
    let rest = '';
    for await (const chunk of qemu.stderr) {
      const lines = (rest + (chunk as Buffer).toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      if (!lines.every(onLine)) break;
    }
  } finally {
    qemu.kill('SIGKILL');
    await closed;
  }
}

/** Runs a program for this many instructions. */
export async function traceCortex(elf: string, instructions: number, witness: CortexWitness): Promise<void> {
  let index = -1;
  let announced = '';
  let isReported = true;
  /** By function: the address of its first instruction. */
  const entries = new Map<string, string>();
  /** An instruction has been executed when the next line appears. */
  const report = () => {
    if (isReported) return;
    isReported = true;
    const at = announced.indexOf('] ') + 2;
    const [name, address] = [announced.slice(at), announced.slice(at - 29, at - 20)];
    if (!entries.has(name)) entries.set(name, address);
    witness.instruction(index, name, entries.get(name) === address);
  };
  await listen(elf, (line) => {
    if (line.startsWith(EXECUTED)) {
      report();
      index += 1;
      announced = line;
      isReported = false;
    } else if (TAKEN_BACK.some((start) => line.startsWith(start))) {
      if (!isReported) index -= 1;
      isReported = true;
    } else if (COUNTER_READ.test(line)) {
      report();
      witness.read(index);
    }
    return index < instructions;
  });
  if (index < instructions) throw new Error(`QEMU ended after ${index} instructions`);
}
