/**
 * Simulates a model in slices, so that Ctrl-C works and every event is counted before it is
 * dropped.
 */
import { setImmediate } from 'node:timers/promises';
import { Simulation } from '../../generator/simulation/engine/engine.ts';
import type { SimulationModel } from '../../generator/simulation/model.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { replay } from '../../generator/trace/store/replay.ts';
import { TelemetryEncoder } from '../../generator/trace/wire/encoder.ts';
import { Recording } from '../host/measuring/recording.ts';
import type { TracedRun } from './traces/trace-output.ts';

const SLICE_EVENTS = 65_536;

export interface SimulatedRun extends TracedRun {
  readonly outcome: 'finished' | 'interrupted';
  /** How far the simulation ran. Unit: ns. */
  readonly simulatedNs: number;
  readonly wallMs: number;
}

export interface SimulationRequest {
  readonly model: SimulationModel;
  readonly untilNs: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** What is simulated, for reports about its channels. */
  readonly sketch?: Sketch;
}

export async function playModel({ model, untilNs, seed, signal, sketch }: SimulationRequest): Promise<SimulatedRun> {
  const recording = new Recording(sketch ?? null);
  const started = performance.now();
  const simulation = new Simulation(model, recording.store, { seed });
  let finished = false;
  while (!finished && !signal.aborted) {
    finished = simulation.run(untilNs, SLICE_EVENTS);
    recording.count(simulation.nowNs);
    await setImmediate();
  }
  return {
    outcome: finished ? 'finished' : 'interrupted',
    simulatedNs: simulation.nowNs,
    wallMs: performance.now() - started,
    recording,
    serial: telemetryOf(recording),
  };
}

/**
 * The telemetry that a board would have sent for the events still in the store. Encoded on demand.
 */
function* telemetryOf({ store }: Recording): Generator<Uint8Array> {
  const encoder = new TelemetryEncoder();
  replay(store, encoder);
  yield encoder.take();
}
