/**
 * The timeline's source for a schedule that is simulated again with every slider movement. The
 * source object stays the same and its content is replaced.
 */
import { useEffect, useMemo } from 'react';
import type { PlayedSchedule } from '../../../../generator/simulation/schedule/schedule.ts';
import { ns } from '../../base/time.ts';
import { SwappingSource, scheduleSource, type TimelineSource } from '../../charts/timeline/timeline.tsx';
import { predictionLength } from '../../state/run/prediction-length.ts';
import type { Played, PlayerState } from '../../state/run/schedule-player.ts';
import type { ReadableStore } from '../../state/session/use-session.ts';
import { useDocument } from '../../state/sketch/document.ts';

const sources = new WeakMap<PlayedSchedule, TimelineSource>();

function sourceOf({ schedule }: Played): TimelineSource {
  const source = sources.get(schedule) ?? scheduleSource(schedule);
  sources.set(schedule, source);
  return source;
}

/** Margin before the start of a view. */
const AIR = 0.02;

/** Each document begins with a new view. */
export function useScheduleSource(store: ReadableStore<PlayerState>): SwappingSource {
  const generation = useDocument((state) => state.generation);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new one for each document.
  const source = useMemo(() => new SwappingSource(true), [generation]);
  useEffect(() => {
    const take = ({ played }: PlayerState) => {
      const shownNs = played === null ? 0 : predictionLength(played.question.sketch).shownNs;
      const home = { from: ns(-AIR * shownNs), to: ns(shownNs) };
      source.exchange(played === null ? null : sourceOf(played), played === null ? null : home);
    };
    take(store.getState());
    return store.subscribe(take);
  }, [store, source]);
  return source;
}
