/**
 * What the run has measured so far. The assessment of the run's health reads it from the trace several
 * times per second, so all parts of the window show the same numbers.
 */
import { createStore } from 'zustand/vanilla';
import { countedByInterrupt } from '../../../../generator/profile/counted-edges.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import { useSketch } from '../sketch/document.ts';
import { useRun } from './run.ts';
import { type Trace, useIsRunEarlier, useTrace } from './trace.ts';

interface TaskMeasurement {
  readonly worstResponseNs: number | null;
  readonly misses: number;
}

export interface TaskMeasured extends TaskMeasurement {
  /** The sketch has changed since the run. */
  readonly earlier: boolean;
}

interface ChannelMeasurement {
  readonly writes: number;
  /** Items that wait now for the reader with the most. Null when events were lost. */
  readonly items: number | null;
  /** The most items that waited at once for one reader. Null before the first one. */
  readonly mostItems: number | null;
  /** Items that a full ring buffer refused. */
  readonly lost: number;
}

export interface ChannelMeasured extends ChannelMeasurement {
  /** The sketch has changed since the run. */
  readonly earlier: boolean;
}

interface InterruptMeasurement {
  readonly times: number;
  /** A board recorded only a sample, so it ran at least so often. */
  readonly isLeast: boolean;
}

interface MeasuredState {
  /** Events that the trace no longer has, because it keeps no more. */
  readonly dropped: number;
  /** Late jobs and dropped releases of all tasks. */
  readonly misses: number;
  readonly tasks: readonly TaskMeasurement[];
  readonly channels: readonly ChannelMeasurement[];
  /** How often each interrupt ran. */
  readonly interrupts: readonly InterruptMeasurement[];
}

const NOTHING: MeasuredState = { dropped: 0, misses: 0, tasks: [], channels: [], interrupts: [] };

/** Keeps objects with unchanged values, so that their cards are not rendered again. */
function kept<T extends object>(before: readonly T[], now: readonly T[]): readonly T[] {
  const same = (a: T, b: T) => (Object.keys(b) as (keyof T)[]).every((key) => a[key] === b[key]);
  return now.map((each, index) => {
    const old = before[index];
    return old !== undefined && same(old, each) ? old : each;
  });
}

interface Needs {
  readonly trace: Trace;
}

export type Measured = ReturnType<typeof createMeasured>;

export function createMeasured({ trace }: Needs, scope: Scope) {
  const store = createStore<MeasuredState>(() => NOTHING);
  let seenVersion = -1;

  /** Reads the events since the last call. */
  function measure(): void {
    const { store: events, jobs, statistics, spans, channels, sketch } = trace.store.getState();
    if (sketch === null || events.version === seenVersion) return;
    seenVersion = events.version;
    jobs.update();
    statistics.update();
    const byIndex = new Map(statistics.tasks.map((task) => [task.task.index, task]));
    channels.update();
    spans.update();
    const counted = countedByInterrupt(sketch, trace.lineOf().last.facts);
    const isSample = spans.isSampleOfDeliveries || events.gaps.length > 0;
    const before = store.getState();
    // Counts of the trackers, because the trace drops its oldest events.
    store.setState({
      dropped: events.droppedEvents,
      misses: statistics.tasks.reduce((sum, task) => sum + task.misses, 0),
      tasks: kept(
        before.tasks,
        sketch.tasks.map((_, index) => {
          const task = byIndex.get(index);
          return { worstResponseNs: task?.responseNs.worst ?? null, misses: task?.misses ?? 0 };
        }),
      ),
      channels: kept(
        before.channels,
        sketch.channels.map(({ readers }, index) => ({
          // Each reader has a buffer, and each write into a buffer is an event.
          writes: Math.floor(channels.writes(index) / Math.max(1, readers.length)),
          items: channels.items(index),
          mostItems: channels.most(index),
          lost: channels.lost(index),
        })),
      ),
      interrupts: kept(
        before.interrupts,
        counted.map(({ delivered }, index) => ({
          times: Math.max(spans.interrupts.get(index)?.runs.begun ?? 0, delivered ?? 0),
          isLeast: delivered === null && isSample,
        })),
      ),
    });
  }

  scope.own(
    trace.store.subscribe(() => {
      seenVersion = -1;
      store.setState(NOTHING);
    }),
  );

  return { store, measure };
}

const useMeasuredStore = storeHook(({ measured }) => measured.store);

/**
 * Returns the measurements of the task with this index. Null when it was not measured, or when the
 * sketch now has another task at this index.
 */
export function useMeasured(taskIndex: number): TaskMeasured | null {
  const ran = useTrace(({ sketch }) => sketch?.tasks[taskIndex]?.name);
  const now = useSketch(({ tasks }) => tasks[taskIndex]?.name);
  const earlier = useIsRunEarlier();
  const measured = useMeasuredStore(({ tasks }) => (ran === now ? (tasks[taskIndex] ?? null) : null));
  return measured === null ? null : { ...measured, earlier };
}

/** Returns the measurements of a channel. Null when it was not measured. */
export function useChannelMeasured(name: string): ChannelMeasured | null {
  const index = useTrace(({ sketch }) => sketch?.channels.findIndex((channel) => channel.name === name) ?? -1);
  const earlier = useIsRunEarlier();
  const measured = useMeasuredStore(({ channels }) => channels[index] ?? null);
  return measured === null ? null : { ...measured, earlier };
}

/** Returns the number of late jobs and dropped releases of all tasks so far. */
export const useMeasuredMisses = (): number => useMeasuredStore(({ misses }) => misses);

/** Returns the number of events that the trace of the run no longer has. */
export const useDroppedEvents = (): number => useMeasuredStore(({ dropped }) => dropped);

/** Returns how often an interrupt has run so far. Null before any measurement. */
export function useInterruptMeasured(name: string): InterruptMeasurement | null {
  const index = useTrace(({ sketch }) => sketch?.interrupts.findIndex((each) => each.name === name) ?? -1);
  return useMeasuredStore(({ interrupts }) => interrupts[index] ?? null);
}

/** Whether a program runs and is not paused. */
export const useIsRunning = (): boolean => useRun(({ phase }) => phase === 'running');
