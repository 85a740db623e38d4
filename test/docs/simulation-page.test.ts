/** The worked examples of docs/simulation.md, executed: every schedule on the page equals the simulated one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import { POLICIES, type Sketch } from '../../generator/sketch/model.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { targetById } from '../../generator/targets/index.ts';
import { EVENT_KINDS, type EventKind, type TraceEvent } from '../../generator/trace/events.ts';
import { TraceNames } from '../../generator/trace/names.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/simulation.md'), 'utf8');

/** A sketch and its schedules with different options. */
interface Example {
  readonly sketch: string;
  readonly options: ReadonlyMap<string, string>;
  readonly schedule: string;
}

const optionsOf = (words: string): ReadonlyMap<string, string> =>
  new Map(words.split(' ').map((pair) => pair.split('=') as [string, string]));

const BLOCK = /^```(sketch|schedule)(?: (.*))?\n([\s\S]*?)^```$/gm;

function examplesOf(text: string): Example[] {
  let sketch = '';
  return [...text.matchAll(BLOCK)].flatMap(([, kind, words = '', body = '']) => {
    if (kind === 'sketch') sketch = body;
    return kind === 'schedule' ? [{ sketch, options: optionsOf(words), schedule: body }] : [];
  });
}

const SERVERS = ['sporadic', 'deferrable', 'constant-bandwidth', 'none'] as const;
const PROTOCOLS = ['ceiling', 'inheritance', 'none'] as const;

/** The value of an option, which must be one of `values`. Undefined if the option is absent. */
function choice<T extends string>(options: Example['options'], name: string, values: readonly T[]): T | undefined {
  const given = options.get(name);
  const found = values.find((value) => value === given);
  if (given !== undefined && found === undefined) throw new Error(`unknown ${name} ${given}`);
  return found;
}

function sketchOf({ sketch: text, options }: Example): Sketch {
  const read = readSketch(text);
  if (!read.ok) throw new Error(read.problems.map((problem) => problem.message).join('\n'));
  const policy = choice(options, 'policy', POLICIES);
  const clusterCores = options.get('clusterCores');
  return {
    ...read.sketch,
    ...(policy === undefined ? {} : { policy }),
    ...(clusterCores === undefined ? {} : { clusterCores: Number(clusterCores) }),
  };
}

const MS = 1_000_000;

/**
 * Events that a line of the schedule lists besides execution intervals: with their times, and a
 * replenishment with its amount.
 */
const PHRASES: Partial<Record<EventKind, string>> = {
  'deadline-miss': 'misses at',
  'budget-exhausted': 'has used its budget up at',
  replenish: 'gets budget back at',
  'release-dropped': 'drops releases at',
};

/** Lines of words and times in ms, in the order of the drawing: "A runs 0–2, 5–7". */
class Schedule {
  readonly #lines = new Map<string, string[]>();
  readonly #since = new Map<string, number>();

  /** The first lines, in this order. */
  constructor(...lines: readonly string[]) {
    for (const line of lines) this.#lines.set(line, []);
  }

  begin(line: string, at: number): void {
    this.#since.set(line, at);
  }

  /** A piece that continues at the instant at which it ended is shown as one piece. */
  end(line: string, at: number): void {
    const since = this.#since.get(line);
    this.#since.delete(line);
    if (since === undefined || since === at) return;
    const pieces = this.#piecesOf(line);
    const [begin, end] = pieces.at(-1)?.split('–') ?? [];
    if (end === String(since)) pieces.splice(-1, 1, `${begin}–${at}`);
    else pieces.push(`${since}–${at}`);
  }

  note(line: string, text: string): void {
    this.#piecesOf(line).push(text);
  }

  finish(at: number): string {
    for (const line of [...this.#since.keys()]) this.end(line, at);
    return [...this.#lines]
      .flatMap(([line, pieces]) => (pieces.length > 0 ? `${line} ${pieces.join(', ')}\n` : []))
      .join('');
  }

  #piecesOf(line: string): string[] {
    const known = this.#lines.get(line);
    if (known !== undefined) return known;
    const pieces: string[] = [];
    this.#lines.set(line, pieces);
    return pieces;
  }
}

function describeEvent(schedule: Schedule, names: TraceNames, { kind, timeNs, object, value }: TraceEvent): void {
  const at = timeNs / MS;
  const name = names.of(EVENT_KINDS.indexOf(kind), object);
  const phrase = PHRASES[kind];
  if (kind === 'start' || kind === 'switch-in') schedule.begin(`${name} runs`, at);
  else if (kind === 'switch-out' || kind === 'complete') schedule.end(`${name} runs`, at);
  else if (kind === 'interrupt-enter') schedule.begin(`${name} is served`, at);
  else if (kind === 'interrupt-exit') schedule.end(`${name} is served`, at);
  else if (kind === 'interrupt-mask' && value === 1) schedule.begin(`${name} is masked`, at);
  else if (kind === 'interrupt-mask') schedule.end(`${name} is masked`, at);
  else if (kind === 'lock-wait') schedule.note(`${names.object('task', value)?.name} asks for ${name} at`, `${at}`);
  else if (phrase !== undefined)
    schedule.note(`${name} ${phrase}`, kind === 'replenish' ? `${at} (${value / MS})` : `${at}`);
}

function simulated(example: Example): string {
  const { options } = example;
  const sketch = sketchOf(example);
  const server = choice(options, 'server', SERVERS);
  const protocol = choice(options, 'protocol', PROTOCOLS);
  const built = buildSimulation(sketch, {
    capabilities: targetById(sketch.target),
    ...(server === undefined ? {} : { server }),
    ...(protocol === undefined ? {} : { protocol }),
  });
  if (!built.ok) throw new Error(built.reason);
  const until = Number(options.get('until'));
  const store = new TraceStore();
  simulate(built.model, store, { untilNs: until * MS });
  const names = new TraceNames(store.currentMetadata);
  const lines = [
    ...sketch.tasks.map(({ name }) => `${name} runs`),
    ...sketch.interrupts.map(({ name }) => `${name} is served`),
  ];
  const schedule = new Schedule(...lines);
  for (let i = store.first; i < store.end; i++) describeEvent(schedule, names, store.at(i));
  return schedule.finish(until);
}

describe('docs/simulation.md', () => {
  const examples = examplesOf(page);

  it('has an example of every server and of every protocol', () => {
    const shown = (option: string) => new Set(examples.map(({ options }) => options.get(option)));
    expect([...SERVERS].filter((server) => !shown('server').has(server))).toEqual([]);
    expect([...PROTOCOLS].filter((protocol) => !shown('protocol').has(protocol))).toEqual([]);
  });

  it.each(examples.map((example) => [example.schedule.trim(), example] as const))('%s', (_, example) => {
    expect(simulated(example)).toBe(example.schedule);
  });
});
