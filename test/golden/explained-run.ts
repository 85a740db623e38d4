/** The explanations of every job of a measured run, and what is wrong with them. */
import { admit } from '../../generator/analysis/admission.ts';
import { boundOf } from '../../generator/explain/bound/bound-parts.ts';
import { excessOf } from '../../generator/explain/bound/limits.ts';
import { decompose } from '../../generator/explain/decompose.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { playedSchedule, readOn, type SimulatedSchedule } from '../../generator/simulation/schedule/schedule.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { targetById } from '../../generator/targets/index.ts';
import { EVENT_KINDS } from '../../generator/trace/events.ts';
import { STATE_COMPLETE } from '../../generator/trace/jobs/task-jobs.ts';
import { NestedJobs } from '../../generator/trace/nested-jobs.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';
import type { TracedRun } from './traced-run.ts';

export interface ExplainedRun {
  readonly jobs: number;
  /** Jobs with limits of their parts. */
  readonly limited: number;
  readonly complaints: readonly string[];
}

/** The run from its first release on, with the priorities of its sketch. */
function scheduleOf({ metadata, events }: TracedRun, sketch: Sketch, overheads: Overheads): SimulatedSchedule {
  const built = buildSimulation(sketch, { capabilities: targetById(sketch.target), overheads });
  if (!built.ok) throw new Error(built.reason);
  if (metadata === null) throw new Error('The run has no metadata.');
  const schedule = playedSchedule(built.model, new TraceStore());
  // As the window and the command line read it: a program on one stack records no switches.
  const trace = new NestedJobs(schedule.trace);
  trace.metadata(metadata);
  trace.segment(true);
  for (const { timeNs, kind, object, value } of events) {
    if (timeNs >= 0) trace.event(timeNs, EVENT_KINDS.indexOf(kind), object, value);
  }
  readOn(schedule);
  return schedule;
}

/**
 * Explains every complete job. Its parts must sum to its response exactly, because both are made of the same
 * times of the board's clock. Its parts must be within the limits of its bound, up to one step of that clock for
 * each edge of a part.
 */
export function explainRun(traced: TracedRun, sketch: Sketch, overheads: Overheads): ExplainedRun {
  const schedule = scheduleOf(traced, sketch, overheads);
  const admission = admit(sketch, { capabilities: targetById(sketch.target), overheads });
  const stepNs = 1e9 / (traced.metadata?.clockHz ?? 1e9);
  // A bound holds while every job keeps its budget.
  const isBounded = admission.admitted && !traced.events.some(({ kind }) => kind === 'budget-exhausted');
  const complaints: string[] = [];
  let [jobs, limited] = [0, 0];
  for (const [task, column] of schedule.jobs.tasks.entries()) {
    const bound = isBounded ? boundOf(sketch, admission, task) : null;
    for (let row = column.first; row < column.settled; row++) {
      const job = column.stateAt(row) === STATE_COMPLETE ? decompose(schedule, task, row) : null;
      if (job === null) continue;
      jobs++;
      const told = () => `job ${job.number} of ${column.task.name}: ${JSON.stringify(job.parts)}`;
      const sumNs = job.parts.reduce((sum, { ns }) => sum + ns, 0);
      if (sumNs !== job.endNs - column.arrivalAt(row)) complaints.push(`The sum is wrong: ${told()}`);
      if (job.parts.some(({ cause, ns }) => cause.kind === 'unknown' || ns <= 0)) complaints.push(`Unknown: ${told()}`);
      const excess = bound === null ? null : excessOf(job.parts, bound.parts);
      if (excess === null) continue;
      limited++;
      if (excess.excessNs > 2 * job.parts.length * stepNs) {
        complaints.push(`${excess.excessNs} ns above the limits: ${told()} ${JSON.stringify(bound)}`);
      }
    }
  }
  return { jobs, limited, complaints };
}
