/**
 * The series of a trace: the values that the program plots, the times of its jobs, what its channels hold,
 * the load of the processor and the rates of interrupts. A quantity is read from the trace when it is first
 * asked for, and takes no memory before.
 *
 *   const series = new TraceSeries({ store, jobs, channels });
 *   series.update();                            // reads only what is new
 *   series.values.get('temperature')?.sample(fromNs, toNs, columns)
 *   series.task(0, 'response').sample(fromNs, toNs, columns)
 */
import { ChannelTraffic, type TracedChannel } from '../jobs/channel-traffic.ts';
import type { JobTracker } from '../jobs/jobs.ts';
import { NEVER } from '../jobs/jobs-column.ts';
import { STATE_COMPLETE, type TaskJobs } from '../jobs/task-jobs.ts';
import { KIND_EVENTS_DROPPED, KIND_MARK, KIND_PLOT, KIND_TEXT, NO_OBJECT } from '../kinds.ts';
import { TraceNames } from '../names.ts';
import { numberOf } from '../number.ts';
import type { TraceStore } from '../store/store.ts';
import { InterruptRates } from './interrupt-rates.ts';
import { PrintedValues } from './printed-values.ts';
import { ProcessorLoad } from './processor-load.ts';
import { Series } from './series.ts';

/**
 * Quantities of a job. Unit: ns. `response`: from its arrival to its end, at its end. `execution`: its processor
 * time, at its end. `jitter`: from its arrival to its release, at its release; 0 for a task without a period.
 */
export type JobQuantity = 'response' | 'execution' | 'jitter';

/**
 * Quantities of a channel. `fill`: the number of items that wait for the slowest reader. `age`: the age of an item
 * when it is read, in ns.
 */
export type ChannelQuantity = 'fill' | 'age';

export interface SeriesSource {
  readonly store: TraceStore;
  readonly jobs: JobTracker;
  /** Channels by their index in the trace. */
  readonly channels?: readonly TracedChannel[];
  readonly cores?: number;
  /** Whether a board recorded the trace, so that its interrupts are a sample. Default: false. */
  readonly isSample?: boolean;
}

/** Maximum number of points in a series, which then uses 36 MB. */
const MOST_POINTS = 4 * 1024 * 1024;

interface Reader {
  readonly series: Series;
  readonly task: number;
  readonly quantity: JobQuantity;
  jobs: TaskJobs | null;
  /** The next row. */
  row: number;
}

export class TraceSeries {
  /** By the name that the code or a printed line gives. */
  readonly values = new Map<string, Series>();
  readonly #store: TraceStore;
  readonly #jobs: JobTracker;
  readonly #channels: readonly TracedChannel[];
  readonly #cores: number;
  readonly #isSample: boolean;
  readonly #readers = new Map<string, Reader>();
  readonly #ofChannels = new Map<string, Series>();
  #traffic: ChannelTraffic | null = null;
  #load: ProcessorLoad | null = null;
  #rates: InterruptRates | null = null;
  #printed = this.#readPrinted();
  #read = 0;
  #isBehind = true;
  #version = -1;

  constructor({ store, jobs, channels = [], cores = 1, isSample = false }: SeriesSource) {
    this.#store = store;
    this.#jobs = jobs;
    this.#channels = channels;
    this.#cores = cores;
    this.#isSample = isSample;
  }

  /** A series has at most as many points as the trace has events. */
  get #most(): number {
    return Math.min(MOST_POINTS, this.#store.capacity);
  }

