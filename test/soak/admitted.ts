/** Finds the largest budgets of a drawn sketch that `polyloop check` admits. */
import { judge } from '../../app/cli/judgement.ts';
import type { Calibrated } from '../../generator/calibration/record.ts';
import { staticFit } from '../../generator/judge/fit.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { composeSketch, type SoakNotes } from './compose.ts';
import type { Draft } from './draft.ts';

/** The promises for a task or the handler of an interrupt. Unit: ns. */
export interface Promised {
  readonly name: string;
  readonly kind: 'periodic' | 'sporadic' | 'handler';
  /** Index of the task in telemetry. */
  readonly index: number;
  readonly periodNs: number;
  readonly offsetNs: number;
  readonly deadlineNs: number;
  /** Bound of the response time, or the deadline if the analysis gives no bound. */
  readonly boundNs: number;
}

export interface AdmittedSketch {
  readonly text: string;
  readonly notes: SoakNotes;
  readonly sketch: Sketch;
  readonly promised: readonly Promised[];
  readonly utilization: number;
}

/** A sketch file with the additional data of a soak run. */
export interface SoakFile {
  readonly 'x-soak': SoakNotes;
}

/**
 * Reads and analyses a file. Null if it is not admitted or does not fit into the board's RAM.
 * Throws if it is not a sketch.
 *
 * @param calibrations measured overheads, which replace the shipped ones
 */
export function admittedSketch(file: SoakFile, calibrations: readonly Calibrated[] = []): AdmittedSketch | null {
  const text = JSON.stringify(file, null, 1);
  const read = readSketch(text);
  if (!read.ok) throw new Error(read.problems.map(({ pointer, message }) => `${pointer}: ${message}`).join('\n'));
  const { sketch } = read;
  const admission = judge(sketch, false, calibrations);
  if (!admission.admitted || staticFit(sketch)?.fits === false) return null;
  const tasks = admission.tasks.map(({ task, name, responseNs, deadlineNs }): Promised => {
    const { kind, periodUs, offsetUs } = sketch.tasks[task] ?? { kind: 'periodic', periodUs: 0, offsetUs: 0 };
    const [periodNs, offsetNs] = [(periodUs ?? 0) * 1000, offsetUs * 1000];
    const boundNs = responseNs ?? deadlineNs;
    return {
      name,
      kind: kind === 'sporadic' ? kind : 'periodic',
      index: task,
      periodNs,
      offsetNs,
      deadlineNs,
      boundNs,
    };
  });
  const handled = sketch.interrupts.flatMap(({ handlerBudgetUs }, index) => (handlerBudgetUs > 0 ? [index] : []));
  const handlers = admission.handlers.map(({ interrupt, name, responseNs, deadlineNs }): Promised => {
    const periodNs = (sketch.interrupts[interrupt]?.handlerPeriodUs ?? 0) * 1000;
    const index = sketch.tasks.length + handled.indexOf(interrupt);
    return { name, kind: 'handler', index, periodNs, offsetNs: 0, deadlineNs, boundNs: responseNs ?? deadlineNs };
  });
  return {
    text,
    notes: file['x-soak'],
    sketch,
    promised: [...tasks, ...handlers],
    utilization: admission.declaredUtilization,
  };
}

const HALVINGS = 9;
const TASK_HALVINGS = 4;
/** Largest factor by which the weight of one task is raised. */
const MOST_RAISE = 4;

export interface Filled {
  readonly draft: Draft;
  readonly share: number;
  readonly admitted: AdmittedSketch;
}

/**
 * Bisects [low, high] in `steps` steps for the largest value that `admits` accepts. Returns its
 * sketch, or null if none was accepted.
 */
function halve<T>(low: number, high: number, steps: number, admits: (value: number) => T | null): T | null {
  let best: T | null = null;
  for (let [step, from, to] = [0, low, high]; step < steps; step += 1) {
    const value = (from + to) / 2;
    const found = admits(value);
    if (found === null) to = value;
    else [best, from] = [found, value];
  }
  return best;
}

/**
 * The sketch with the largest admitted share of the processor, with an accuracy of 1/512. Null if
 * no share is admitted.
 */
export function fillUp(draft: Draft, calibrations: readonly Calibrated[] = []): Filled | null {
  const filled = (share: number): Filled | null => {
    const admitted = admittedSketch(composeSketch(draft, share), calibrations);
    return admitted === null ? null : { draft, share, admitted };
  };
  const least = filled(0.001);
  if (least === null) return null;
  return halve(0.001, 1 / Math.max(0.5, draft.tasks.length * 0.5), HALVINGS, filled) ?? least;
}

/**
 * Raises the budget of each task separately, from the last to the first, up to the limit of
 * admission.
 */
export function fillEachUp(filled: Filled, calibrations: readonly Calibrated[] = []): Filled {
  let best = filled;
  for (let index = filled.draft.tasks.length - 1; index >= 0; index -= 1) {
    const { draft, share } = best;
    const raised = (factor: number): Filled | null => {
      const tasks = draft.tasks.map((task, at) => (at === index ? { ...task, weight: task.weight * factor } : task));
      const heavier = { ...draft, tasks };
      const admitted = admittedSketch(composeSketch(heavier, share), calibrations);
      return admitted === null ? null : { draft: heavier, share, admitted };
    };
    best = halve(1, MOST_RAISE, TASK_HALVINGS, raised) ?? best;
  }
  return best;
}
