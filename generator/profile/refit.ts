/**
 * Refit: new values of C, T and the stack from what a run measured, and a margin that the user chooses.
 *
 * - C of a task or handler: the longest job that was measured, and the margin.
 * - T of a sporadic task: the least distance of two releases, less the margin. The runtime delays a release
 *   that comes too early, so no run can show a distance below T. Only a longer T is proposed.
 * - The stack: the most bytes that were used, and the margin.
 *
 * A measured maximum is no bound. It rests on the jobs of one run, whose number each proposal has.
 */
import { boardOf } from '../boards/index.ts';
import { budgetWithMargin, LEAST_JOBS } from '../estimate/fill-in.ts';
import { timeUnitUs } from '../platform/kernel.ts';
import { asksForBudget, budgetFromOf, budgetOf, budgetStateOf, measuredCodeOf } from '../sketch/budgets/budget-from.ts';
import { type Changes, updateElement } from '../sketch/edits.ts';
import type { Interrupt, Sketch, Task } from '../sketch/model.ts';
import { nsOfUs, usOfNs } from '../sketch/time.ts';
import type { EditResult } from '../sketch/validated.ts';
import { targetById } from '../targets/index.ts';
import { tr, trCount } from '../words/tr.ts';
import type { Profile, TaskProfile } from './profile.ts';

export const REFIT_VALUES = ['budget', 'period', 'stack'] as const;
export type RefitValue = (typeof REFIT_VALUES)[number];

export interface Refit {
  readonly kind: 'tasks' | 'interrupts';
  readonly name: string;
  readonly value: RefitValue;
  /** The value before the change. Unit: µs for a budget or a period, bytes for a stack. */
  readonly before: number;
  readonly proposed: number;
  /** The largest value that was measured, of a period the least. Of a budget or period: ns. Of a stack: bytes. */
  readonly measured: number;
  /** The jobs that it rests on. */
  readonly jobs: number;
}

/** A task that keeps its values, and why. */
export interface Kept {
  readonly name: string;
  readonly reason: string;
}

export interface RefitProposal {
  readonly refits: readonly Refit[];
  readonly kept: readonly Kept[];
  readonly marginPercent: number;
}

/** Why nothing of this profile fits the sketch; null: something may. */
export function refitObstacle(sketch: Sketch, profile: Profile): string | null {
  if (profile.device === 'simulation') {
    return tr`The profile is of a simulation, which measures nothing. Run the sketch to refit it.`;
  }
  if (profile.board === sketch.board && profile.target === sketch.target) return null;
  return tr`The profile is of ${profile.board} with ${profile.target}. Record one of ${sketch.board} with ${sketch.target}.`;
}

/** Proposes values for the tasks and handlers whose code is still the code that ran. */
export function refitOf(sketch: Sketch, profile: Profile, marginPercent: number): RefitProposal {
  const refits: Refit[] = [];
  const kept: Kept[] = [];
  const obstacle = refitObstacle(sketch, profile);
  const handled = sketch.interrupts.filter(({ handlerBudgetUs }) => handlerBudgetUs > 0);
  const owners: readonly Owner[] = [
    ...sketch.tasks.map((element): Owner => ({ kind: 'tasks', element })),
    ...handled.map((element): Owner => ({ kind: 'interrupts', element })),
  ];
  for (const owner of owners) {
    const { element } = owner;
    const isHandler = owner.kind === 'interrupts';
    const measured = profile.tasks.find(
      ({ name, kind: of }) => name === element.name && (of === 'handler') === isHandler,
    );
    const reason = obstacle ?? keptReason(sketch, element, measured);
    if (reason !== null || measured === undefined) {
      kept.push({ name: element.name, reason: reason ?? '' });
      continue;
    }
    refits.push(...valuesOf(sketch, owner, measured, marginPercent));
  }
  return { refits, kept, marginPercent };
}

function keptReason(sketch: Sketch, element: Task | Interrupt, measured: TaskProfile | undefined): string | null {
  if (measured === undefined) return tr`The profile does not contain it.`;
  if (measured.code !== measuredCodeOf(sketch, element)) return tr`Its code has changed since the run.`;
  if (measured.jobs < LEAST_JOBS) {
    return trCount(
      measured.jobs,
      'It completed {0} job, and {1} are needed.',
      'It completed {0} jobs, and {1} are needed.',
      LEAST_JOBS,
    );
  }
  return null;
}

type Owner =
  | { readonly kind: 'tasks'; readonly element: Task }
  | { readonly kind: 'interrupts'; readonly element: Interrupt };

