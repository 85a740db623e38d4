/** The schedule that `polyloop explain` explains: a recorded trace with its sketch, or a simulation of a sketch. */
import type { AdmissionContext } from '../../../generator/analysis/admission.ts';
import type { Calibrated } from '../../../generator/calibration/record.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import { buildSimulation } from '../../../generator/simulation/build/build.ts';
import type { Phasing } from '../../../generator/simulation/build/phases.ts';
import { simulate } from '../../../generator/simulation/engine/engine.ts';
import type { SimulationModel } from '../../../generator/simulation/model.ts';
import { playedSchedule, readOn, type SimulatedSchedule } from '../../../generator/simulation/schedule/schedule.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import type { TraceMetadata, TraceObject } from '../../../generator/trace/events.ts';
import { TRACE_EXTENSION } from '../../../generator/trace/file/extension.ts';
import { TraceStore } from '../../../generator/trace/store/store.ts';
import { CommandError, EXIT_INVALID } from '../exit-codes.ts';
import { readSketchInput } from '../sketch-input.ts';
import { readTraceFile } from '../traces/trace-input.ts';

export interface ScheduleInput {
  readonly schedule: SimulatedSchedule;
  readonly sketch: Sketch;
  readonly context: AdmissionContext;
}

/** @param sketchFile the sketch of a trace without a header; null: the trace has one */
export async function recordedSchedule(
  trace: string,
  sketchFile: string | null,
  calibrations: readonly Calibrated[],
): Promise<ScheduleInput> {
  const store = new TraceStore();
  const origin = await readTraceFile(trace, store, () => undefined);
  const metadata = store.currentMetadata;
  if (metadata === null) {
    throw invalid(`${trace} has no events of a program. Record one: polyloop run FILE --trace NAME${TRACE_EXTENSION}`);
  }
  if (origin === null && sketchFile === null) {
    throw invalid(`${trace} does not contain its sketch. Name the sketch that ran with --sketch FILE.`);
  }
  const sketch = sketchFile === null ? (origin as { sketch: Sketch }).sketch : await readSketch(sketchFile);
  const { model, context } = modelOf(trace, sketch, contextOf(sketch, false, calibrations));
  const difference = differenceOf(metadata, model.metadata);
  if (difference !== null) {
    throw invalid(
      `${trace} is not a trace of this sketch: ${difference}. Name the sketch that ran with --sketch FILE.`,
    );
  }
  const schedule = playedSchedule(model, store);
  readOn(schedule);
  return { schedule, sketch, context };
}

export interface Simulated {
  readonly untilNs: number;
  /** Whether `task` has its worst case, by index. Otherwise the offsets of the sketch hold. */
  readonly critical: ((sketch: Sketch) => number | null) | null;
  readonly ideal: boolean;
}

export async function simulatedSchedule(
  sketchFile: string,
  { untilNs, critical, ideal }: Simulated,
  calibrations: readonly Calibrated[],
): Promise<ScheduleInput> {
  const sketch = await readSketch(sketchFile);
  const phasing: Phasing = critical === null ? { kind: 'drawn' } : { kind: 'critical', task: critical(sketch) };
  const { model, context } = modelOf(sketchFile, sketch, contextOf(sketch, ideal, calibrations), phasing);
  const schedule = playedSchedule(model, new TraceStore());
  simulate(model, schedule.trace, { untilNs });
  readOn(schedule);
  return { schedule, sketch, context };
}

async function readSketch(file: string): Promise<Sketch> {
  const read = await readSketchInput(file);
  if (read.ok) return read.sketch;
  throw invalid(`${file}: ${read.problems[0]?.message ?? ''} "polyloop check ${file}" lists all problems.`);
}

function modelOf(
  file: string,
  sketch: Sketch,
  context: AdmissionContext,
  phasing: Phasing = { kind: 'drawn' },
): { readonly model: SimulationModel; readonly context: AdmissionContext } {
  const built = buildSimulation(sketch, { ...context, phasing });
  if (!built.ok) throw new CommandError(`${file} cannot be explained: ${built.reason}`);
  return { model: built.model, context };
}

const isCompared = ({ class: kind }: TraceObject): boolean => kind === 'task' || kind === 'resource';
const TIMES = { periodNs: 'period', deadlineNs: 'deadline', budgetNs: 'budget' } as const;

/** What differs in the tasks and resources of a trace and a sketch; null: nothing. */
function differenceOf(trace: TraceMetadata, sketch: TraceMetadata): string | null {
  const keyOf = ({ class: kind, index }: TraceObject): string => `${kind} ${index}`;
  const others = new Map(sketch.objects.filter(isCompared).map((object) => [keyOf(object), object]));
  for (const object of trace.objects.filter(isCompared)) {
    const other = others.get(keyOf(object));
    if (other === undefined) return `the sketch has no ${object.class} "${object.name}"`;
    others.delete(keyOf(object));
    if (other.name !== object.name) return `its ${object.class} "${object.name}" is "${other.name}" in the sketch`;
    for (const [time, name] of Object.entries(TIMES) as [keyof typeof TIMES, string][]) {
      if (other[time] !== object[time])
        return `the ${name} of ${object.class} "${object.name}" is another in the sketch`;
    }
  }
  const [missing] = others.values();
  return missing === undefined ? null : `it has no ${missing.class} "${missing.name}"`;
}

const invalid = (message: string): CommandError => new CommandError(message, EXIT_INVALID);
