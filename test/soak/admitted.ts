/** Raises the budgets of a drawn sketch until `polyloop check` refuses it, and takes one that it admits. */
import { judge } from '../../app/cli/judgement.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { composeSketch, type SoakNotes } from './compose.ts';
import type { Draft } from './draft.ts';

/** What a task or the handler of an interrupt is held to. Unit: ns. */
export interface Promised {
  readonly name: string;
  readonly kind: 'periodic' | 'sporadic' | 'handler';
  /** Its number in telemetry. */
  readonly index: number;
  readonly periodNs: number;
  readonly offsetNs: number;
  readonly deadlineNs: number;
  /** The bound of its responses; the deadline where admission gives none. */
  readonly boundNs: number;
}

export interface AdmittedSketch {
  readonly text: string;
  readonly notes: SoakNotes;
  readonly sketch: Sketch;
  readonly promised: readonly Promised[];
  readonly utilization: number;
}

/** A sketch file with what a soak run needs beside it. */
export interface SoakFile {
  readonly 'x-soak': SoakNotes;
}

/** Reads and judges a file. null: it is not admitted. Throws where it is not a sketch. */
export function admittedSketch(file: SoakFile): AdmittedSketch | null {
  const text = JSON.stringify(file, null, 1);
  const read = readSketch(text);
  if (!read.ok) throw new Error(read.problems.map(({ pointer, message }) => `${pointer}: ${message}`).join('\n'));
  const { sketch } = read;
  const admission = judge(sketch, false);
  if (!admission.admitted) return null;
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

/** The largest admitted share of the processor, to 1/512; null: not even the least is admitted. */
export function fillUp(draft: Draft): { readonly share: number; readonly admitted: AdmittedSketch } | null {
  const least = admittedSketch(composeSketch(draft, 0.001));
  if (least === null) return null;
  let best = { share: 0.001, admitted: least };
  let refused = 1 / Math.max(0.5, draft.tasks.length * 0.5);
  for (let step = 0; step < HALVINGS; step += 1) {
    const share = (best.share + refused) / 2;
    const admitted = admittedSketch(composeSketch(draft, share));
    if (admitted === null) refused = share;
    else best = { share, admitted };
  }
  return best;
}
