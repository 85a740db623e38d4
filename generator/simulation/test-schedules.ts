/** Schedules for tests, simulated and read. */
import { TraceStore } from '../trace/store/store.ts';
import { simulate } from './engine/engine.ts';
import type { SimulationModel } from './model.ts';
import { playedSchedule, readOn, type SimulatedSchedule } from './schedule/schedule.ts';
import { modelOf } from './test-models.ts';

export function simulated(model: SimulationModel, untilNs: number): SimulatedSchedule {
  const store = new TraceStore();
  const schedule = playedSchedule(model, store);
  simulate(model, store, { untilNs });
  readOn(schedule);
  return schedule;
}

/**
 * Burns and Wellings: R = 3, 6, 20. T1 0–3, T2 3–6, T3 6–7, T1 7–10, T3 10–12, T2 12–14, T1 14–17,
 * T2 17–18, T3 18–20.
 * @param at first arrival of all three
 */
export const burnsWellings = (at = 0): SimulationModel =>
  modelOf([
    { T: 7, C: 3, at },
    { T: 12, C: 3, at },
    { T: 20, C: 5, at },
  ]);
