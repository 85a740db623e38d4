/**
 * Time overheads of the runtime on the emulated board, in ns. Written by `npm run bench:overheads -- --write`
 * from bench/overheads/points/mps2-an385.json: arm-none-eabi-gcc 12.2.1, FreeRTOS V11.1.0, 2026-11-26.
 */
import type { Overheads } from '../../platform/overheads.ts';

export const OVERHEADS: Readonly<Record<'superloop' | 'freertos', Overheads>> = {
  superloop: {
    contextSwitchNs: 7000,
    contextSwitchPerTaskNs: 300,
    edfSwitchNs: 5600,
    edfSwitchPerTaskNs: 1700,
    releaseNs: 19000,
    releasePerTaskNs: 1000,
    tickNs: 6000,
    tickPeriodNs: 32000000,
    tracePerJobNs: 128000,
    blockingNs: 233000,
    blockingPerTaskNs: 15000,
    loads: [
      { name: 'telemetry beat', periodNs: 32000000, costNs: 263000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20000, costNs: 2000, jitterNs: 20000, most: 128 },
    ],
    interrupts: {
      deliveryNs: 108000,
      maskingNs: 45000,
      perInterruptNs: 15000,
      perTaskNs: 1000,
      releaseNs: 2000,
      loads: [{ name: 'telemetry of interrupts', periodNs: 31250000, costNs: 600000, jitterNs: 31250000 }],
    },
  },
  freertos: {
    contextSwitchNs: 50000,
    contextSwitchPerTaskNs: 1200,
    edfSwitchNs: 112000,
    edfSwitchPerTaskNs: 4300,
    releaseNs: 84000,
    releasePerTaskNs: 1100,
    edfReleaseNs: 72000,
    edfReleasePerTaskNs: 4200,
    tickNs: 6000,
    tickPeriodNs: 1000000,
    tracePerJobNs: 115000,
    blockingNs: 361000,
    blockingPerTaskNs: 5400,
    heldNs: 78000,
    heldPerTaskNs: 10000,
    sectionNs: 227000,
    raisedSectionNs: 243000,
    loads: [
      { name: 'telemetry beat', periodNs: 32000000, costNs: 318000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20000, costNs: 2000, jitterNs: 20000, most: 128 },
    ],
    interrupts: {
      deliveryNs: 191000,
      maskingNs: 90000,
      perInterruptNs: 15000,
      perTaskNs: 14300,
      releaseNs: 2000,
      loads: [{ name: 'telemetry of interrupts', periodNs: 31250000, costNs: 438000, jitterNs: 31250000 }],
    },
  },
};
