/**
 * Compares all targets for one sketch: the deciding test, how tight the result is, and the
 * runtime's share of processor and RAM.
 */
import { type Admission, type AdmissionContext, admit } from '../analysis/admission.ts';
import type { TargetComparison } from '../analysis/help/types.ts';
import { unableTo } from '../analysis/unable.ts';
import { boardOf } from '../boards/index.ts';
import type { Calibrated } from '../calibration/record.ts';
import { lower } from '../lower/lower.ts';
import type { Board } from '../platform/board.ts';
import type { Capabilities } from '../platform/kernel.ts';
import type { Sketch, TargetName } from '../sketch/model.ts';
import type { Problem } from '../sketch/problem.ts';
import { TARGETS, targetById } from '../targets/index.ts';
import { tr } from '../words/tr.ts';
import { contextOf } from './context.ts';
import { fitOf } from './fit.ts';
import { kernelNotes } from './kernel-notes.ts';

/**
 * In the order in which the user sees the targets.
 *
 * @param ideal without overheads
 * @param calibrations what was measured on the user's boards
 */
export function compareTargets(
  sketch: Sketch,
  ideal: boolean,
  calibrations: readonly Calibrated[] = [],
): readonly TargetComparison[] {
  const board = boardOf(sketch);
  return TARGETS.map((capabilities) => {
    const other = { ...sketch, target: capabilities.id };
    return compareOne(other, capabilities, board, contextOf(other, ideal, calibrations));
  });
}

function compareOne(
  sketch: Sketch,
  capabilities: Capabilities,
  board: Board | undefined,
  context: AdmissionContext,
): TargetComparison {
  const admission = admit(sketch, context);
  const lowered = board === undefined ? null : lower(sketch, board, capabilities);
  const fit = lowered === null || board === undefined ? null : fitOf(lowered, board);
  const unable = unableTo(sketch, capabilities);
  const obstacles = obstaclesIn(sketch, capabilities, unable, lowered?.diagnostics ?? []);
  return {
    target: capabilities.id,
    label: capabilities.label,
    admitted: admission.admitted && unable.length === 0,
    decidedBy: unable.length === 0 ? decidedBy(admission) : null,
    sentence: unable[0] ?? admission.sentence,
    tightest: unable.length === 0 ? tightestOf(admission) : null,
    utilization: admission.utilization,
    overhead: context.overheads == null ? null : overheadOf(sketch, capabilities, admission),
    ramBytes: fit?.ramBytes ?? null,
    ramLimitBytes: board?.ramBytes ?? 0,
    obstacles,
  };
}

/** What prevents a program of this sketch for a target, in sentences. Empty if nothing does. */
export function obstaclesFor(given: Sketch, target: TargetName): readonly string[] {
  const sketch = { ...given, target };
  const capabilities = targetById(target);
  const board = boardOf(sketch);
  const diagnostics = board === undefined ? [] : lower(sketch, board, capabilities).diagnostics;
  return obstaclesIn(sketch, capabilities, unableTo(sketch, capabilities), diagnostics);
}

/** If the kernel does not support the sketch, code generation is irrelevant. */
const obstaclesIn = (
  sketch: Sketch,
  capabilities: Capabilities,
  unable: readonly string[],
  diagnostics: readonly Problem[],
) => (unable.length > 0 ? unable : notGenerated(sketch, capabilities, diagnostics));

function notGenerated(sketch: Sketch, { generates }: Capabilities, diagnostics: readonly Problem[]): string[] {
  if (generates === null) return [tr`No code is generated yet.`, ...errorsIn(kernelNotes(sketch))];
  return errorsIn(diagnostics);
}

const errorsIn = (problems: readonly Problem[]): string[] =>
  problems.filter(({ severity }) => severity === 'error').map(messageOf);

/**
 * For a problem of the sketch itself, the row of the target is enough context: `target: no code …`
 * becomes `No code …`.
 */
function messageOf({ pointer, message }: Problem): string {
  const prefix = `${pointer.slice(1)}: `;
  if (!message.startsWith(prefix)) return message;
  const text = message.slice(prefix.length);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function decidedBy({ decidedBy: id, methods }: Admission): string | null {
  if (id === 'utilization') return tr`Utilization`;
  return methods.find(({ method }) => method === id)?.label ?? null;
}

function tightestOf({ tasks, handlers }: Admission): TargetComparison['tightest'] {
  let worst: { name: string; ratio: number } | null = null;
  for (const { name, responseNs, deadlineNs, meetsDeadline } of [...tasks, ...handlers]) {
    if (responseNs === null && meetsDeadline === false) return { name, ratio: null };
    if (responseNs === null) continue;
    const ratio = responseNs / deadlineNs;
    if (worst === null || ratio > worst.ratio) worst = { name, ratio };
  }
  return worst;
}

/** The utilization with overheads minus the utilization without. */
function overheadOf(sketch: Sketch, capabilities: Capabilities, { utilization }: Admission): number {
  return Math.max(0, utilization - admit(sketch, { capabilities }).utilization);
}