  /** Reads what has come into the trace, for all quantities that were asked for. */
  update(): void {
    const store = this.#store;
    if (store.version === this.#version && !this.#isBehind) return;
    if (store.end < this.#read) this.#restart();
    this.#version = store.version;
    this.#isBehind = false;
    this.#jobs.update();
    this.#readValues();
    for (const reader of this.#readers.values()) this.#readJobs(reader);
    this.#traffic?.update();
    this.#load?.update();
    this.#rates?.update();
    this.#forget(store.startNs);
  }

  /** Drops what is older than the trace, which has dropped its oldest events. */
  #forget(startNs: number): void {
    for (const series of this.values.values()) series.forget(startNs);
    for (const { series } of this.#readers.values()) series.forget(startNs);
    for (const series of this.#ofChannels.values()) series.forget(startNs);
  }

  /** @param task its index in the trace */
  task(task: number, quantity: JobQuantity): Series {
    const key = `${quantity} ${task}`;
    let reader = this.#readers.get(key);
    if (reader === undefined) {
      reader = { series: new Series(this.#most), task, quantity, jobs: null, row: 0 };
      this.#readers.set(key, reader);
      this.#isBehind = true;
    }
    return reader.series;
  }

  /** @param channel its index in the trace */
  channel(channel: number, quantity: ChannelQuantity): Series {
    if (this.#traffic === null) this.#beginTraffic();
    return this.#ofChannel(channel, quantity);
  }

  get load(): ProcessorLoad {
    if (this.#load === null) this.#isBehind = true;
    this.#load ??= new ProcessorLoad(this.#store, this.#cores);
    return this.#load;
  }

  get rates(): InterruptRates {
    if (this.#rates === null) this.#isBehind = true;
    this.#rates ??= new InterruptRates(this.#store, this.#isSample);
    return this.#rates;
  }

  #beginTraffic(): void {
    this.#isBehind = true;
    this.#traffic = new ChannelTraffic(this.#store, this.#channels, {
      filled: (channel, timeNs, items) => this.#ofChannel(channel, 'fill').push(timeNs, items),
      read: (channel, timeNs, ageNs) => this.#ofChannel(channel, 'age').push(timeNs, ageNs),
    });
  }

  #ofChannel(channel: number, quantity: ChannelQuantity): Series {
    const key = `${quantity} ${channel}`;
    const known = this.#ofChannels.get(key) ?? new Series(this.#most);
    this.#ofChannels.set(key, known);
    return known;
  }

  #restart(): void {
    this.#printed = this.#readPrinted();
    this.#read = 0;
    this.#readers.clear();
    this.#ofChannels.clear();
    this.#traffic = null;
    this.values.clear();
  }

  #readValues(): void {
    const store = this.#store;
    const names = new TraceNames(store.currentMetadata);
    if (this.#read < store.first) this.#printed.event(KIND_EVENTS_DROPPED, NO_OBJECT);
    store.walk(this.#read, store.end, (_index, timeNs, kind, object, value) => {
      if (kind === KIND_MARK || kind === KIND_PLOT) this.#push(names.of(kind, object), timeNs, numberOf(kind, value));
      else if (kind === KIND_TEXT) this.#printed.text(timeNs, store.texts.get(value) ?? '');
      else this.#printed.event(kind, object);
    });
    this.#read = store.end;
  }

  #push(name: string, timeNs: number, value: number): void {
    const series = this.values.get(name) ?? new Series(this.#most);
    this.values.set(name, series);
    series.push(timeNs, value);
  }

  #readPrinted(): PrintedValues {
    return new PrintedValues((name, timeNs, value) => this.#push(name, timeNs, value));
  }

  #readJobs(reader: Reader): void {
    const jobs = this.#jobs.task(reader.task);
    if (jobs === null) return;
    // The task of another program.
    if (jobs !== reader.jobs) reader.row = 0;
    reader.jobs = jobs;
    const { series, quantity } = reader;
    for (let row = Math.max(jobs.first, reader.row); row < jobs.settled; row++) {
      if (quantity === 'jitter') {
        const release = jobs.releaseAt(row);
        series.push(release, Math.abs(release - jobs.arrivalAt(row)));
        continue;
      }
      const end = jobs.endAt(row);
      if (end === NEVER || jobs.stateAt(row) !== STATE_COMPLETE) continue;
      series.push(end, quantity === 'response' ? end - jobs.arrivalAt(row) : jobs.executionAt(row));
    }
    reader.row = jobs.settled;
  }
}
