/**
 * What the ports credit to a body that the runtime interrupts is at most what the boards' records count for it: else a body
 * without an end would take more from the others than the analysis says.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mps2An385 } from '../../generator/boards/mps2-an385.ts';
import { uno } from '../../generator/boards/uno.ts';
import { RUNTIME } from './toolchain.ts';

function constantsOf(...files: readonly string[]): (name: string) => number {
  const text = files.map((file) => readFileSync(path.join(RUNTIME, 'port', file), 'utf8')).join('\n');
  return (name) => {
    const value = new RegExp(`#define ${name} (\\d+)U`).exec(text)?.[1];
    if (value === undefined) throw new Error(`no constant ${name}`);
    return Number(value);
  };
}

const unoConstant = constantsOf('atmega328p/polyloop_target.h', 'atmega328p/stolen.c');
const m3Constant = constantsOf('mps2-an385/polyloop_target.h', 'mps2-an385/uart.c');

const BOARDS = [
  {
    board: uno,
    nsPerTick: 500,
    constant: unoConstant,
    counted: {
      'telemetry left over': unoConstant('BYTE_CYCLES') * 62.5,
      'Arduino clock': unoConstant('CLOCK_CYCLES') * 62.5,
    },
    tickNs: unoConstant('TICK_CYCLES') * 62.5,
  },
  {
    board: mps2An385,
    nsPerTick: 1000,
    constant: m3Constant,
    counted: { 'telemetry left over': m3Constant('TRANSMIT_TICKS') * 1000 },
    tickNs: m3Constant('TICK_TICKS') * 1000,
  },
];

describe.each(BOARDS)('credits of $board.label', ({ board, nsPerTick, constant, counted, tickNs }) => {
  const record = board.overheads.freertos;
  const ns = (...names: readonly string[]) => names.reduce((sum, name) => sum + constant(name) * nsPerTick, 0);

  it('are at most what the record counts', () => {
    expect(ns('PL_SWITCH_OUT_TICKS', 'PL_SWITCH_IN_TICKS', 'PL_START_TICKS', 'PL_END_TICKS')).toBeLessThanOrEqual(
      2 * (record?.contextSwitchNs ?? 0),
    );
    expect(ns('PL_ENTRY_TICKS', 'PL_EXIT_TICKS')).toBeLessThanOrEqual(record?.releaseNs ?? 0);
    expect(ns('PL_HELD_TICKS', 'PL_WATCH_TICKS')).toBeLessThanOrEqual(record?.heldNs ?? 0);
    expect(tickNs).toBeLessThanOrEqual(record?.tickNs ?? 0);
    for (const [name, takenNs] of Object.entries(counted)) {
      expect(takenNs, name).toBeLessThanOrEqual(record?.loads?.find((load) => load.name === name)?.costNs ?? 0);
    }
  });
});
