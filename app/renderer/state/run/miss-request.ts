/** A request to see the first miss of the last run. The timeline answers it as soon as it shows the run. */
import { createStore } from 'zustand/vanilla';
import { storeHook } from '../session/use-session.ts';
import type { Layout } from '../window/layout.ts';
import type { Prediction } from './prediction.ts';

interface MissRequestState {
  /** Null when nothing was asked, or when it is answered. */
  readonly asked: {
    /** Index of the task in the sketch that ran. Null asks for the first miss of all tasks. */
    readonly task: number | null;
  } | null;
}

interface Needs {
  readonly layout: Layout;
  readonly prediction: Prediction;
}

export type MissRequest = ReturnType<typeof createMissRequest>;

export function createMissRequest({ layout, prediction }: Needs) {
  const store = createStore<MissRequestState>(() => ({ asked: null }));

  function showFirstMiss(task: number | null): void {
    store.setState({ asked: { task } });
    prediction.showTimelineOf('measured');
    layout.showPanel('timeline');
  }

  const answered = (): void => store.setState({ asked: null });

  return { store, showFirstMiss, answered };
}

export const useMissRequest = storeHook(({ missRequest }) => missRequest.store);
