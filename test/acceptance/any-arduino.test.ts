/**
 * Boards that Polyloop knows from PlatformIO only. A generated project builds whole, with the core's own USB
 * line, and on a chip that can be emulated no response time exceeds its bound.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardOf } from '../../generator/boards/index.ts';
import type { BoardFacts } from '../../generator/sketch/board-facts.ts';
import { usually } from '../every-case.ts';
import { Builds, type Decoded, decode, missing, observedJobs, runOnBoard, starter } from './firmware.ts';
import { type AdmittedSketch, admittedSketches } from './random-sketches.ts';

const AVR = { platform: 'atmelavr', clockHz: 16_000_000 };
const LEONARDO: BoardFacts = {
  ...AVR,
  ...{ name: 'Arduino Leonardo', mcu: 'atmega32u4', ramBytes: 2560, flashBytes: 28_672, usb: ['2341:8036'] },
};
/** A board with the chip of the Uno. */
const PRO_MINI: BoardFacts = {
  ...AVR,
  ...{ name: 'Arduino Pro Mini', mcu: 'atmega328p', ramBytes: 2048, flashBytes: 30_720, usb: [] },
};
const RUN_US = 2_000_000;
const BAD = ['deadline-miss', 'budget-exhausted', 'release-dropped', 'events-dropped', 'gap'];

const builds = new Builds();
afterAll(() => builds.remove());

if (missing !== null) it.skip(`not installed, so nothing of this was tried: ${missing}`, () => {});

describe.skipIf(missing !== null)('an Arduino Leonardo', () => {
  it('gets a program that prints over its USB line', async () => {
    const sketch = { ...(await starter('logger')), board: 'leonardo', boardFacts: LEONARDO };
    expect((await builds.firmware(sketch, 'leonardo')).end).toBeGreaterThan(8000);
  });
});

describe.skipIf(missing !== null)('an Arduino Pro Mini', () => {
  const place = { board: 'pro16MHzatmega328', boardFacts: PRO_MINI };
  const sketches = admittedSketches(usually(3, 12), 1, place);

  it('counts overheads that were not measured on it', () => {
    expect(boardOf(place)?.targets.superloop?.overheadsOf).toBe('ATmega328P/2560');
  });

  describe.each(sketches.map((one) => ({ title: `${one.sketch.policy}, seed ${one.seed}`, one })))(
    '$title',
    ({ one }) => {
      let decoded: Decoded;
      const { sketch, admission }: AdmittedSketch = one;

      beforeAll(async () => {
        decoded = decode(runOnBoard(await builds.firmware(sketch, 'random'), RUN_US));
      });

      it('misses, drops and reports nothing', () => {
        expect(decoded.events.filter(({ kind }) => BAD.includes(kind))).toEqual([]);
        expect(decoded.faults).toBe(0);
      });

      it('never exceeds a predicted response time', () => {
        const jobs = observedJobs(sketch, decoded);
        for (const { task, name, responseNs, deadlineNs } of admission.tasks) {
          const own = jobs[task] ?? [];
          const { periodUs, offsetUs = 0 } = sketch.tasks[task] ?? {};
          expect(own.length).toBeGreaterThanOrEqual(Math.floor((0.95 * RUN_US - offsetUs) / (periodUs ?? 1)));
          const worstNs = Math.max(...own.map((job) => job.responseNs));
          expect(worstNs, `${name} of ${JSON.stringify(sketch.tasks)}`).toBeLessThanOrEqual(responseNs ?? deadlineNs);
        }
      });
    },
  );
});
