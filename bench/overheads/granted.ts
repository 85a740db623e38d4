/** What the runtime on an AVR chip with FreeRTOS credits to a body for a release that interrupts it. */
import path from 'node:path';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { freertosOnUno } from '../../test/conformance/freertos.ts';
import { TIMER1_COMPA } from '../../test/conformance/interrupt-witness.ts';
import { buildUno, type Config, PROGRAMS } from '../../test/conformance/toolchain.ts';
import { followUno, type Gap } from '../../test/conformance/uno-accounts.ts';
import { creditsOf, grantedCycles } from '../../test/conformance/uno-credits.ts';
import { UNO_FLAGS } from '../threads/variant.ts';

const RUN_MS = 700;
/** The tasks of accounts.c without MORE_ROWS. */
const OWN_TASKS = 3;

/** With and without telemetry. With telemetry, the end of the budget is checked while the body runs. */
const LOADS: readonly Config[] = [
  { PL_TELEMETRY: 0, BUDGET: 'US(50000)' },
  { PL_TELEMETRY: 1, BUDGET: '60030U' },
];

/** Whether the body was interrupted by releases and nothing else: its thread kept the processor. */
const isReleaseOnly = ({ vectors, spans }: Gap): boolean =>
  vectors.every((vector) => vector === TIMER1_COMPA) && spans.every(([span]) => span === 'entry' || span === 'exit');

/**
 * The largest credit for one release without a job. The program accounts.c also has releases that find their
 * job still running, and releases after which the deadlines of all tasks are checked. Unit: cycles.
 */
export async function grantedReleaseOnAvr(
  policy: 'FIXED' | 'EDF',
  tasks: number,
  chip: AvrConfig,
): Promise<number | null> {
  const credits = creditsOf(chip);
  let most: number | null = null;
  for (const load of LOADS) {
    const config = {
      ...{ PL_PREEMPTIVE: 1, PL_POLICY: `PL_POLICY_${policy}`, PL_INTERRUPT_COUNT: 0, PL_TASK_COUNT: tasks },
      ...{ CONFORM_STACK_BYTES: 140, STORM_US: 0, LOOPS: '60000U', ...load },
      MORE_ROWS: Array.from({ length: tasks - OWN_TASKS }, (_, index) => `WAITING(${index + OWN_TASKS}),`).join(' '),
    };
    const image = await buildUno(config, [path.join(PROGRAMS, 'accounts.c')], UNO_FLAGS, freertosOnUno, chip);
    const { gaps } = followUno(image, RUN_MS, undefined, chip);
    const releases = gaps.filter((gap) => gap.releases > 0 && isReleaseOnly(gap));
    for (const gap of releases) most = Math.max(most ?? 0, grantedCycles(gap, credits) / gap.releases);
  }
  return most;
}
