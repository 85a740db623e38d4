/**
 * Time overheads of the runtime on the emulated board, in ns. Written by `npm run bench:overheads -- --write`
 * from bench/overheads/points/any-arduino.json: avr-gcc 5.4.0, 2026-11-23.
 */
import type { Overheads } from '../platform/overheads.ts';

export const OVERHEADS: Readonly<Record<'superloop', Overheads>> = {
  superloop: {
    contextSwitchNs: 82000,
    contextSwitchPerTaskNs: 1900,
    edfSwitchNs: 73400,
    edfSwitchPerTaskNs: 10500,
    releaseNs: 74000,
    releasePerTaskNs: 5300,
    tickNs: 7000,
    tickPeriodNs: 1000000,
    tracePerJobNs: 313000,
    blockingNs: 533000,
    blockingPerTaskNs: 16100,
    loads: [
      { name: 'telemetry beat', periodNs: 32000000, costNs: 783000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20000, costNs: 12000, jitterNs: 2560000, most: 128 },
      { name: 'telemetry in the buffer', periodNs: 20000, costNs: 8500, jitterNs: 20000, most: 64 },
    ],
  },
};
