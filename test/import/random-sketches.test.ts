/**
 * Random Arduino sketches are imported. Each piece becomes what it should, or a note names its line. A part of the
 * sketches is built as it is and as its import, and both run on the virtual Uno: each pin changes at the same times,
 * and the serial line says the same.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import type { FlashImage } from '../../app/host/devices/avr/intel-hex.ts';
import { importSketch } from '../../generator/import/import.ts';
import type { Imported } from '../../generator/import/result.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { usually } from '../every-case.ts';
import { tools } from '../golden/compilers.ts';
import { Random } from '../random.ts';
import { UnoBuilds } from '../uno-builds.ts';
import { KINDS, type Kind, PULSE_PIN, type RandomSketch, randomSketch } from './random-sketches.ts';

/** Sketches of each kind. */
const IMPORTED = usually(40, 2_000);
const RUN = usually(1, 40);
const RUN_MS = 2_500;
/** The outside holds its pin high for the first half of this time. */
const PULSE_MS = 90;
const CYCLES_PER_MS = ATMEGA328P.clockHz / 1000;

if (!tools.avr.installed) console.warn(`Imports are not run: ${describeMissing(tools.avr)}`);

const builds = new UnoBuilds();
afterAll(() => builds.remove());

function importOf({ text }: RandomSketch): Imported {
  const imported = importSketch([{ name: 'random.ino', text }]);
  if (!imported.ok) throw new Error(`${imported.message}\n${text}`);
  return imported;
}

/** Whether code acts on the pin, itself or in a function for that. */
const actsOn = (pin: number, code: string): boolean => code.includes(`step${pin}()`) || code.includes(`Write(${pin},`);

/** Compares an import with what is expected of each piece. */
function checkPieces(drawn: RandomSketch, { sketch, notes }: Imported): void {
  const lines = drawn.text.split('\n');
  for (const { pin, expected } of drawn.pieces) {
    const title = `pin ${pin}\n${drawn.text}\n${JSON.stringify(notes, null, 1)}`;
    const line = lines.findIndex((each) => each.includes(`// check ${pin}`)) + 1;
    const atLine = notes.filter(({ kind, place }) => kind !== 'shared' && place === `line ${line}`);
    switch (expected.as) {
      case 'task':
        expect(sketch.tasks.find(({ body }) => actsOn(pin, body))?.periodUs, title).toBe(expected.periodUs);
        break;
      case 'note': {
        const found = atLine.find(({ kind, text }) => kind === expected.kind && expected.words.test(text));
        expect(found, title).toBeDefined();
        break;
      }
      case 'interrupt':
        expect(
          sketch.interrupts.map(({ body }) => actsOn(pin, body)),
          title,
        ).toEqual([true]);
        break;
      case 'rest': {
        const { name } = sketch.tasks.find(({ body }) => actsOn(pin, body)) ?? {};
        expect(name, title).toBe('loop');
        break;
      }
    }
  }
  const kept = notes.filter(({ kind }) => kind === 'kept' || kind === 'changed').length;
  const expectedNotes = drawn.pieces.filter(({ expected }) => expected.as === 'note').length;
  expect(kept, `${drawn.text}\n${JSON.stringify(notes, null, 1)}`).toBe(expectedNotes);
}

interface Run {
  /** The times at which each pin changed. Unit: ms. */
  readonly edges: ReadonlyMap<string, readonly number[]>;
  /** What the program printed. */
  readonly lines: readonly string[];
}

