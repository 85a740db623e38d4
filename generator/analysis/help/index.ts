/**
 * Design help: how far a sketch is from the limit of schedulability, and what to change. Each file
 * in this folder has one concept.
 */
import type { Sketch } from '../../sketch/model.ts';
import { type Admission, type AdmissionContext, admit } from '../admission.ts';
import { chainsOf } from './chains.ts';
import { dataEnds } from './dataflow.ts';
import { interruptDelays } from './interrupt-delay.ts';
import { partitionProposals } from './partition.ts';
import { priorityProposals } from './priorities.ts';
import { Probe } from './probe.ts';
import { ringsOf } from './rings.ts';
import { limitsOf, scaleOf } from './sensitivity.ts';
import type { DesignHelp, TaskHelp } from './types.ts';

/** The work limit of `designHelp`, in probes times tasks: about 200 ms. */
const MOST_WORK = 20_000;

/**
 * The limits of one task, as a slider shows them; null for a background task or an unknown index.
 */
export function taskHelp(sketch: Sketch, context: AdmissionContext, task: number): TaskHelp | null {
  return limitsOf(new Probe(context), sketch, task, presentOf(admit(sketch, context), task));
}

export interface DesignHelpOptions {
  /**
   * Called before the limits of each task. Return true to skip the remaining tasks. For callers
   * with a time limit.
   */
  readonly enough?: () => boolean;
}

/** All design help. The work is bounded, and the result states what was omitted. */
export function designHelp(sketch: Sketch, context: AdmissionContext, options: DesignHelpOptions = {}): DesignHelp {
  const admission = admit(sketch, context);
  const probe = new Probe(context);
  const scale = scaleOf(probe, sketch);
  const tasks = admission.tasks.flatMap(({ task }) => {
    const present = presentOf(admission, task);
    const enough = probe.asked * sketch.tasks.length > MOST_WORK || options.enough?.() === true;
    if (enough) return notComputed(admission, task);
    return limitsOf(probe, sketch, task, present) ?? [];
  });
  const interrupts = interruptDelays(sketch, admission);
  const ends = dataEnds(sketch, admission, interrupts);
  const rings = ringsOf(sketch, admission, ends);
  const { chains, complete } = chainsOf(sketch, admission, ends, rings);
  return {
    tasks,
    scale,
    priorities: priorityProposals(sketch, context, probe),
    partitions: partitionProposals(sketch, context),
    rings,
    chains,
    chainsComplete: complete,
    interrupts,
  };
}

function presentOf(admission: Admission, task: number) {
  const row = admission.tasks.find((candidate) => candidate.task === task);
  return { admitted: admission.admitted, responseNs: row?.responseNs ?? null };
}

function notComputed(admission: Admission, task: number): TaskHelp {
  const row = admission.tasks.find((candidate) => candidate.task === task);
  const slackNs = row === undefined || row.responseNs === null ? null : row.deadlineNs - row.responseNs;
  const none = { mostBudgetUs: null, leastPeriodUs: null, leastDeadlineUs: null, budgetFactor: null };
  return { task, computed: false, ...none, slackNs };
}
