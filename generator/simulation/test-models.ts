/** Models in small whole numbers for tests, and schedules as text that can be checked by hand. */
import type { TraceObject } from '../trace/events.ts';
import { EVENT_KINDS } from '../trace/events.ts';
import type { TraceSink } from '../trace/sink.ts';
import { simulate } from './engine/engine.ts';
import { NO_COSTS, type SimulatedTask, type SimulationModel } from './model.ts';

export interface TaskNumbers extends Partial<SimulatedTask> {
  readonly T: number;
  readonly C: number;
  readonly D?: number;
  /** First arrival. */
  readonly at?: number;
  /** Execution time of its jobs. Default: C. */
  readonly takes?: number;
}

/** One task. Its priority is its index unless given. */
function taskOf({ T, C, D = T, at = 0, takes = C, ...rest }: TaskNumbers, index: number): SimulatedTask {
  return {
    priority: index,
    arrivals: { kind: 'periodic', offsetNs: at, periodNs: T },
    jitterNs: 0,
    deadlineNs: D,
    budgetNs: C,
    execution: { kind: 'constant', ns: takes },
    server: null,
    exhaustion: 'background',
    overrun: 'skip',
    catchUpLimit: 1,
    background: false,
    sections: [],
    reads: [],
    writes: [],
    cluster: 0,
    affinity: [0],
    ...rest,
  };
}

/** A background task with runs of this length. */
export const backgroundOf = (takes: number, rest: Partial<SimulatedTask> = {}): TaskNumbers => ({
  T: 1,
  C: Number.POSITIVE_INFINITY,
  D: Number.POSITIVE_INFINITY,
  takes,
  arrivals: { kind: 'never' },
  background: true,
  ...rest,
});

/** One core, fixed priorities, preemptive, unless `rest` overrides this. */
export function modelOf(tasks: readonly TaskNumbers[], rest: Partial<SimulationModel> = {}): SimulationModel {
  const cores = rest.cores ?? 1;
  const all = Array.from({ length: cores }, (_, core) => core);
  const simulated = tasks.map((task, index) => taskOf(cores === 1 ? task : { affinity: all, ...task }, index));
  return {
    tasks: simulated,
    interrupts: [],
    ioServers: [],
    channels: [],
    resources: [],
    protocol: 'ceiling',
    order: 'fixed-priority',
    preemptive: true,
    jitter: 'random',
    cores,
    clusters: [{ cores: all, dispatcher: 'priority' }],
    costs: NO_COSTS,
    metadata: { clockHz: 1_000_000_000, releaseStartNs: 0, objects: simulated.map(objectOf) },
    ...rest,
  };
}

function objectOf({ arrivals, deadlineNs, budgetNs, background }: SimulatedTask, index: number): TraceObject {
  const timed = arrivals.kind === 'periodic' && !background;
  return {
    class: 'task',
    index,
    name: `T${index + 1}`,
    periodNs: timed ? arrivals.periodNs : null,
    offsetNs: timed ? arrivals.offsetNs : null,
    deadlineNs: Number.isFinite(deadlineNs) ? deadlineNs : null,
    budgetNs: Number.isFinite(budgetNs) ? budgetNs : null,
  };
}

/** Collects events as text: "12 start 0", followed by the value if it is not 0. */
export class TextSink implements TraceSink {
  readonly lines: string[] = [];

  metadata(): void {}

  segment(): void {}

  event(timeNs: number, kind: number, object: number, value: number): void {
    const name = object < 0 ? '' : ` ${object}`;
    this.lines.push(`${timeNs} ${EVENT_KINDS[kind]}${name}${value === 0 ? '' : ` =${value}`}`);
  }

  text(): void {}
}

/** All events until then, after the boot. */
export function eventsOf(model: SimulationModel, untilNs: number, seed = 0): string[] {
  const sink = new TextSink();
  simulate(model, sink, { untilNs, seed });
  return sink.lines.slice(1);
}

const GOES = new Set(['start', 'switch-in']);
const STOPS = new Set(['switch-out', 'complete']);

/**
 * Which task ran when: "0:0-2 1:2-5" is task 0 from 0 to 2, then task 1 until 5. With several cores
 * "0@1:0-2": task 0 on core 1.
 */
export function scheduleOf(model: SimulationModel, untilNs: number, seed = 0): string {
  const open = new Map<string, { from: string; core: string }>();
  const pieces: { text: string; from: number }[] = [];
  for (const line of eventsOf(model, untilNs, seed)) {
    const [time = '', kind = '', task = '', value = '=0'] = line.split(' ');
    if (GOES.has(kind)) open.set(task, { from: time, core: value.slice(1) });
    const piece = STOPS.has(kind) ? open.get(task) : undefined;
    if (piece === undefined) continue;
    open.delete(task);
    const place = model.cores > 1 ? `@${piece.core}` : '';
    pieces.push({ text: `${task}${place}:${piece.from}-${time}`, from: Number(piece.from) });
  }
  return pieces
    .sort((a, b) => a.from - b.from)
    .map(({ text }) => text)
    .join(' ');
}
