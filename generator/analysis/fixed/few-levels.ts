/**
 * Fewer priority levels than tasks: tasks of one level run first come, first served.
 *
 * The job of τ_i that is released s after the critical instant waits for all more urgent jobs, and
 * for the jobs of its level that were released by then. A later job of its level never runs before
 * it:
 *
 *   w(s) = B_i + Σ_hp ⌈(w + J_j)/T_j⌉·C_j + Σ_{ep, j≠i} (⌊(s + J_j)/T_j⌋ + 1)·C_j
 *          + (⌊s/T_i⌋ + 1)·C_i,   R_i = J_i + max_s (w(s) − s)
 *
 * over the s = k·T_j − J_j and k·T_i of the level's busy period. S. Martin, P. Minet, L. George,
 * "Deterministic End-to-End Guarantees for Real-Time Applications in a DiffServ-MPLS Domain", SERA
 * 2003 (fixed priority with FIFO within a priority), on one node.
 *
 * This file also has the utilization bound for levels with longest and shortest periods that have a
 * ratio of at most r: ln(2/r) + 1 − 1/r for r < 2, otherwise 1/r. J. P. Lehoczky, L. Sha,
 * "Performance of Real-Time Bus Scheduling Algorithms", SIGMETRICS 1986: every task of
 * rate-monotonic levels meets D = T. With r = 1 it is Liu and Layland's ln 2.
 */

import { formatRatio } from '../../numbers/share.ts';
import { formatInstant } from '../../numbers/time.ts';
import { tr } from '../../words/tr.ts';
import {
  firstReason,
  unlessFixedPriority,
  unlessOneCore,
  unlessPreemptive,
  unlessRateMonotonicLevels,
  unlessSporadicServers,
} from '../applicability.ts';
import { compareSafely, floorDiv, MAX_TIME_NS } from '../arithmetic.ts';
import { type DemandTable, demandIn, demandTable, fixedPoint, loadSign } from '../edf/demand.ts';
import { exactUs, formatComparison, formatRatios, texName } from '../format.ts';
import { type Judgement, type Method, type Step, stepsOf } from '../method.ts';
import { missOf, type Response, type StepBudget, stepBudget, summarize, unanswered } from '../response.ts';
import { RowHeap } from '../row-heap.ts';
import { formula } from '../symbols.ts';
import { type Entity, recurringLoad, sharesRank, type TaskSet, utilizationOf } from '../task-set.ts';

/**
 * One level as rows of the demand table: its own rows are `from` … `to` − 1, and all earlier rows
 * are more urgent.
 */
interface Level {
  readonly from: number;
  readonly to: number;
  readonly blockingNs: number;
}

/**
 * When all work released up to `releasedNs` completes. Both ascend. Unit: ns, from the critical
 * instant.
 */
interface Course {
  readonly releasedNs: number[];
  readonly doneNs: number[];
}

/**
 * All releases of the busy period of a level, with the whole jitter of all its jobs. null if the
 * steps are exhausted. The period ends before a release at which all work is complete. After a
 * hyperperiod no response time is longer.
 */
function courseOf(table: DemandTable, level: Level, budget: StepBudget): Course | null {
  const { periodNs, costNs, jitterNs, most } = table;
  const arrival = jitterNs.slice(0, level.to).map((jitter) => -jitter);
  const left = most.slice(0, level.to);
  const [above, own] = [new RowHeap(level.to), new RowHeap(level.to)];
  for (let row = 0; row < level.to; row += 1) (row < level.from ? above : own).push(row, arrival[row]!);
  let end = level.blockingNs;
  const take = (heap: RowHeap): void => {
    const row = heap.pop();
    end += costNs[row]!;
    arrival[row] = arrival[row]! + periodNs[row]!;
    left[row]! -= 1;
    if (left[row]! > 0) heap.push(row, arrival[row]!);
  };
  const course: Course = { releasedNs: [], doneNs: [] };
  const limit = table.hyperperiodBefore[level.to]!;
  for (let released = 0; released < limit; released = own.least) {
    if (released > 0 && released >= end) break;
    while (own.least <= released) {
      if (!budget.spend(JOB_STEPS)) return null;
      take(own);
    }
    while (above.least < end) {
      if (end > MAX_TIME_NS || !budget.spend(JOB_STEPS)) return null;
      take(above);
    }
    course.releasedNs.push(released);
    course.doneNs.push(end);
  }
  return course;
}

const JOB_STEPS = 32;

/** Includes the job's release after the critical instant. Unit: ns. */
interface LevelResponse extends Response {
  readonly releasedNs: number;
}

const noResponse = (overloaded: boolean): LevelResponse => ({ ...unanswered(overloaded), releasedNs: 0 });

