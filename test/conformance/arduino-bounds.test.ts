/**
 * The wait for the super-loop by Arduino's functions is bounded: a job that is released while the processor is
 * idle begins within the blocking, the release and the dispatch that the record has.
 */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { superloopOf } from '../../generator/boards/any-arduino-superloop.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import { usually } from '../every-case.ts';
import { buildOnArduino } from './arduino.ts';
import { UNO } from './bounded-targets.ts';
import { admittedSets, bodyUs, fullestSet, type PredictedSet, type Variant, worstResponses } from './bounds.ts';
import { avrBinDir, PROGRAMS, type ProgramSource } from './toolchain.ts';
import { CLOCK_HZ, VirtualUno } from './uno.ts';

const PATIENCE_MS = 6000;
const RUN_US = usually(900_000, 1_500_000);
const FILES = ['bounds.c', 'conform_uno.c'].map((file) => path.join(PROGRAMS, file));

async function run({ config }: ProgramSource, chip: AvrConfig): Promise<Uint8Array> {
  const board = new VirtualUno((await buildOnArduino(FILES, config, chip)).hex, chip);
  expect(board.runUntilResult(PATIENCE_MS)).toBe('passed');
  return board.serial;
}

const superloop = superloopOf(CLOCK_HZ);
const variantOf = (chip: AvrConfig, policy: Variant['policy']): Variant => ({
  ...UNO,
  board: { ...uno, targets: { superloop } },
  id: 'superloop',
  policy,
  ticksPerUs: 1,
  share: 1,
  endless: false,
  traced: true,
  printUs: 0,
  runUs: RUN_US,
  sets: 2,
  mostTasks: 5,
  utilization: { from: 0.1, to: 0.4 },
  config: {},
  run: (program) => run(program, chip),
});

describe.skipIf(avrBinDir === null).each([{ chip: ATMEGA328P }, { chip: ATMEGA2560 }])(
  'by Arduino’s functions on an $chip.mcu',
  ({ chip }) => {
    it('a job released in the idle loop begins within the blocking', async () => {
      const variant = variantOf(chip, 'rate-monotonic');
      // No multiple of a millisecond, of the clock's resolution or of the beat: the release meets the loop everywhere.
      const task = { periodUs: 3011, budgetUs: 100 };
      const set: PredictedSet = { tasks: [task], boundsUs: [task.periodUs] };
      const { worstUs, jobs } = await worstResponses(set, variant);
      const waitUs = (worstUs[0] ?? 0) - bodyUs(task, variant);
      const overheads = superloop.overheads;
      if (overheads === null) throw new Error('no overheads');
      const { blockingNs, blockingPerTaskNs = 0, releaseNs, releasePerTaskNs = 0 } = overheads;
      const { contextSwitchNs, contextSwitchPerTaskNs = 0 } = overheads;
      const dispatchNs = releaseNs + releasePerTaskNs + contextSwitchNs + contextSwitchPerTaskNs;
      expect(jobs[0]).toBeGreaterThan(RUN_US / task.periodUs / 3);
      expect(waitUs * 1000).toBeLessThanOrEqual(blockingNs + blockingPerTaskNs + dispatchNs);
      // The loop was busy at some of the releases.
      expect(waitUs * 1000).toBeGreaterThan(dispatchNs);
    });

    it.each(['rate-monotonic', 'edf'] as const)('no response exceeds its bound: %s', async (policy) => {
      const variant = variantOf(chip, policy);
      // All are released together, so the telemetry of earlier jobs is sent while jobs wait.
      const crowd = fullestSet(
        Array.from({ length: 8 }, () => 20_000),
        variant,
      );
      for (const set of [...admittedSets(variant), crowd]) {
        const { worstUs, exhausted, dropped } = await worstResponses(set, variant);
        expect(dropped).toBe(0);
        set.tasks.forEach((task, index) => {
          const which = `task ${index} of ${JSON.stringify(set.tasks)}`;
          expect(worstUs[index], which).toBeGreaterThanOrEqual(bodyUs(task, variant));
          expect(worstUs[index], which).toBeLessThanOrEqual(set.boundsUs[index] ?? 0);
          expect(exhausted[index], which).toBe(0);
        });
      }
    });
  },
);
