/**
 * Compares two profiles, value by value: before and after a change, two boards, two targets, or a prediction
 * and a measurement. Tasks, channels and interrupts are matched by their names.
 */
import type { InterruptProfile, Profile, TaskProfile } from './profile.ts';

export const TASK_VALUES = [
  'period',
  'budget',
  'deadline',
  'bound',
  'executionMean',
  'executionMedian',
  'execution95',
  'execution99',
  'executionMost',
  'trend',
  'responseMean',
  'responseMedian',
  'response95',
  'response99',
  'responseMost',
  'jitterMedian',
  'jitter95',
  'jitter99',
  'jitterMost',
  'leastDistance',
  'stackUsed',
  'misses',
  'overruns',
  'utilization',
] as const;
export type TaskValue = (typeof TASK_VALUES)[number];

export const CHANNEL_VALUES = ['lost', 'items95', 'mostItems', 'ageMedian', 'age95', 'age99', 'ageMost'] as const;
export type ChannelValue = (typeof CHANNEL_VALUES)[number];

export const INTERRUPT_VALUES = ['delivered', 'recorded', 'worst', 'masked', 'maskedFor', 'lost'] as const;
export type InterruptValue = (typeof INTERRUPT_VALUES)[number];

export const LOAD_VALUES = ['tasks', 'runtime', 'telemetry', 'idle'] as const;
export type LoadValue = (typeof LOAD_VALUES)[number];

/** A value in both profiles; null: it has none. */
export interface Pair<V extends string> {
  readonly value: V;
  readonly a: number | null;
  readonly b: number | null;
}

export interface ComparedRow<V extends string> {
  readonly name: string;
  /** In which profiles it is. */
  readonly side: 'both' | 'a' | 'b';
  /** Whether a task or handler ran different code, or the same code on another board or target. */
  readonly isOtherCode: boolean;
  /** Pairs of values of which at least one profile has a value. */
  readonly pairs: readonly Pair<V>[];
}

export interface ProfileComparison {
  readonly tasks: readonly ComparedRow<TaskValue>[];
  readonly channels: readonly ComparedRow<ChannelValue>[];
  readonly interrupts: readonly ComparedRow<InterruptValue>[];
  readonly load: readonly Pair<LoadValue>[];
  /** The properties of the measured programs that differ. */
  readonly differs: readonly (typeof HEADS)[number][];
}

const HEADS = ['board', 'target', 'policy', 'device', 'fingerprint'] as const;

/** The value of a task in its unit: ns, ns per second, bytes, a number or a share. */
function taskValue(task: TaskProfile, value: TaskValue): number | null {
  const values: Readonly<Record<TaskValue, number | null | undefined>> = {
    period: task.periodNs,
    budget: task.budgetNs,
    deadline: task.deadlineNs,
    bound: task.boundNs,
    executionMean: task.execution?.meanNs,
    executionMedian: task.execution?.medianNs,
    execution95: task.execution?.p95Ns,
    execution99: task.execution?.p99Ns,
    executionMost: task.execution?.mostNs,
    trend: task.executionTrend.direction === 'none' ? null : task.executionTrend.nsPerSecond,
    responseMean: task.response?.meanNs,
    responseMedian: task.response?.medianNs,
    response95: task.response?.p95Ns,
    response99: task.response?.p99Ns,
    responseMost: task.response?.mostNs,
    jitterMedian: task.releaseJitter?.medianNs,
    jitter95: task.releaseJitter?.p95Ns,
    jitter99: task.releaseJitter?.p99Ns,
    jitterMost: task.releaseJitter?.mostNs,
    leastDistance: task.leastDistanceNs,
    stackUsed: task.stack?.usedBytes,
    misses: task.late + task.dropped,
    overruns: task.overruns,
    utilization: task.utilization,
  };
  return values[value] ?? null;
}

export function compareProfiles(a: Profile, b: Profile): ProfileComparison {
  return {
    tasks: rowsOf(a.tasks, b.tasks, TASK_VALUES, taskValue, (one, other) => one.code !== other.code),
    channels: rowsOf(a.channels, b.channels, CHANNEL_VALUES, ({ age, lost, fill, mostItems }, value) => {
      const ages = { ageMedian: age?.medianNs, age95: age?.p95Ns, age99: age?.p99Ns, ageMost: age?.mostNs };
      return { lost, items95: fill?.p95Items, mostItems, ...ages }[value] ?? null;
    }),
    interrupts: rowsOf(a.interrupts, b.interrupts, INTERRUPT_VALUES, (each, value) => {
      const { delivered: recorded, worstNs, masked, maskedNs, lost } = each;
      return { delivered: deliveriesOf(each), recorded, worst: worstNs, masked, maskedFor: maskedNs, lost }[value];
    }),
    load: LOAD_VALUES.map((value) => ({ value, a: a.load[value], b: b.load[value] })),
    differs: HEADS.filter((head) => a[head] !== b[head]),
  };
}

/** How often an interrupt was delivered. Null: not known, because only a sample was recorded. */
export const deliveriesOf = ({ counted, delivered, deliveredIsLeast }: InterruptProfile): number | null =>
  counted ?? (deliveredIsLeast ? null : delivered);

interface Named {
  readonly name: string;
}

function rowsOf<T extends Named, V extends string>(
  a: readonly T[],
  b: readonly T[],
  values: readonly V[],
  of: (element: T, value: V) => number | null,
  isOther: (one: T, other: T) => boolean = () => false,
): ComparedRow<V>[] {
  const names = [...new Set([...a, ...b].map(({ name }) => name))];
  return names.map((name) => {
    const [one, other] = [a.find((each) => each.name === name), b.find((each) => each.name === name)];
    const found = (element: T | undefined, value: V) => (element === undefined ? null : of(element, value));
    return {
      name,
      side: one === undefined ? 'b' : other === undefined ? 'a' : 'both',
      isOtherCode: one !== undefined && other !== undefined && isOther(one, other),
      pairs: values
        .map((value) => ({ value, a: found(one, value), b: found(other, value) }))
        .filter((pair) => pair.a !== null || pair.b !== null),
    };
  });
}

/** Whether a value differs in both profiles by more than the error of a quantile. */
export function hasChanged({ a, b }: Pair<string>, tolerance = 0): boolean {
  if (a === null || b === null) return a !== b;
  return Math.abs(a - b) > tolerance * Math.max(Math.abs(a), Math.abs(b));
}
