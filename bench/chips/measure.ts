/**
 * Measures how much longer the runtime's code takes on the ATmega2560 than on the ATmega328P, with the
 * benchmarks of the Uno's overheads: the super-loop, FreeRTOS, and the delivery of interrupts. Writes
 * generator/boards/mega/slower.ts. Deterministic, because the boards are emulated. Compares means where the
 * longest times depend on when an interrupt comes.
 *
 *   FREERTOS_KERNEL_PATH=<the kernel's directory> npm run bench:chips
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { freertosOnUno } from '../../test/conformance/freertos.ts';
import { INT0, InterruptWitness, TIMER1_COMPA } from '../../test/conformance/interrupt-witness.ts';
import { buildUno, type KernelBuild } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { OVERHEADS } from '../runtime-avr/overheads.ts';
import { onAvr, upTo, type Variant } from '../threads/variant.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILE = path.join(ROOT, 'generator/boards/mega/slower.ts');

type Figures = Readonly<Record<string, number>>;

async function loopFigures(chip: AvrConfig): Promise<Figures> {
  const found: Record<string, number> = {};
  for (const tasks of [1, 8, 16]) {
    for (const [title, measure] of OVERHEADS) {
      const { count, total } = await measure(tasks, chip);
      if (count > 0) found[`${title}, ${tasks} tasks`] = Math.round(total / count);
    }
  }
  return found;
}

async function kernelFigures(chip: AvrConfig): Promise<Figures> {
  const found: Record<string, number> = {};
  for (const policy of ['FIXED', 'EDF'] as const) {
    for (const telemetry of [false, true]) {
      const variant: Variant = { tasks: 2, telemetry, policy, preemptive: true, others: 'PENDING' };
      for (const witnessFirst of [false, true]) {
        const gaps = await onAvr({ ...variant, witnessFirst }, chip);
        for (const name of ['before', 'after', 'release', 'tick', 'locked'] as const) {
          const title = `${policy}, ${telemetry ? 'traced' : 'untraced'}, ${witnessFirst ? 'witness first, ' : ''}${name}`;
          if (gaps[name] !== null) found[title] = gaps[name];
        }
      }
    }
  }
  return found;
}

/** Where INT0 is: the port in the configuration's list, and the bit. */
const INT0_AT = new Map([
  [ATMEGA328P, [2, 2] as const],
  [ATMEGA2560, [3, 0] as const],
]);
const START_CYCLES = 640_000;
const EDGE_CYCLES = 4837;
const EDGES = 300;
/** In a period of 20,000 ticks. */
const [SCARCE, PLENTY] = [2000, 20_000];

async function deliveryFigures(chip: AvrConfig, kernel: KernelBuild | null): Promise<Figures> {
  const sums = new Map<string, { count: number; cycles: number }>();
  const rows = (count: number, row: (index: number) => string) => upTo(count).map(row).join(', ');
  // The first budget is soon exhausted, so the line is masked and unmasked.
  for (const BUDGET of [SCARCE, PLENTY]) {
    const config = {
      ...{ PL_TELEMETRY: 0, PL_PREEMPTIVE: kernel === null ? 0 : 1, PL_TASK_COUNT: 2 },
      ...{ PL_INTERRUPT_COUNT: 1, PL_IO_SERVER_COUNT: 1, SERVER: 0, FIRST_LINE: 0, HANDLER: 'PL_NO_HANDLER', BUDGET },
      ...{ LAST_ROWS: rows(1, (index) => `LAST(${index + 1})`), STACK_ROWS: rows(4, (index) => `STACK(${index})`) },
    };
    const program = path.join(ROOT, 'bench/interrupts/program.c');
    const image = await buildUno(config, [program], [], kernel, chip);
    const uno = new VirtualUno(image.hex, chip);
    const witness = new InterruptWitness(uno, ({ vector, ownCycles }) => {
      // With the first budget some deliveries mask the line, and how many depends on the times of the edges.
      const delivery = BUDGET === PLENTY ? 'delivery' : null;
      const name = vector === INT0 ? delivery : vector === TIMER1_COMPA ? 'alarm' : null;
      if (name === null) return;
      const title = `${name}, budget ${BUDGET}`;
      const { count, cycles } = sums.get(title) ?? { count: 0, cycles: 0 };
      sums.set(title, { count: count + 1, cycles: cycles + ownCycles });
    });
    const [port, bit] = INT0_AT.get(chip) ?? [0, 0];
    for (const edge of upTo(EDGES)) {
      witness.runUntil(START_CYCLES + edge * EDGE_CYCLES);
      uno.ports[port]?.setPin(bit, edge % 2 === 0);
    }
  }
  return Object.fromEntries([...sums].map(([title, { count, cycles }]) => [title, Math.round(cycles / count)]));
}

/** The largest ratio of two figures with the same name, rounded up to a per cent. Prints all figures. */
function factorOf(title: string, uno: Figures, mega: Figures): number {
  console.log(`\n| ${title} | ATmega328P | ATmega2560 | ratio |\n| --- | --- | --- | --- |`);
  let most = 1;
  for (const [name, cycles] of Object.entries(uno)) {
    const ratio = (mega[name] ?? Number.POSITIVE_INFINITY) / cycles;
    console.log(`| ${[name, cycles, mega[name], ratio.toFixed(3)].join(' | ')} |`);
    most = Math.max(most, ratio);
  }
  return Math.ceil(most * 100) / 100;
}

async function figures(chip: AvrConfig) {
  const superloop = { ...(await loopFigures(chip)), ...(await deliveryFigures(chip, null)) };
  const freertos = { ...(await kernelFigures(chip)), ...(await deliveryFigures(chip, freertosOnUno)) };
  return { superloop, freertos };
}

const uno = await figures(ATMEGA328P);
const mega = await figures(ATMEGA2560);
const text = readFileSync(FILE, 'utf8');
const comment = text.slice(0, text.indexOf('export const'));
const factors = {
  superloop: factorOf('Super-loop', uno.superloop, mega.superloop),
  freertos: factorOf('FreeRTOS', uno.freertos, mega.freertos),
};
writeFileSync(FILE, `${comment}export const SLOWER = ${JSON.stringify(factors)};\n`);
execFileSync(process.execPath, [path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', FILE]);
console.log(`\nwrote ${path.relative(ROOT, FILE)}`);
