/** What the run has measured so far, read from the trace a few times a second. */
import { create } from 'zustand';
import { KIND_CHANNEL_READ, KIND_CHANNEL_WRITE, KIND_INTERRUPT_ENTER } from '../../../generator/trace/kinds.ts';
import { useSketch } from './document.ts';
import { useRun } from './run.ts';
import { useTrace } from './trace.ts';

export interface TaskMeasured {
  readonly worstResponseNs: number | null;
  readonly misses: number;
}

export interface ChannelActivity {
  readonly writes: number;
  readonly reads: number;
}

interface MeasuredState {
  readonly tasks: readonly TaskMeasured[];
  readonly channels: readonly ChannelActivity[];
  /** How often each interrupt ran. */
  readonly interrupts: readonly number[];
}

const useMeasuredStore = create<MeasuredState>(() => ({ tasks: [], channels: [], interrupts: [] }));

const INTERVAL_MS = 200;
let seenVersion = -1;

function measure(): void {
  const { store, jobs, statistics, sketch } = useTrace.getState();
  if (sketch === null || store.version === seenVersion) return;
  seenVersion = store.version;
  jobs.update();
  statistics.update();
  const byIndex = new Map(statistics.tasks.map((task) => [task.task.index, task]));
  useMeasuredStore.setState({
    tasks: sketch.tasks.map((_, index) => {
      const task = byIndex.get(index);
      return { worstResponseNs: task?.responseNs.worst ?? null, misses: task?.misses ?? 0 };
    }),
    channels: sketch.channels.map((_, index) => ({
      writes: store.count(KIND_CHANNEL_WRITE, index),
      reads: store.count(KIND_CHANNEL_READ, index),
    })),
    interrupts: sketch.interrupts.map((_, index) => store.count(KIND_INTERRUPT_ENTER, index)),
  });
}

let timer: ReturnType<typeof setInterval> | null = null;
useRun.subscribe(({ phase }) => {
  const live = phase === 'running' || phase === 'paused';
  if (live && timer === null) timer = setInterval(measure, INTERVAL_MS);
  if (!live && timer !== null) {
    clearInterval(timer);
    timer = null;
    // The last that the board sent may be decoded after its end was told.
    for (const afterMs of [0, INTERVAL_MS]) setTimeout(measure, afterMs);
  }
});
useTrace.subscribe(() => {
  seenVersion = -1;
  useMeasuredStore.setState({ tasks: [], channels: [], interrupts: [] });
});

/** The task with this index in the sketch; null when nothing was measured of it, or the sketch has other tasks now. */
export function useMeasured(taskIndex: number): TaskMeasured | null {
  const ran = useTrace(({ sketch }) => sketch?.tasks[taskIndex]?.name);
  const now = useSketch(({ tasks }) => tasks[taskIndex]?.name);
  return useMeasuredStore(({ tasks }) => (ran === now ? (tasks[taskIndex] ?? null) : null));
}

/** A channel's writes and reads so far; null while nothing was measured. */
export function useChannelActivity(name: string): ChannelActivity | null {
  const index = useTrace(({ sketch }) => sketch?.channels.findIndex((channel) => channel.name === name) ?? -1);
  return useMeasuredStore(({ channels }) => channels[index] ?? null);
}

/** How often an interrupt ran so far; null while nothing was measured. */
export function useInterruptCount(name: string): number | null {
  const index = useTrace(({ sketch }) => sketch?.interrupts.findIndex((each) => each.name === name) ?? -1);
  return useMeasuredStore(({ interrupts }) => interrupts[index] ?? null);
}

/** Whether a program is running now (and not paused). */
export const useIsRunning = (): boolean => useRun(({ phase }) => phase === 'running');
