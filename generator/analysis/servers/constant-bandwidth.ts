/**
 * Constant-bandwidth servers under EDF: with ΣC/T ≤ 1, each job of at most C completes by the end
 * of its period, whatever the execution times of other jobs.
 *
 * L. Abeni, G. Buttazzo, "Integrating Multimedia Applications in Hard Real-Time Systems", RTSS
 * 1998, theorem 1 and lemma 1: a server (C, T) demands no more than a task (C, T) with D = T. With
 * blocking and interrupts, the processor-demand test of those tasks decides. Jitter is kept: the
 * server deadline of a job that is released late counts from the arrival.
 */
import { tr } from '../../words/tr.ts';
import { firstReason, unlessEdf, unlessOneCore, unlessPreemptive } from '../applicability.ts';
import { processorDemand } from '../edf/processor-demand.ts';
import { formatRatios } from '../format.ts';
import { type Judgement, type Method, withoutResponses } from '../method.ts';
import { formula } from '../symbols.ts';
import { type TaskSet, utilizationOf } from '../task-set.ts';

/** Tasks with the deadlines that order the servers. */
const asTasks = (set: TaskSet): TaskSet => ({
  ...set,
  entities: set.entities.map((entity) => ({ ...entity, deadlineNs: entity.periodNs })),
});

function judge(set: TaskSet): Judgement {
  const holds = processorDemand.judge(asTasks(set)).verdict === 'schedulable';
  const value = utilizationOf(set);
  const [shown, one] = formatRatios(value, 1);
  return {
    verdict: holds ? 'schedulable' : 'unknown',
    value,
    bound: 1,
    margin: 1 - value,
    tasks: withoutResponses(set, () => (holds ? true : null)),
    failure: null,
    explanation: [
      {
        text:
          value <= 1
            ? tr`The servers require ${shown} of the processor.`
            : tr`The servers require ${shown} of the processor, which is more than available.`,
        tex: `\\sum \\frac{C_i}{T_i} = ${shown} ${value <= 1 ? '\\le' : '>'} ${one}`,
        numbers: { U: value, bound: 1 },
      },
      {
        text: holds
          ? tr`Each server gets its budget by the end of every period, whatever the execution times of other jobs.`
          : tr`It is not proven that each server gets its budget by the end of every period.`,
      },
    ],
  };
}

function unlessBandwidth({ capabilities, entities }: TaskSet): string | null {
  if (capabilities.server !== 'constant-bandwidth' || capabilities.budgets === 'monitored') {
    return tr`${capabilities.label} does not enforce budgets with constant-bandwidth servers.`;
  }
  const early = entities.find(({ deadlineNs, periodNs }) => deadlineNs < periodNs);
  return early === undefined
    ? null
    : tr`"${early.name}" has a deadline before its period ends (D < T), which its server ignores.`;
}

export const constantBandwidth: Method = {
  id: 'constant-bandwidth',
  get label() {
    return tr`Constant-bandwidth servers`;
  },
  get phrase() {
    return tr`the bandwidth of its servers`;
  },
  reference: 'Abeni, Buttazzo 1998',
  formula: formula('\\sum_i \\frac{C_i}{T_i} \\le 1', ['C', 'T', 'i']),
  measures: 'utilization',
  exact: false,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessPreemptive, unlessEdf, unlessBandwidth),
  judge,
};
