/**
 * Interference in the window of one job of each task, under global EDF. With x = D_k − C_k and W_i the most that jobs of τ_i due by
 * the job's deadline can take in its window, the job is in time if
 *
 *   Σ_{i≠k} min(W_i, x) < m·x,   or = m·x and 0 < W_i ≤ x for some i,
 *   W_i = N_i·C_i + min(C_i, max(0, D_k − N_i·T_i)),   N_i = max(0, ⌊(D_k − D_i)/T_i⌋ + 1).
 *
 * M. Bertogna, M. Cirinei, G. Lipari, "Improved schedulability analysis of EDF on multiprocessor platforms", ECRTS 2005, theorem 7.
 * For D ≤ T. With jitter the window is the last D_k − J_k before the deadline, where the job is surely released; in W_i the jobs are
 * counted back from the deadline, which their jitter does not move. Sufficient.
 */
import { floorDiv } from './arithmetic.ts';
import { exactUs, formatNs, texName } from './format.ts';
import type { Step } from './method.ts';
import {
  type GlobalSystem,
  type GlobalTask,
  type GlobalTest,
  globalMethod,
  NO_TASKS,
  type Outcome,
  unlessConstrained,
  unlessGlobalEdf,
  unlessTooMany,
} from './multiprocessor.ts';

/** Most work of τ_i in a window of this length that ends with one of its deadlines. Unit: ns. */
function workload({ periodNs, costNs, deadlineNs }: GlobalTask, windowNs: number): number {
  const jobs = windowNs < deadlineNs ? 0 : floorDiv(windowNs - deadlineNs, periodNs) + 1;
  return jobs * costNs + Math.min(costNs, Math.max(0, windowNs - jobs * periodNs));
}

interface Check {
  readonly task: GlobalTask;
  /** x. */
  readonly slackNs: number;
  /** Σ min(W_i, x). */
  readonly interferenceNs: number;
  readonly holds: boolean;
}

function check(task: GlobalTask, { tasks, processors }: GlobalSystem): Check {
  const windowNs = task.deadlineNs - task.jitterNs;
  const slackNs = windowNs - task.costNs;
  if (slackNs < 0) return { task, slackNs, interferenceNs: 0, holds: false };
  let [sum, partial, others] = [0, false, false];
  for (const other of tasks) {
    if (other === task) continue;
    const work = workload(other, windowNs);
    sum += Math.min(work, slackNs);
    if (work > 0) others = true;
    if (work > 0 && work <= slackNs) partial = true;
  }
  const holds = !others || sum < processors * slackNs || (sum === processors * slackNs && partial);
  return { task, slackNs, interferenceNs: sum, holds };
}

function run(system: GlobalSystem): Outcome {
  const { tasks, processors } = system;
  let shown: Check | null = null;
  for (const task of tasks) {
    const next = check(task, system);
    // The first that fails; of those that hold, the one that is nearest to its bound.
    if (shown === null || !next.holds || used(next, processors) > used(shown, processors)) shown = next;
    if (!next.holds) break;
  }
  if (shown === null) return NO_TASKS;
  return { holds: shown.holds, responses: null, value: null, bound: null, steps: explain(shown, processors) };
}

const used = ({ interferenceNs, slackNs }: Check, processors: number): number =>
  slackNs <= 0 ? 1 : interferenceNs / (processors * slackNs);

function explain({ task, slackNs, interferenceNs, holds }: Check, processors: number): Step[] {
  if (slackNs < 0) return [{ text: `"${task.name}" needs more than its whole window: nothing is left for others.` }];
  const most = processors * slackNs;
  return [
    {
      text: `${holds ? 'The tightest' : 'The first that fails'} is "${task.name}": jobs due by its deadline can hold it off for ${formatNs(interferenceNs)} of processor time, ${processors} processors times its slack D − C are ${formatNs(most)}.`,
      tex: `\\sum_{i \\ne k} \\min(W_i, D_k - C_k) = ${exactUs(interferenceNs)} ${holds ? (interferenceNs < most ? '<' : '=') : '\\ge'} m (D_k - C_k) = ${processors} \\cdot ${exactUs(slackNs)} = ${exactUs(most)} \\quad (k = ${texName(task.name)})`,
      numbers: { interference: interferenceNs, slack: slackNs, m: processors },
    },
    { text: holds ? 'No job can be held off for so long: every deadline holds.' : 'The test proves nothing here.' },
  ];
}

export const bclTest: GlobalTest = {
  id: 'bcl',
  label: 'BCL interference test',
  phrase: 'the BCL interference test',
  reference: 'Bertogna, Cirinei, Lipari 2005, theorem 7',
  measures: 'demand',
  refuses: (system) => unlessGlobalEdf(system) ?? unlessConstrained(system) ?? unlessTooMany(system),
  run,
};

export const bcl = globalMethod(bclTest);
