/**
 * The timeline's source for a schedule that is simulated again with every slider movement. The
 * source object stays the same and its content is replaced.
 */
import { useEffect, useMemo } from 'react';
import type { SimulatedSchedule } from '../../../../generator/simulation/schedule/schedule.ts';
import { remembered } from '../../../../generator/sketch/remembered.ts';
import { ns } from '../../base/time.ts';
import { SwappingSource, scheduleSource } from '../../charts/timeline/timeline.tsx';
import { predictionLength } from '../../state/run/prediction-length.ts';
import type { SimulatorState } from '../../state/run/schedule-simulator.ts';
import type { ReadableStore } from '../../state/session/use-session.ts';
import { useDocument } from '../../state/sketch/document.ts';

const sourceOf = remembered((schedule: SimulatedSchedule) => scheduleSource(schedule));

/** Margin before the start of a view. */
const AIR = 0.02;

/** Each document begins with a new view. */
export function useScheduleSource(store: ReadableStore<SimulatorState>): SwappingSource {
  const generation = useDocument((state) => state.generation);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new one for each document.
  const source = useMemo(() => new SwappingSource(true), [generation]);
  useEffect(() => {
    const take = ({ simulated }: SimulatorState) => {
      const shownNs = simulated === null ? 0 : predictionLength(simulated.question.sketch).shownNs;
      const home = { from: ns(-AIR * shownNs), to: ns(shownNs) };
      source.exchange(simulated === null ? null : sourceOf(simulated.schedule), simulated === null ? null : home);
    };
    take(store.getState());
    return store.subscribe(take);
  }, [store, source]);
  return source;
}
