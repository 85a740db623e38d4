/**
 * Time overheads of the runtime on the emulated board, in ns. Written by `npm run bench:overheads -- --write`
 * from bench/overheads/points/mega.json: avr-gcc 5.4.0, FreeRTOS V11.1.0, 2026-11-26.
 */
import type { Overheads } from '../../platform/overheads.ts';

export const OVERHEADS: Readonly<Record<'superloop' | 'freertos', Overheads>> = {
  superloop: {
    contextSwitchNs: 19000,
    contextSwitchPerTaskNs: 2000,
    edfSwitchNs: 10600,
    edfSwitchPerTaskNs: 10400,
    releaseNs: 66000,
    releasePerTaskNs: 5800,
    tickNs: 7300,
    tickPeriodNs: 1024000,
    tracePerJobNs: 160000,
    blockingNs: 155000,
    blockingPerTaskNs: 10000,
    loads: [
      { name: 'telemetry beat', periodNs: 32768000, costNs: 366000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20000, costNs: 3500, jitterNs: 20000, most: 128 },
    ],
    libraryLoads: { Servo: [{ name: 'servo pulses', periodNs: 20000000, costNs: 176000, jitterNs: 20000000 }] },
    interrupts: {
      deliveryNs: 463000,
      maskingNs: 255000,
      perInterruptNs: 97000,
      releaseNs: 43000,
      loads: [{ name: 'telemetry of interrupts', periodNs: 31250000, costNs: 713000, jitterNs: 31250000 }],
    },
  },
  freertos: {
    contextSwitchNs: 139000,
    contextSwitchPerTaskNs: 4000,
    edfSwitchNs: 290000,
    edfSwitchPerTaskNs: 20600,
    releaseNs: 235000,
    releasePerTaskNs: 5000,
    edfReleaseNs: 221000,
    edfReleasePerTaskNs: 17400,
    tickNs: 21000,
    tickPeriodNs: 1000000,
    tracePerJobNs: 322000,
    blockingNs: 911000,
    blockingPerTaskNs: 21000,
    heldNs: 498000,
    sectionNs: 548000,
    raisedSectionNs: 985000,
    loads: [
      { name: 'Arduino clock', periodNs: 1024000, costNs: 7300, jitterNs: 0 },
      { name: 'telemetry beat', periodNs: 32768000, costNs: 496000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20000, costNs: 3500, jitterNs: 20000, most: 128 },
    ],
    libraryLoads: { Servo: [{ name: 'servo pulses', periodNs: 20000000, costNs: 197000, jitterNs: 20000000 }] },
    interrupts: {
      deliveryNs: 853000,
      maskingNs: 477000,
      perInterruptNs: 59000,
      perTaskNs: 38000,
      releaseNs: 43000,
      loads: [{ name: 'telemetry of interrupts', periodNs: 31250000, costNs: 731000, jitterNs: 31250000 }],
    },
  },
};
