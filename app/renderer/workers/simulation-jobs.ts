/** The job of the simulation worker: simulates a sketch and sends its trace as it grows. */
import type { Calibrated } from '../../../generator/calibration/record.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import { buildSimulation, type SimulationOptions } from '../../../generator/simulation/build/build.ts';
import { Simulation } from '../../../generator/simulation/engine/engine.ts';
import type { SimulationModel } from '../../../generator/simulation/model.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { BatchSink, buffersOf, type EventBatch } from './event-batch.ts';
import type { JobHandlers, RunningJob } from './worker-server.ts';

/** Options of a simulation. The remaining ones follow from the sketch's board and target. */
export type SimulationSettings = Omit<SimulationOptions, 'capabilities' | 'overheads' | 'seed'> & {
  readonly seed: number;
  /** Ignores the runtime's overheads. */
  readonly ideal: boolean;
  /** What was measured on the user's boards. */
  readonly calibrations: readonly Calibrated[];
};

export interface SimulationRequest {
  readonly sketch: Sketch;
  readonly options: SimulationSettings;
  /** End of the simulation, including events at that time. Unit: ns. */
  readonly untilNs: number;
  /** The simulation stops after the instant at which this many events have been sent. */
  readonly mostEvents: number;
  /**
   * Number of events that the window has already. The same request produces the same events again.
   */
  readonly knownEvents: number;
}

export type SimulationProgress =
  | { readonly kind: 'model'; readonly model: SimulationModel; readonly assumptions: readonly string[] }
  | { readonly kind: 'events'; readonly batch: EventBatch };

export type SimulationResult =
  /**
   * `complete` is true when the simulation reached the requested time, and false when it stopped at
   * `mostEvents`.
   */
  | { readonly ok: true; readonly reachedNs: number; readonly complete: boolean }
  /** Why the sketch cannot be simulated, in words for the user. */
  | { readonly ok: false; readonly reason: string };

export type SimulationJobs = {
  simulate: { request: SimulationRequest; progress: SimulationProgress; result: SimulationResult };
};

/** The first slice is small, so that the first result appears immediately. Unit: events. */
const FIRST_SLICE = 2_000;
const SLICE = 8_000;

export async function runSimulation(
  request: SimulationRequest,
  job: RunningJob<SimulationProgress>,
): Promise<SimulationResult> {
  const { sketch, options, untilNs, mostEvents, knownEvents } = request;
  const { calibrations, ...more } = options;
  const built = buildSimulation(sketch, { ...more, ...contextOf(sketch, options.ideal, calibrations) });
  if (!built.ok) return built;
  if (knownEvents === 0) job.progress({ kind: 'model', model: built.model, assumptions: built.assumptions });
  const sink = new BatchSink(knownEvents);
  const simulation = new Simulation(built.model, sink, { seed: options.seed });
  let complete = false;
  while (!complete && simulation.eventCount < mostEvents) {
    const slice = simulation.eventCount === 0 ? FIRST_SLICE : SLICE;
    complete = simulation.run(untilNs, Math.min(slice, mostEvents - simulation.eventCount));
    if (sink.count > 0) {
      const batch = sink.take();
      job.progress({ kind: 'events', batch }, buffersOf(batch));
    }
    await job.turn();
  }
  return { ok: true, reachedNs: simulation.nowNs, complete };
}

export const simulationHandlers: JobHandlers<SimulationJobs> = { simulate: runSimulation };
