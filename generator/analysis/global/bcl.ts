/**
 * Interference in a window before one job's deadline, under global EDF. With x = L − C_k and W_i
 * the maximum workload in the last L before the deadline of τ_i's jobs that are due by then, the
 * job meets its deadline if for some L ≤ D_k
 *
 *   Σ_{i≠k} min(W_i, x + 1) < m·(x + 1),   W_i = ⌊L/T_i⌋·C_i + min(C_i, L mod T_i).
 *
 * M. Bertogna, M. Cirinei, G. Lipari, "Improved schedulability analysis of EDF on multiprocessor
 * platforms", ECRTS 2005, theorem 7, with L = D_k; their W_i has the same value because D_i ≤ T_i.
 * Times are whole units (1 ns), so the interference of a late job is at least x + 1, which covers
 * their case of equality. The proof holds for any L in which the job is released. W_i does not
 * depend on deadlines, so a longer deadline never fails. With jitter L ≤ D_k − J_k. W_i counts jobs
 * backwards from the deadline, which their jitter does not change. With D > T the period replaces
 * the deadline (withinPeriods). Sufficient.
 */

import { formatInstant, formatSlack } from '../../numbers/time.ts';
import { tr } from '../../words/tr.ts';
import { exactUs, exactUsAndUnits, texName } from '../format.ts';
import type { Step } from '../method.ts';
import { type StepBudget, stepBudget } from '../response.ts';
import { formula } from '../symbols.ts';
import { capped, piece, type Rival, workloadWithoutCarryIn } from './carry-in.ts';
import { addPiece, clearPiece, type Interference, windowOf } from './global-response.ts';
import {
  type GlobalSystem,
  type GlobalTask,
  type GlobalTest,
  globalMethod,
  NO_TASKS,
  type Outcome,
  unlessDroppedReleases,
  unlessGlobalEdf,
  unlessTooMany,
  withinPeriods,
} from './multiprocessor.ts';

/** About ten milliseconds, for the search of shorter windows. */
const MOST_STEPS = 500_000;

interface Check {
  readonly task: GlobalTask;
  /** x. */
  readonly slackNs: number;
  /** Σ min(W_i, x + 1). */
  readonly interferenceNs: number;
  readonly holds: boolean;
}

/** Σ min(W_i, L − C_k + 1) by L. */
function interferenceOn(task: GlobalTask, tasks: readonly GlobalTask[]): Interference {
  // Jobs count by deadlines in the window, not by releases, so jitter does not matter.
  const rivals = tasks.filter((other) => other !== task).map((other): Rival => ({ ...other, jitterNs: 0 }));
  const one = piece();
  return (windowNs, sum) => {
    clearPiece(sum);
    for (const rival of rivals) {
      workloadWithoutCarryIn(rival, windowNs, one);
      capped(one, windowNs - task.costNs + 1, 1);
      addPiece(sum, one);
    }
  };
}

/**
 * Checks the whole window before the deadline. If that proves nothing, checks the shortest window
 * that gives a proof.
 */
function check(task: GlobalTask, { tasks, processors }: GlobalSystem, budget: StepBudget): Check {
  const interference = interferenceOn(task, tasks);
  const sum = piece();
  const within = (windowNs: number): Check => {
    const slackNs = windowNs - task.costNs;
    if (slackNs < 0) return { task, slackNs, interferenceNs: 0, holds: false };
    interference(windowNs, sum);
    return { task, slackNs, interferenceNs: sum.workNs, holds: sum.workNs < processors * (slackNs + 1) };
  };
  const whole = within(task.deadlineNs - task.jitterNs);
  if (whole.holds || whole.slackNs < 0) return whole;
  const shorter = windowOf(task, processors, tasks.length, interference, budget);
  return shorter === null ? whole : within(shorter);
}

function run(system: GlobalSystem): Outcome {
  const { tasks, processors } = system;
  const budget = stepBudget(MOST_STEPS);
  let shown: Check | null = null;
  for (const task of tasks) {
    const next = check(task, system, budget);
    // The first check that fails, otherwise the one nearest to its bound.
    if (shown === null || !next.holds || used(next, processors) > used(shown, processors)) shown = next;
    if (!next.holds) break;
  }
  if (shown === null) return NO_TASKS;
  return { holds: shown.holds, responses: null, value: null, bound: null, steps: () => explain(shown, processors) };
}

const used = ({ interferenceNs, slackNs }: Check, processors: number): number =>
  slackNs < 0 ? 1 : interferenceNs / (processors * (slackNs + 1));

function explain({ task, slackNs, interferenceNs, holds }: Check, processors: number): Step[] {
  if (slackNs < 0)
    return [{ text: tr`"${task.name}" needs more than its whole window, which leaves no time for other tasks.` }];
  const windowNs = slackNs + task.costNs;
  const most = processors * (slackNs + 1);
  return [
    {
      text: tr`${holds ? tr`The tightest` : tr`The first that fails`} is "${task.name}": in the last ${formatInstant(windowNs)} before its deadline, jobs due by then can use ${formatInstant(interferenceNs)} of processor time; its slack on ${processors} processors is ${formatSlack(most)}.`,
      tex: `\\sum_{i \\ne k} \\min(W_i, L - C_k + \\varepsilon) = ${exactUsAndUnits(interferenceNs)} ${holds ? '<' : '\\ge'} m (L - C_k + \\varepsilon) = ${processors} \\cdot (${exactUs(slackNs)} + \\varepsilon) \\quad (k = ${texName(task.name)}, L = ${exactUs(windowNs)})`,
      numbers: { interference: interferenceNs, slack: slackNs, L: windowNs, m: processors },
    },
    {
      text: holds ? tr`No job can be delayed for that long: every deadline holds.` : tr`The test proves nothing here.`,
    },
  ];
}

export const bclTest: GlobalTest = {
  id: 'bcl',
  get label() {
    return tr`BCL interference test`;
  },
  get phrase() {
    return tr`the BCL interference test`;
  },
  reference: 'Bertogna, Cirinei, Lipari 2005, theorem 7, for any window',
  formula: formula(
    '\\sum_{j \\ne i} \\min\\left(W_j(L),\\ L - C_i + \\varepsilon\\right) < m\\,(L - C_i + \\varepsilon), \\quad L \\le D_i - J_i',
    ['C', 'D', 'J', 'm', 'i', 'ε'],
    [
      ['L', () => tr`a time before the deadline of the job`],
      ['W_j(L)', () => tr`longest that the jobs of another task j run in L`],
    ],
  ),
  measures: 'demand',
  refuses: (system) => unlessGlobalEdf(system) ?? unlessDroppedReleases(system) ?? unlessTooMany(system),
  run: withinPeriods(run),
};

export const bcl = globalMethod(bclTest);