function responseTo(self: Entity, releasedNs: number, doneNs: number): LevelResponse {
  const responseNs = self.jitterNs + doneNs - releasedNs;
  const job = floorDiv(releasedNs, self.periodNs) + 1;
  const miss = missOf(self, job, responseNs);
  return { responseNs, job, windowNs: doneNs, miss, overloaded: false, releasedNs };
}

/** w(s) of one row. Its own jobs cannot all use their whole jitter and be that close together. */
function doneAt(table: DemandTable, level: Level, row: number, releasedNs: number, budget: StepBudget): number | null {
  let base = level.blockingNs;
  for (let other = level.from; other < level.to; other += 1) {
    const jitter = other === row ? 0 : table.jitterNs[other]!;
    base += (floorDiv(releasedNs + jitter, table.periodNs[other]!) + 1) * table.costNs[other]!;
  }
  const above = { from: 0, to: level.from, skip: -1 };
  return fixedPoint(base, budget, level.to, (time) => base + demandIn(table, above, time));
}

/**
 * The worst response time of one row. The course bounds each w(s) from above, and equals w(s) of a
 * task without jitter.
 */
function worstOf(
  self: Entity,
  row: number,
  table: DemandTable,
  level: Level,
  { releasedNs, doneNs }: Course,
  order: Int32Array,
  budget: StepBudget,
): LevelResponse {
  let worst = responseTo(self, 0, 0);
  const consider = (released: number): boolean => {
    const done = doneAt(table, level, row, released, budget);
    if (done === null || !Number.isFinite(done)) return false;
    const found = responseTo(self, released, done);
    if (found.responseNs! > worst.responseNs!) worst = found;
    return true;
  };
  for (const at of order) {
    const [released, bound] = [releasedNs[at]!, doneNs[at]!];
    // On this step of the course, s may also be one of the row's own releases k·T. Later releases
    // on the step wait less.
    if (self.jitterNs + bound - released <= worst.responseNs!) break;
    if (self.jitterNs === 0) return responseTo(self, released, bound);
    const until = Math.min(releasedNs[at + 1] ?? Number.POSITIVE_INFINITY, bound);
    if (!consider(released)) return noResponse(false);
    const { periodNs } = self;
    for (let own = (floorDiv(released, periodNs) + 1) * periodNs; own < until; own += periodNs) {
      if (!consider(own)) return noResponse(false);
    }
  }
  return worst;
}

function responsesOf(set: TaskSet): readonly LevelResponse[] {
  const table = demandTable(set);
  const budget = stepBudget();
  const { interrupts } = table;
  const responses: LevelResponse[] = [];
  for (let from = 0; from < set.entities.length; ) {
    const to = table.levelEnd[from]! - interrupts;
    const members = set.entities.slice(from, to);
    const blockingNs = set.overheads.blockingNs + Math.max(...members.map((entity) => entity.resourceBlockingNs));
    const level = { from: interrupts + from, to: interrupts + to, blockingNs };
    responses.push(...levelResponses(table, level, members, budget));
    from = to;
  }
  return responses;
}

function levelResponses(
  table: DemandTable,
  level: Level,
  members: readonly Entity[],
  budget: StepBudget,
): readonly LevelResponse[] {
  if (loadSign(table, level.to) > 0) return members.map(() => noResponse(true));
  const course = courseOf(table, level, budget);
  if (course === null) return members.map(() => noResponse(false));
  const wait = (at: number) => course.doneNs[at]! - course.releasedNs[at]!;
  const order = Int32Array.from(course.doneNs.keys()).sort((a, b) => wait(b) - wait(a));
  return members.map((self, index) => worstOf(self, level.from + index, table, level, course, order, budget));
}

/** ln(2/r) + 1 − 1/r for r < 2, otherwise 1/r. */
export function lehoczkyShaBound(ratio: number): number {
  return ratio < 2 ? Math.log(2 / ratio) + 1 - 1 / ratio : 1 / ratio;
}

/** The largest ratio of two periods of one level. */
function worstRatio({ entities }: TaskSet): { readonly longest: number; readonly shortest: number } {
  let worst = { longest: 1, shortest: 1 };
  for (let from = 0, to = 0; from < entities.length; from = to) {
    while (entities[to]?.rank === entities[from]?.rank && to < entities.length) to += 1;
    const periods = entities.slice(from, to).map(({ periodNs }) => periodNs);
    const level = { longest: Math.max(...periods), shortest: Math.min(...periods) };
    if (level.longest / level.shortest > worst.longest / worst.shortest) worst = level;
  }
  return worst;
}

interface Grid {
  readonly value: number;
  readonly bound: number;
  readonly holds: boolean;
  readonly step: Step;
}

