/**
 * Time overheads of the runtime on the emulated board, in ns. Written by `npm run bench:overheads -- --write`
 * from bench/overheads/points/any-arduino.json: avr-gcc 5.4.0, 2026-11-26.
 */
import type { Overheads } from '../platform/overheads.ts';

export const OVERHEADS: Readonly<Record<'superloop', Overheads>> = {
  superloop: {
    contextSwitchNs: 85000,
    contextSwitchPerTaskNs: 1900,
    edfSwitchNs: 76500,
    edfSwitchPerTaskNs: 10400,
    releaseNs: 148000,
    releasePerTaskNs: 5300,
    tickNs: 7000,
    tickPeriodNs: 1000000,
    tracePerJobNs: 703000,
    blockingNs: 575000,
    blockingPerTaskNs: 25800,
    loads: [
      { name: 'telemetry beat', periodNs: 32000000, costNs: 1521000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20000, costNs: 23200, jitterNs: 2560000, most: 128 },
      { name: 'telemetry in the buffer', periodNs: 20000, costNs: 9100, jitterNs: 20000, most: 64 },
    ],
  },
};