function valuesOf(sketch: Sketch, owner: Owner, measured: TaskProfile, marginPercent: number): Refit[] {
  const { kind, element } = owner;
  const head = { kind, name: element.name };
  const found: Refit[] = [];
  const add = (value: RefitValue, before: number | null, proposed: number, of: number, jobs = measured.jobs): void => {
    if (before !== null && before !== proposed) found.push({ ...head, value, before, proposed, measured: of, jobs });
  };
  // Code that asks for its budget uses all that it gets.
  if (measured.execution !== null && !asksForBudget(sketch, element)) {
    const longest = longestOf(sketch, element, measured.jobs, measured.execution.mostNs);
    // From whole microseconds, because the file keeps them.
    const wantedUs = budgetWithMargin(nsOfUs(Math.ceil(usOfNs(longest.ns))), marginPercent);
    const unitUs = timeUnitUs(targetById(sketch.target));
    const budgetUs = Math.ceil(wantedUs / unitUs) * unitUs;
    add('budget', budgetOf(element), budgetUs, longest.ns, longest.jobs);
  }
  if (owner.kind === 'tasks') {
    const period = longerPeriodUs(owner.element, measured, marginPercent);
    if (period !== null) add('period', owner.element.periodUs, period, measured.leastDistanceNs ?? 0);
    const stack = stackOf(sketch, owner.element, measured, marginPercent);
    if (stack !== null) add('stack', stack.before, stack.proposed, stack.used);
  }
  return found;
}

interface Longest {
  readonly ns: number;
  readonly jobs: number;
}

/** Of all runs of the same code, the longest job counts. */
function longestOf(sketch: Sketch, element: Task | Interrupt, jobs: number, ns: number): Longest {
  const { longestUs = null, jobs: earlierJobs = null } = budgetFromOf(element) ?? {};
  const isKnown = budgetStateOf(sketch, element) === 'measured' && longestUs !== null && earlierJobs !== null;
  return isKnown && nsOfUs(longestUs) >= ns ? { ns: nsOfUs(longestUs), jobs: earlierJobs } : { ns, jobs };
}

const PERIOD_DIGITS = 3;

/** T for a sporadic task; null: it keeps its own. */
function longerPeriodUs(task: Task, { leastDistanceNs, dropped }: TaskProfile, marginPercent: number): number | null {
  if (task.kind !== 'sporadic' || task.periodUs === null || leastDistanceNs === null || dropped > 0) return null;
  const us = Math.floor(usOfNs((leastDistanceNs * 100) / (100 + marginPercent)));
  const step = 10 ** Math.max(0, String(us).length - PERIOD_DIGITS);
  const periodUs = Math.floor(us / step) * step;
  return periodUs > task.periodUs ? periodUs : null;
}

interface StackChange {
  readonly before: number;
  readonly proposed: number;
  readonly used: number;
}

function stackOf(sketch: Sketch, task: Task, { stack }: TaskProfile, marginPercent: number): StackChange | null {
  const threads = boardOf(sketch)?.targets[sketch.target]?.threads ?? null;
  if (threads === null || stack === null) return null;
  const { usedBytes } = stack;
  const wanted = Math.max(threads.leastStackBytes, Math.ceil((usedBytes * (100 + marginPercent)) / 100));
  const proposed = Math.ceil(wanted / threads.stackUnitBytes) * threads.stackUnitBytes;
  return { before: task.stackBytes ?? threads.stackBytes, proposed, used: usedBytes };
}

/** Sets the proposed values, in one edit. */
export function applyRefits(sketch: Sketch, refits: readonly Refit[]): EditResult {
  let result: EditResult = { ok: true, sketch };
  const names = new Map(refits.map((refit) => [`${refit.kind} ${refit.name}`, refit]));
  for (const { kind, name } of names.values()) {
    if (!result.ok) return result;
    const own = refits.filter((refit) => refit.kind === kind && refit.name === name);
    const code = codeOf(result.sketch, kind, name);
    result =
      kind === 'tasks'
        ? updateElement(result.sketch, 'tasks', name, taskChanges(own, code))
        : updateElement(result.sketch, 'interrupts', name, handlerChanges(own, code));
  }
  return result;
}

const originOf = ({ jobs, measured }: Refit, code: number) =>
  ({ source: 'measured', jobs, longestUs: Math.ceil(usOfNs(measured)), code }) as const;

/** A budget, period and stack of one task change together, so that no state between them is checked. */
const taskChanges = (refits: readonly Refit[], code: number): Changes<'tasks'> =>
  Object.assign(
    {},
    ...refits.map((refit): Changes<'tasks'> => {
      if (refit.value === 'period') return { periodUs: refit.proposed };
      if (refit.value === 'stack') return { stackBytes: refit.proposed };
      return { budgetUs: refit.proposed, budgetFrom: originOf(refit, code) };
    }),
  );

const handlerChanges = (refits: readonly Refit[], code: number): Changes<'interrupts'> =>
  Object.assign(
    {},
    ...refits
      .filter(({ value }) => value === 'budget')
      .map(
        (refit): Changes<'interrupts'> => ({
          handlerBudgetUs: refit.proposed,
          handlerBudgetFrom: originOf(refit, code),
        }),
      ),
  );

function codeOf(sketch: Sketch, kind: Refit['kind'], name: string): number {
  const elements: readonly (Task | Interrupt)[] = sketch[kind];
  const element = elements.find((each) => each.name === name);
  return element === undefined ? 0 : measuredCodeOf(sketch, element);
}
