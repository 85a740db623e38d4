/** The table of docs/sketch-file.md with the times of the runtime's calls has the times that the soak test reserves. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { platformOf } from '../soak/profiles.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/sketch-file.md'), 'utf8');

const BOARDS: Readonly<Record<string, string>> = {
  Uno: 'uno',
  'Cortex-M3': 'mps2-an385',
  'RealView PBX-A9': 'realview-pbx-a9',
};
const TARGETS: Readonly<Record<string, string>> = {
  'super-loop': 'superloop',
  preemptive: 'preemptive',
  FreeRTOS: 'freertos',
  RTEMS: 'rtems',
};
/** A row: board and target, the price of a printed text and of a byte, then the calls that the soak test makes. */
const ROW = /^\| ([^|,]+), ([^|]+) \| [\d.]+ \| [\d.]+ \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm;

const rows = [...page.matchAll(ROW)].map(([, board = '', target = '', ...times]) => ({ board, target, times }));

it('has a row for each board and target', () => {
  expect(rows.map(({ board, target }) => `${board}, ${target}`)).toHaveLength(7);
});

it.each(rows)('has the times of $board, $target', ({ board, target, times }) => {
  const { calls } = platformOf({ board: BOARDS[board] ?? '', target: TARGETS[target] ?? '' }).profile;
  expect(times.map(Number)).toEqual([calls.lock, calls.trigger, calls.channel, calls.channelPerByte]);
});
