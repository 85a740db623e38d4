/**
 * The credits of a port to an interrupted body are at most the board's overheads. Otherwise an
 * endless body could interfere with other tasks for longer than the analysis assumes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mega } from '../../generator/boards/mega/index.ts';
import { mps2An385 } from '../../generator/boards/mps2-an385/index.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import { CORTEX_FILES, constantsOf, MEGA_FILES, UNO_FILES } from './port-constants.ts';
import { RUNTIME } from './toolchain.ts';

/** The terms of PL_LINE_MASK_TICKS for a preemptive kernel, its last definition in the file. */
function maskingOf(file: string): { readonly base: number; readonly perInterrupt: number; readonly perTask: number } {
  const text = readFileSync(path.join(RUNTIME, 'port', file), 'utf8');
  const sum = /PL_LINE_MASK_TICKS \((\d+)U \+ (\d+)U \* PL_INTERRUPT_COUNT \+ (\d+)U \* PL_TASK_COUNT\)/.exec(text);
  const [base = Number.NaN, perInterrupt = Number.NaN, perTask = Number.NaN] = sum?.slice(1).map(Number) ?? [];
  return { base, perInterrupt, perTask };
}

const unoConstant = constantsOf(...UNO_FILES);
const megaConstant = constantsOf(...MEGA_FILES);
const m3Constant = constantsOf(...CORTEX_FILES);

const BOARDS = [
  {
    board: uno,
    nsPerTick: 500,
    constant: unoConstant,
    counted: {
      'telemetry left over': unoConstant('PL_BYTE_CYCLES') * 62.5,
      'Arduino clock': unoConstant('PL_CLOCK_CYCLES') * 62.5,
    },
    tickNs: unoConstant('PL_TICK_CYCLES') * 62.5,
    masking: maskingOf('avr/atmega328p.h'),
  },
  {
    board: mega,
    nsPerTick: 500,
    constant: megaConstant,
    counted: {
      'telemetry left over': megaConstant('PL_BYTE_CYCLES') * 62.5,
      'Arduino clock': megaConstant('PL_CLOCK_CYCLES') * 62.5,
    },
    tickNs: megaConstant('PL_TICK_CYCLES') * 62.5,
    masking: maskingOf('avr/atmega2560.h'),
  },
  {
    board: mps2An385,
    nsPerTick: 1000,
    constant: m3Constant,
    counted: { 'telemetry left over': m3Constant('TRANSMIT_TICKS') * 1000 },
    tickNs: m3Constant('TICK_TICKS') * 1000,
    masking: maskingOf('mps2-an385/polyloop_target.h'),
  },
];

describe.each(BOARDS)('credits of $board.label', ({ board, nsPerTick, constant, counted, tickNs, masking }) => {
  const record = board.targets.freertos?.overheads;
  const ns = (names: readonly string[], tasks = 0) =>
    names.reduce((sum, name) => sum + constant(name, tasks) * nsPerTick, 0);
  const { heldNs = 0, heldPerTaskNs = 0 } = record ?? {};

  it.each([1, 2, 9, 16, 30])('for a suspension are at most the board’s overheads: %d tasks', (tasks) => {
    expect(ns(['PL_HELD_TICKS', 'PL_WATCH_TICKS'], tasks)).toBeLessThanOrEqual(heldNs + tasks * heldPerTaskNs);
  });

  it('for critical sections are at most the board’s overheads', () => {
    expect(ns(['PL_SECTION_TICKS', 'PL_WATCH_TICKS'])).toBeLessThanOrEqual(record?.sectionNs ?? 0);
  });

  it('for critical sections include preparing and sending a frame of 32 bytes', () => {
    const [bytes, steps, payload] = [39, 10, 32];
    const frameNs = ns(['PL_PREPARE_TICKS']) * steps + (counted['telemetry left over'] ?? 0) * bytes;
    expect(ns(['PL_TEXT_TICKS']) * payload).toBeGreaterThanOrEqual(frameNs);
  });

  it('to I/O servers for a delivery equal the board’s overheads', () => {
    const { deliveryNs = 0, perInterruptNs = 0, perTaskNs = 0 } = record?.interrupts ?? {};
    const overheadNs = ns(['PL_LINE_OVERHEAD_TICKS']);
    expect(masking.base * nsPerTick + overheadNs).toBeLessThanOrEqual(deliveryNs);
    expect(masking.perInterrupt * nsPerTick).toBeLessThanOrEqual(perInterruptNs);
    expect(masking.perTask * nsPerTick).toBeLessThanOrEqual(perTaskNs);
  });

  it('are at most the overheads with FreeRTOS', () => {
    const switches = ['PL_SWITCH_OUT_TICKS', 'PL_SWITCH_IN_TICKS', 'PL_START_TICKS', 'PL_END_TICKS'];
    expect(ns(switches)).toBeLessThanOrEqual(2 * (record?.contextSwitchNs ?? 0));
    expect(ns(['PL_ENTRY_TICKS', 'PL_EXIT_TICKS'])).toBeLessThanOrEqual(record?.releaseNs ?? 0);
    expect(tickNs).toBeLessThanOrEqual(record?.tickNs ?? 0);
    for (const [name, takenNs] of Object.entries(counted)) {
      expect(takenNs, name).toBeLessThanOrEqual(record?.loads?.find((load) => load.name === name)?.costNs ?? 0);
    }
  });

  it('are at most the overheads of the super-loop', () => {
    const loop = board.targets.superloop?.overheads;
    const loadNs = (name: string) => loop?.loads?.find((load) => load.name === name)?.costNs ?? 0;
    expect(ns(['PL_BODY_TICKS'])).toBeLessThanOrEqual(loop?.contextSwitchNs ?? 0);
    expect(ns(['PL_ALARM_TICKS'])).toBeLessThanOrEqual(loop?.releaseNs ?? 0);
    expect(ns(['PL_PAUSE_TICKS'])).toBeLessThanOrEqual(loadNs('telemetry beat'));
    expect(ns(['PL_PAUSE_TICKS'])).toBeLessThanOrEqual(ns(['PL_LINE_OVERHEAD_TICKS']));
    for (const [name, takenNs] of Object.entries(counted)) {
      // The interrupt of Arduino's clock counts as the tick of the super-loop.
      expect(takenNs, name).toBeLessThanOrEqual(name === 'Arduino clock' ? (loop?.tickNs ?? 0) : loadNs(name));
    }
  });
});
