import { expect, it } from 'vitest';
import { NO_OVERHEADS } from './overheads.ts';
import { slowerBy } from './slower.ts';

it('multiplies times and rounds them up, and leaves periods', () => {
  const load = { name: 'clock', periodNs: 1000, costNs: 101, jitterNs: 7 };
  const interrupts = { deliveryNs: 10, perInterruptNs: 3, releaseNs: 0, loads: [load] };
  const measured = { ...NO_OVERHEADS, releaseNs: 100, tickNs: 5, tickPeriodNs: 1000, loads: [load], interrupts };
  expect(slowerBy(1.1, { ...measured, libraryLoads: { Servo: [load] } })).toEqual({
    ...NO_OVERHEADS,
    ...{ releaseNs: 111, tickNs: 6, tickPeriodNs: 1000 },
    loads: [{ ...load, costNs: 112 }],
    libraryLoads: { Servo: [{ ...load, costNs: 112 }] },
    interrupts: { deliveryNs: 11, perInterruptNs: 4, releaseNs: 0, loads: [{ ...load, costNs: 112 }] },
  });
});