function runOf(flash: FlashImage): Run {
  const edges = new Map<string, number[]>();
  const bytes: number[] = [];
  const board = new AvrBoard(flash, {
    onPinChange: (pin, _, cycle) => edges.set(pin, [...(edges.get(pin) ?? []), cycle / CYCLES_PER_MS]),
    onSerialByte: (byte) => bytes.push(byte),
  });
  for (let ms = 0; ms < RUN_MS; ms += PULSE_MS) {
    board.setPin(PULSE_PIN, { kind: 'digital', level: 1 });
    board.runCycles((PULSE_MS / 2) * CYCLES_PER_MS);
    board.setPin(PULSE_PIN, { kind: 'digital', level: 0 });
    board.runCycles((PULSE_MS / 2) * CYCLES_PER_MS);
  }
  if (board.crash !== null) throw new Error(board.crash.message);
  return { edges, lines: Buffer.from(bytes).toString('utf8').split('\r\n').slice(0, -1) };
}

/** The original starts some milliseconds earlier or later, and Arduino's clock advances in steps of 1 and 2 ms. */
const START_MS = 15;

/** Each change has its counterpart at its time. What comes at the end of a run may have none. */
function expectAlike(
  first: readonly number[],
  second: readonly number[],
  { slackMs, coarseMs = 0 }: { readonly slackMs: number; readonly coarseMs?: number | undefined },
  title: string,
): void {
  const mostMs = (index: number) => START_MS + coarseMs + slackMs * index;
  for (const [a, b] of [
    [first, second],
    [second, first],
  ] as const) {
    for (const [index, at] of a.entries()) {
      const other = b[index];
      if (other === undefined && at + mostMs(index) > RUN_MS) break;
      expect(Math.abs(at - (other ?? Number.NaN)), `change ${index}, ${title}`).toBeLessThan(mostMs(index));
    }
  }
}

function compareRuns({ kind, text, pieces, waitsMs }: RandomSketch, first: Run, second: Run): void {
  for (const { pin, expected, differs, coarseMs } of pieces) {
    if (differs) continue;
    const title = `pin ${pin}\n${text}`;
    const [before = [], after = []] = [first.edges.get(String(pin)), second.edges.get(String(pin))];
    expect(before.length, title).toBeGreaterThan(0);
    if (kind === 'mixed' && expected.as === 'task') {
      // The original is late by the delays.
      const periodMs = expected.periodUs / 1000;
      expect(Math.abs(after.length - RUN_MS / periodMs), title).toBeLessThanOrEqual(2);
      const least = RUN_MS / (periodMs + expected.slackMs + waitsMs) - 2;
      expect(before.length, title).toBeGreaterThanOrEqual(least);
      expect(before.length, title).toBeLessThanOrEqual(after.length + 2);
    } else {
      // Each pass of loop() with delays takes the time of its code, too.
      expectAlike(before, after, { slackMs: expected.as === 'task' ? expected.slackMs : 0.3, coarseMs }, title);
    }
    const printed = ({ lines }: Run) => lines.filter((line) => line === `p${pin}`).length;
    const most = 2 + Math.abs(before.length - after.length);
    expect(Math.abs(printed(first) - printed(second)), title).toBeLessThanOrEqual(most);
  }
  // Nothing cuts a line in two.
  expect(
    second.lines.filter((line) => !/^p\d$/.test(line)),
    text,
  ).toEqual([]);
}

const seeds = (count: number) => Array.from({ length: count }, (_, index) => 1 + index);
const drawn = (kind: Kind, seed: number) => randomSketch(new Random(1_000 * KINDS.indexOf(kind) + seed), kind);

describe.each(KINDS)('random Arduino sketches of kind %s', (kind) => {
  it('become tasks, interrupts, and notes about what stays', () => {
    for (const seed of seeds(IMPORTED)) {
      const each = drawn(kind, seed);
      checkPieces(each, importOf(each));
    }
  });

  it.skipIf(!tools.avr.installed).each(seeds(RUN))('build, and do what the original does: %i', async (seed) => {
    const each = drawn(kind, seed);
    const after = await builds.sketch(importOf(each).sketch, 'unchecked');
    const before = await builds.arduino(each.text);
    if (before === null || after === null) throw new Error(`The sketch does not fit.\n${each.text}`);
    if (kind !== 'blocking') compareRuns(each, runOf(before), runOf(after));
  });
});
