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
import { tr, trCount } from '../../../../generator/words/tr.ts';

export interface Words {
  readonly short: string;
  readonly title: string;
}

export const POLICY_LABELS: Readonly<Record<Policy, Words>> = {
  'rate-monotonic': { short: tr`Rate monotonic`, title: tr`The shorter the period, the more urgent.` },
  'deadline-monotonic': { short: tr`Deadline monotonic`, title: tr`The shorter the deadline, the more urgent.` },
  fixed: { short: tr`Fixed priority`, title: tr`Each task’s own priority; larger is more urgent.` },
  edf: { short: tr`Earliest deadline`, title: tr`The job with the earliest deadline runs first (EDF).` },
};

export const TASK_KIND_LABELS: Readonly<Record<TaskKind, Words>> = {
  periodic: { short: tr`Periodic`, title: tr`Released once every period.` },
  sporadic: { short: tr`Sporadic`, title: tr`Released by events, at least one period apart.` },
  background: { short: tr`Background`, title: tr`Runs when nothing else is ready; no deadline.` },
};

export const OVERRUN_LABELS: Readonly<Record<OverrunPolicy, Words>> = {
  skip: { short: tr`Skip`, title: tr`Releases during a running job are dropped.` },
  'catch-up': { short: tr`Catch up`, title: tr`Missed releases are made up later, up to a limit.` },
  stop: { short: tr`Stop`, title: tr`The task is not released again.` },
  demote: { short: tr`Demote`, title: tr`The task continues in the background until it has caught up.` },
};

export const EXHAUSTION_LABELS: Readonly<Record<ExhaustionPolicy, Words>> = {
  background: {
    short: tr`In the background`,
    title: tr`The job continues below all other tasks until its budget is replenished.`,
  },
  wait: { short: tr`Waits`, title: tr`The job is suspended until its budget is replenished.` },
  stop: {
    short: tr`Is stopped`,
    title: tr`The job ends there, and its locks are released. What its code has begun stays unfinished.`,
  },
};

export const EXECUTION_LABELS: Readonly<Record<ExecutionShape, Words>> = {
  constant: { short: tr`the same time`, title: tr`Every job takes the same time.` },
  uniform: { short: tr`any time between`, title: tr`Each job takes a time between the two, uniformly distributed.` },
  bimodal: {
    short: tr`mostly short, rarely long`,
    title: tr`Most jobs take the short time, and a few take the long one.`,
  },
};

export const ARRIVAL_LABELS: Readonly<Record<ArrivalPattern, Words>> = {
  periodic: { short: tr`at equal intervals`, title: tr`Once every T.` },
  sporadic: { short: tr`at least T apart`, title: tr`At least T apart, plus a random time of T on average.` },
  bursty: { short: tr`in bursts`, title: tr`Several at once, every T.` },
  random: { short: tr`at random`, title: tr`A Poisson process with mean interval T.` },
};

export const CHANNEL_KIND_LABELS: Readonly<Record<ChannelKind, Words>> = {
  'four-slot': { short: tr`Four-slot`, title: tr`The newest value; neither side ever waits.` },
  'ring-buffer': { short: tr`Ring buffer`, title: tr`Every value in order, while there is space.` },
};

export const MODE_LABELS: Readonly<Record<InterruptMode, string>> = {
  rising: tr`Rising edge`,
  falling: tr`Falling edge`,
  change: tr`Any change`,
  low: tr`Low level`,
};

/** The same within a line of a card. */
export const SHORT_MODE_LABELS: Readonly<Record<InterruptMode, string>> = {
  rising: tr`rising`,
  falling: tr`falling`,
  change: tr`any change`,
  low: tr`low`,
};

export const TIME_UNIT_LABELS: Readonly<Record<TimeUnit, string>> = {
  auto: tr`The best unit`,
  us: 'µs',
  ms: 'ms',
  s: 's',
};

/** To which pins a part is wired. */
export const wiringWords = (pins: readonly string[]): string =>
  pins.length === 0 ? tr`not wired yet` : trCount(pins.length, 'pin {1}', 'pins {1}', pins.join(', '));

/** The title of a measured number that the present sketch did not produce. */
export const EARLIER = tr`Measured with an earlier version of the sketch`;
