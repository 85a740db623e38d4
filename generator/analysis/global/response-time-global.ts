/**
 * Response times under global scheduling, EDF or fixed priorities (global-response.ts).
 *
 * M. Bertogna, M. Cirinei, "Response-Time Analysis for globally scheduled Symmetric Multiprocessor
 * Platforms", RTSS 2007: the workload depends on the slack of each task (equations 4 and 8). Fixed
 * priorities use one pass in order of priority; EDF iterates the slack, from the smallest response
 * times upwards. Response times count from the arrival, so they include jitter. Tasks of equal priority interfere with each other.
 * Sufficient.
 */
import { formatInstant } from '../../numbers/time.ts';
import { tr, trCount } from '../../words/tr.ts';
import { exactUs, formatComparison, texName } from '../format.ts';
import type { Step } from '../method.ts';
import { stepBudget } from '../response.ts';
import { formula } from '../symbols.ts';
import { mostOf, type Responses, responseOn, rivalsOf, solve } from './global-response.ts';
import {
  type GlobalSystem,
  type GlobalTask,
  type GlobalTest,
  globalMethod,
  NO_TASKS,
  type Outcome,
} from './multiprocessor.ts';

/** About ten milliseconds. */
const MOST_STEPS = 1_000_000;

function run(system: GlobalSystem): Outcome {
  const { tasks } = system;
  if (tasks.length === 0) return NO_TASKS;
  const budget = stepBudget(MOST_STEPS);
  const all = [...new Set(tasks.flatMap(({ cores }) => cores))];
  const starts = new Map<GlobalTask, number>();
  const responses = solve(system, (task, known, leastNs) => {
    if (!budget.spend(tasks.length)) return null;
    const found = responseOn(system, task, all, known, budget, leastNs);
    if (found !== null) starts.set(task, found.startNs);
    return found?.responseNs ?? null;
  });
  return outcomeOf(system, responses, starts);
}

/**
 * If a task has no bound, the tasks with which it interferes have none either. Under EDF, these are
 * all tasks.
 *
 * @param starts by task: the start of its window, if that is not the latest release
 */
export function outcomeOf(
  system: GlobalSystem,
  found: Responses,
  starts: ReadonlyMap<GlobalTask, number> = new Map(),
): Outcome {
  const { tasks, edf } = system;
  const unbound = tasks.findIndex((task) => found.get(task) === null);
  const holds = unbound < 0;
  const rank = tasks[unbound]?.rank ?? Number.POSITIVE_INFINITY;
  const responses = tasks.map((task) => (holds || (!edf && task.rank < rank) ? (found.get(task) ?? null) : null));
  const steps = () => {
    const shown = tasks.slice(edf && !holds ? unbound : 0, holds ? MOST_SHOWN : unbound + 1).slice(-MOST_SHOWN);
    const explained = shown.map((task) =>
      explain(system, task, found.get(task) ?? null, starts.get(task) ?? task.jitterNs),
    );
    return [...explained, closing(system, holds)];
  };
  return { holds, responses, value: null, bound: null, steps };
}

const MOST_SHOWN = 32;

function explain(system: GlobalSystem, task: GlobalTask, responseNs: number | null, startNs: number): Step {
  const { processors } = system;
  const rivals = rivalsOf(system, task).length;
  if (responseNs === null) {
    return { text: tr`R(${task.name}): no bound up to ${formatInstant(mostOf(task, system))} was found.` };
  }
  const { response, sign, limit } = formatComparison(responseNs, task.deadlineNs);
  const windowNs = responseNs - startNs;
  const start = startNs > 0 ? `${exactUs(startNs)} + ` : '';
  return {
    text:
      rivals === 0
        ? tr`R(${task.name}) ≤ ${response} ${sign} D = ${limit}: no other task interferes.`
        : trCount(
            rivals,
            'R({1}) ≤ {2} {3} D = {4}: its own {5} and 1/{6} of the interference of {0} other task.',
            'R({1}) ≤ {2} {3} D = {4}: its own {5} and 1/{6} of the interference of {0} other tasks.',
            task.name,
            response,
            sign,
            limit,
            formatInstant(task.costNs),
            processors,
          ),
    tex: `R_{${texName(task.name)}} = ${start}${exactUs(task.costNs)} + \\left\\lfloor\\tfrac{1}{${processors}}\\sum I_i\\right\\rfloor = ${start}${exactUs(task.costNs)} + ${exactUs(windowNs - task.costNs)} = ${exactUs(responseNs)}\\,\\text{µs}`,
    numbers: { R: responseNs, D: task.deadlineNs, C: task.costNs, m: processors },
  };
}

const everyOne = (edf: boolean): string =>
  edf ? tr`Every R ≤ D under global EDF.` : tr`Every R ≤ D under global fixed priorities.`;

const closing = ({ edf }: GlobalSystem, holds: boolean): Step => ({
  text: holds ? everyOne(edf) : tr`The bounds prove nothing here; the tasks may still be schedulable.`,
});

export const responseTimeGlobalTest: GlobalTest = {
  id: 'response-time-global',
  get label() {
    return tr`Global response-time analysis`;
  },
  get phrase() {
    return tr`global response-time analysis`;
  },
  reference: 'Bertogna, Cirinei 2007, equations 4 and 8',
  formula: formula(
    'x = C_i + \\left\\lfloor\\frac{1}{m} \\sum_j I_j(x)\\right\\rfloor, \\quad R_i = s_i + x \\le D_i',
    ['R', 'D', 'C', 'm', 'i'],
    [
      ['s_i', () => tr`when x starts, after the arrival of a job: its jitter, or D − T under EDF if R is smaller`],
      ['x', () => tr`longest time from then to the end of the job`],
      ['j', () => tr`each task that can delay the job`],
      ['I_j(x)', () => tr`how long j can delay the job within x, given its own slack`],
    ],
  ),
  measures: 'response-time',
  refuses: () => null,
  run,
};

export const responseTimeGlobal = globalMethod(responseTimeGlobalTest);
