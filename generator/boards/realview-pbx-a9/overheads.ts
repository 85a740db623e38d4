/**
 * Time overheads of the runtime on the emulated board, in ns. Written by `npm run bench:overheads -- --write`
 * from bench/overheads/points/realview-pbx-a9.json: gcc for RTEMS 12.2.1, RTEMS 7.0.0, 2026-11-25.
 */
import type { Overheads } from '../../platform/overheads.ts';

export const OVERHEADS: Readonly<Record<'rtems', Overheads>> = {
  rtems: {
    contextSwitchNs: 14000,
    contextSwitchPerTaskNs: 400,
    edfSwitchNs: 22000,
    edfSwitchPerTaskNs: 3900,
    releaseNs: 21000,
    releasePerTaskNs: 0,
    tickNs: 13000,
    tickPeriodNs: 1000000,
    tracePerJobNs: 36000,
    blockingNs: 80000,
    blockingPerTaskNs: 4400,
    heldNs: 60000,
    heldPerTaskNs: 4000,
    sectionNs: 189000,
    loads: [
      { name: 'telemetry beat', periodNs: 20000000, costNs: 81000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 100000, costNs: 12000, jitterNs: 100000, most: 8 },
    ],
    interrupts: {
      deliveryNs: 54000,
      maskingNs: 24000,
      perInterruptNs: 4000,
      perTaskNs: 1000,
      releaseNs: 2000,
      loads: [{ name: 'telemetry of interrupts', periodNs: 31250000, costNs: 136000, jitterNs: 31250000 }],
    },
  },
};
