/** The report of a simulation. */

import type { Admission } from '../../generator/analysis/admission.ts';
import { formatLoad, formatProcessors } from '../../generator/numbers/share.ts';
import { formatDuration, formatInstant } from '../../generator/numbers/time.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { usOrNull } from '../../generator/sketch/time.ts';
import type { FirstMiss } from '../host/measuring/recording.ts';
import { interruptsForJson } from './interrupt-report.ts';
import type { SimulatedRun } from './simulated-run.ts';
import { printTasks, taskForJson, taskRowsOf } from './task-report.ts';
import { printable, type Terminal } from './terminal.ts';

/** The part of the document about the simulated run. docs/cli.md describes it. */
export function simulationDocument(sketch: Sketch, admission: Admission, run: SimulatedRun): object {
  const { outcome, simulatedNs, wallMs, recording } = run;
  const { store, statistics, switches, firstMiss } = recording;
  return {
    outcome,
    simulatedUs: usOrNull(simulatedNs),
    wallMs: Math.round(wallMs),
    events: store.end,
    droppedEvents: store.droppedEvents,
    utilization: statistics.utilization,
    ...switches.total,
    firstMiss: firstMiss === null ? null : { task: firstMiss.task, job: firstMiss.job, atUs: usOrNull(firstMiss.atNs) },
    tasks: taskRowsOf(sketch, admission, recording).map(taskForJson),
    interrupts: interruptsForJson(recording),
  };
}

/** Prints the report as tables. */
export function printSimulation(
  terminal: Terminal,
  sketch: Sketch,
  admission: Admission,
  run: SimulatedRun,
  assumptions: readonly string[],
): void {
  const { simulatedNs, wallMs, recording } = run;
  const { store, statistics, switches, firstMiss } = recording;
  const { preemptions, migrations } = switches.total;
  const several = sketch.cores > 1;
  const used = several
    ? `${formatProcessors(statistics.utilization)} of ${sketch.cores} processors used`
    : `processor used ${formatLoad(statistics.utilization)}`;
  terminal.print(
    `Simulated ${formatDuration(simulatedNs)} in ${(wallMs / 1000).toFixed(2)} s, ${counted(store.end, 'event')}, ` +
      `${counted(preemptions, 'preemption')}${several ? `, ${counted(migrations, 'migration')}` : ''}, ${used}.`,
  );
  for (const assumption of assumptions) terminal.print(printable(assumption));
  if (firstMiss !== null) {
    terminal.print(terminal.style('red', `First miss: ${missWords(firstMiss)}.`));
  }
  printTasks(terminal, sketch, admission, recording, true);
  terminal.print(printable(`Analysis: ${admission.sentence}`));
}

function missWords({ task, job, atNs }: FirstMiss): string {
  const [name, at] = [printable(task), formatInstant(atNs)];
  return job === null ? `${name} drops its release at ${at}` : `job ${job} of ${name}, due at ${at}`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
