/** The labels of the document's values for users. */
import type {
  ArrivalPattern,
  ChannelKind,
  ExecutionShape,
  ExhaustionPolicy,
  InterruptMode,
  OverrunPolicy,
  Policy,
  TaskKind,
  TimeUnit,
} from '../../../../generator/sketch/model.ts';

export interface Words {
  readonly short: string;
  readonly title: string;
}

export const POLICY_LABELS: Readonly<Record<Policy, Words>> = {
  'rate-monotonic': { short: 'Rate monotonic', title: 'The shorter the period, the more urgent.' },
  'deadline-monotonic': { short: 'Deadline monotonic', title: 'The shorter the deadline, the more urgent.' },
  fixed: { short: 'Fixed priority', title: 'Each task’s own priority; larger is more urgent.' },
  edf: { short: 'Earliest deadline', title: 'The job whose deadline comes first runs first (EDF).' },
};

export const TASK_KIND_LABELS: Readonly<Record<TaskKind, Words>> = {
  periodic: { short: 'Periodic', title: 'Released once every period.' },
  sporadic: { short: 'Sporadic', title: 'Released by events, at least one period apart.' },
  background: { short: 'Background', title: 'Runs when nothing else is ready; no deadline.' },
};

export const OVERRUN_LABELS: Readonly<Record<OverrunPolicy, Words>> = {
  skip: { short: 'Skip', title: 'Releases during a running job are dropped.' },
  'catch-up': { short: 'Catch up', title: 'Missed releases are made up later, up to a limit.' },
  stop: { short: 'Stop', title: 'The task is not released again.' },
  demote: { short: 'Demote', title: 'The task continues in the background until it has caught up.' },
};

export const EXHAUSTION_LABELS: Readonly<Record<ExhaustionPolicy, Words>> = {
  background: {
    short: 'In the background',
    title: 'The job continues below all other tasks until its budget is replenished.',
  },
  wait: { short: 'Waits', title: 'The job is suspended until its budget is replenished.' },
};

export const EXECUTION_LABELS: Readonly<Record<ExecutionShape, Words>> = {
  constant: { short: 'the same time', title: 'Every job takes the same time.' },
  uniform: { short: 'any time between', title: 'Each job takes a time between the two, uniformly distributed.' },
  bimodal: { short: 'mostly short, rarely long', title: 'Most jobs take the short time, and a few take the long one.' },
};

export const ARRIVAL_LABELS: Readonly<Record<ArrivalPattern, Words>> = {
  periodic: { short: 'at equal intervals', title: 'Once every T.' },
  sporadic: { short: 'at least T apart', title: 'At least T apart, plus a random time of T on average.' },
  bursty: { short: 'in bursts', title: 'Several at once, every T.' },
  random: { short: 'at random', title: 'A Poisson process with mean interval T.' },
};

export const CHANNEL_KIND_LABELS: Readonly<Record<ChannelKind, Words>> = {
  'four-slot': { short: 'Four-slot', title: 'The newest value; neither side ever waits.' },
  'ring-buffer': { short: 'Ring buffer', title: 'Every value in order, while there is space.' },
};

export const MODE_LABELS: Readonly<Record<InterruptMode, string>> = {
  rising: 'Rising edge',
  falling: 'Falling edge',
  change: 'Any change',
  low: 'Low level',
};

export const TIME_UNIT_LABELS: Readonly<Record<TimeUnit, string>> = {
  auto: 'The best unit',
  us: 'µs',
  ms: 'ms',
  s: 's',
};

/** The title of a measured number that the present sketch did not produce. */
export const EARLIER = 'Measured with an earlier version of the sketch';