/** The bound of Lehoczky and Sha; null if it does not apply to the set. */
function gridOf(set: TaskSet): Grid | null {
  if (unlessRateMonotonicLevels(set) !== null) return null;
  const { longest, shortest } = worstRatio(set);
  const ratio = longest / shortest;
  const [value, bound] = [utilizationOf(set), lehoczkyShaBound(ratio)];
  // The bound is not a fraction. A value within its rounding error counts as above it, which proves
  // nothing.
  const holds = compareSafely(value, bound, 2 * recurringLoad(set).length + 16, () => 1) <= 0;
  const [u, most] = formatRatios(value, bound);
  const sign = holds ? '\\le' : '>';
  const formula = ratio < 2 ? '\\ln\\frac{2}{r} + 1 - \\frac{1}{r}' : '\\frac{1}{r}';
  return {
    value,
    bound,
    holds,
    step: {
      text:
        tr`The periods of one level differ by up to r = ${formatRatio(ratio)}. Lehoczky and Sha's bound for such levels is ${most}, compared with 0.6931 for a level per task; ` +
        (holds ? tr`U = ${u} is within it: every deadline holds.` : tr`U = ${u} is above it, which proves nothing.`),
      tex: `U = ${u} ${sign} ${formula} = ${most}, \\quad r = \\frac{${exactUs(longest)}}{${exactUs(shortest)}}`,
      numbers: { U: value, bound, r: ratio },
    },
  };
}

function judge(set: TaskSet): Judgement {
  const judgement = summarize(set, responsesOf, (entity, response) => explainOne(set, entity, response), {
    equals: 'first-come',
  });
  const grid = gridOf(set);
  if (grid === null) return judgement;
  const verdict = judgement.verdict === 'unknown' && grid.holds ? 'schedulable' : judgement.verdict;
  return { ...judgement, verdict, explanation: () => [grid.step, ...stepsOf(judgement)] };
}

function explainOne(set: TaskSet, index: number, response: LevelResponse): Step {
  const self = set.entities[index] as Entity;
  const { responseNs, releasedNs, windowNs } = response;
  if (responseNs === null) {
    const why = response.overloaded
      ? tr`the tasks at and above its level need more than the whole processor`
      : tr`no bound was found within the step limit`;
    return { text: `R(${self.name}): ${why}.` };
  }
  const { response: shown, sign, limit } = formatComparison(responseNs, self.deadlineNs);
  const level = sharesRank(set, index)
    ? tr`it waits for the jobs of its level that were released by then, not for later ones`
    : tr`it is alone on its level`;
  const jitter = self.jitterNs > 0 ? `${exactUs(self.jitterNs)} + ` : '';
  const compare = responseNs <= self.deadlineNs ? '\\le' : '>';
  return {
    text: tr`R(${self.name}) = ${shown} ${sign} D = ${limit}: released ${formatInstant(releasedNs)} after the critical instant ${level}; it completes at ${formatInstant(windowNs)}.`,
    tex: `w(${exactUs(releasedNs)}) = ${exactUs(windowNs)}, \\quad R_{${texName(self.name)}} = ${jitter}${exactUs(windowNs)} - ${exactUs(releasedNs)} = ${exactUs(responseNs)} ${compare} ${exactUs(self.deadlineNs)}\\,\\text{µs}`,
    numbers: { R: responseNs, D: self.deadlineNs, s: releasedNs, w: windowNs },
  };
}

function unlessShared(set: TaskSet): string | null {
  if (!set.entities.some((_, index) => sharesRank(set, index))) return tr`Every task has a priority level of its own.`;
  return set.capabilities.equalPeriods === 'turns' ? tr`Tasks with equal periods take turns.` : null;
}

export const fewLevels: Method = {
  id: 'few-levels',
  get label() {
    return tr`Response times with shared levels`;
  },
  get phrase() {
    return tr`response-time analysis of shared levels`;
  },
  reference: 'Martin, Minet, George 2003; Lehoczky, Sha 1986',
  formula: formula(
    'w(s) = B_i + \\sum_j \\left\\lceil\\frac{w(s) + J_j}{T_j}\\right\\rceil C_j + \\sum_e \\left(\\left\\lfloor\\frac{s + J_e}{T_e}\\right\\rfloor + 1\\right) C_e + I, \\quad R_i = J_i + \\max_s \\left(w(s) - s\\right) \\le D_i',
    ['R', 'D', 'C', 'B', 'T', 'J', 'I', 'i', 'j'],
    [
      ['w(s)', () => tr`time from the critical instant until the job released at s is done`],
      ['s', () => tr`release of the job, from the critical instant`],
      ['e', () => tr`each task of the same priority, with i itself`],
    ],
  ),
  measures: 'response-time',
  exact: true,
  notApplicable: (set) =>
    firstReason(set, unlessOneCore, unlessPreemptive, unlessFixedPriority, unlessSporadicServers, unlessShared),
  judge,
};
