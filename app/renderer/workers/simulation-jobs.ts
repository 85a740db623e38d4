/** What the simulation's worker can do: play a sketch, and tell its trace while it grows. */
import { boardById } from '../../../generator/boards/index.ts';
import { buildSimulation, type SimulationOptions } from '../../../generator/simulation/build/build.ts';
import { Simulation } from '../../../generator/simulation/engine/engine.ts';
import type { SimulationModel } from '../../../generator/simulation/model.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { targetById } from '../../../generator/targets/index.ts';
import { BatchSink, buffersOf, type EventBatch } from './event-batch.ts';
import type { JobHandlers, RunningJob } from './worker-server.ts';

/** How a sketch is played; the rest follows from its board and target. */
export type PlayOptions = Omit<SimulationOptions, 'capabilities' | 'overheads' | 'seed'> & {
  readonly seed: number;
  /** The runtime takes no time. */
  readonly ideal: boolean;
};

export interface PlayRequest {
  readonly sketch: Sketch;
  readonly options: PlayOptions;
  /** Until then, what happens at that time included. Unit: ns. */
  readonly untilNs: number;
  /** It ends after the instant by which so many events have been told. */
  readonly mostEvents: number;
  /** Events from the start that the window has: the same request tells the same ones. */
  readonly knownEvents: number;
}

export type PlayProgress =
  | { readonly kind: 'model'; readonly model: SimulationModel; readonly assumptions: readonly string[] }
  | { readonly kind: 'events'; readonly batch: EventBatch };

export type PlayResult =
  /** `complete`: played until the time that was asked for; else `mostEvents` came before. */
  | { readonly ok: true; readonly reachedNs: number; readonly complete: boolean }
  /** What keeps the sketch from being played, in words for the user. */
  | { readonly ok: false; readonly reason: string };

export type SimulationJobs = {
  play: { request: PlayRequest; progress: PlayProgress; result: PlayResult };
};

/** The first slice is small, so that something is shown at once. Unit: events. */
const FIRST_SLICE = 2_000;
const SLICE = 8_000;

export async function play(request: PlayRequest, job: RunningJob<PlayProgress>): Promise<PlayResult> {
  const { sketch, options, untilNs, mostEvents, knownEvents } = request;
  const overheads = options.ideal ? null : (boardById(sketch.board)?.targets[sketch.target]?.overheads ?? null);
  const built = buildSimulation(sketch, { ...options, capabilities: targetById(sketch.target), overheads });
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

export const simulationHandlers: JobHandlers<SimulationJobs> = { play };
