/**
 * Time overheads of the runtime on the emulated board, in ns. Written by `npm run bench:overheads -- --write`
 * from bench/overheads/points/uno.json: avr-gcc 5.4.0, FreeRTOS V11.1.0, 2026-11-23.
 */
import type { Overheads } from '../../platform/overheads.ts';

export const OVERHEADS: Readonly<Record<'superloop' | 'freertos', Overheads>> = {
  superloop: {
    contextSwitchNs: 18000,
    contextSwitchPerTaskNs: 2000,
    edfSwitchNs: 9600,
    edfSwitchPerTaskNs: 10400,
    releaseNs: 63000,
    releasePerTaskNs: 5800,
    tickNs: 7000,
    tickPeriodNs: 1024000,
    tracePerJobNs: 151000,
    blockingNs: 155000,
    blockingPerTaskNs: 10000,
    loads: [
      { name: 'telemetry beat', periodNs: 32768000, costNs: 358000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20000, costNs: 3400, jitterNs: 20000, most: 128 },
    ],
    libraryLoads: { Servo: [{ name: 'servo pulses', periodNs: 20000000, costNs: 166000, jitterNs: 20000000 }] },
    interrupts: {
      deliveryNs: 440000,
      maskingNs: 240000,
      perInterruptNs: 92000,
      releaseNs: 42000,
      loads: [{ name: 'telemetry of interrupts', periodNs: 31250000, costNs: 674000, jitterNs: 31250000 }],
    },
  },
  freertos: {
    contextSwitchNs: 130000,
    contextSwitchPerTaskNs: 4100,
    edfSwitchNs: 222000,
    edfSwitchPerTaskNs: 35900,
    releaseNs: 239000,
    releasePerTaskNs: 4700,
    edfReleaseNs: 215000,
    edfReleasePerTaskNs: 17400,
    tickNs: 19000,
    tickPeriodNs: 1000000,
    tracePerJobNs: 329000,
    blockingNs: 857000,
    blockingPerTaskNs: 20500,
    heldNs: 470000,
    sectionNs: 548000,
    raisedSectionNs: 985000,
    loads: [
      { name: 'Arduino clock', periodNs: 1024000, costNs: 7000, jitterNs: 0 },
      { name: 'telemetry beat', periodNs: 32768000, costNs: 469000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20000, costNs: 3400, jitterNs: 20000, most: 128 },
    ],
    libraryLoads: { Servo: [{ name: 'servo pulses', periodNs: 20000000, costNs: 185000, jitterNs: 20000000 }] },
    interrupts: {
      deliveryNs: 812000,
      maskingNs: 450000,
      perInterruptNs: 57000,
      perTaskNs: 35000,
      releaseNs: 42000,
      loads: [{ name: 'telemetry of interrupts', periodNs: 31250000, costNs: 688000, jitterNs: 31250000 }],
    },
  },
};
