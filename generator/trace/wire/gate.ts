/**
 * Passes events to a sink once their time and their objects are certain.
 *
 * On the wire an event's time is a delta, and its object a number. After lost frames, the base of
 * the deltas is unknown until the next sync, and so is the run of the program: the board may have
 * been reset, or have another program. A sync gives both. For another run than before, the names
 * are unknown until its metadata has come. Until time, run and names are known, events are held
 * back here in ticks, and then dated exactly. Events that can never be resolved are discarded and
 * appear as a gap. Nothing is ever guessed.
 *
 * The decoder owns the gate and writes to the sink itself while the gate is open.
 */
import type { TraceMetadata } from '../events.ts';
import { KIND_GAP, KIND_TEXT, NO_OBJECT } from '../kinds.ts';
import type { TraceSink } from '../sink.ts';
import { IS_VALUE_IN_TICKS } from './protocol.ts';
import { TickClock } from './tick-clock.ts';

/**
 * Marks the start of a segment among the held entries; `value` is 1 if its boot event was recorded.
 */
const HELD_SEGMENT = -1;
const UNKNOWN_LENGTH = -1;
/** No run has this number. */
const UNKNOWN_RUN = -1;

interface Held {
  readonly ticks: number;
  readonly kind: number;
  readonly object: number;
  readonly value: number;
  readonly text: string;
}

export class TraceGate {
  /** Time and names are certain: events may go directly to the sink. */
  open = false;
  /** Ticks of the latest event since the program's start; while undated, since an unknown base. */
  ticks = 0;
  /** Events that could not be dated or attributed. */
  discarded = 0;
  clock: TickClock | null = null;

  readonly #sink: TraceSink;
  readonly #limit: number;
  #known = false;
  #dated = false;
  /** Number of the run of the dated events. After a boot it is unknown until the first sync. */
  #run = UNKNOWN_RUN;
  /** Whether the metadata has that run's names. */
  #confirmed = false;
  /**
   * Whether the metadata has the names of the current events. While undated, they may belong to
   * another run.
   */
  #confirmedUndated = false;
  /** Dated events of one run, not yet confirmed. */
  #ready: Held[] = [];
  /** Events since the last loss. Their ticks count from an unknown base. */
  #undated: Held[] = [];
  /**
   * While undated: the time of the last event before the loss; null if none is known in this
   * segment.
   */
  #lossAt: number | null = null;
  /** While undated: ticks, from the unknown base, up to which events were discarded. */
  #undatedStart = 0;
  /** Time of the sink's last event; null while it has no segment. */
  #written: number | null = null;

  constructor(sink: TraceSink, limit: number) {
    this.#sink = sink;
    this.#limit = limit;
  }

  /**
   * Time of the latest event or sync since the program's start; null while it is unknown. Unit: ns.
   */
  get timeNs(): number | null {
    return this.#dated && this.clock !== null ? this.clock.toNs(this.ticks) : null;
  }

  /** Holds an event at `this.ticks`; only while not open. */
  hold(kind: number, object: number, value: number, text = ''): void {
    if (this.#ready.length + this.#undated.length >= this.#limit) this.#overflow();
    (this.#dated ? this.#ready : this.#undated).push({ ticks: this.ticks, kind, object, value, text });
  }

  /** Frames were lost: neither the time nor the run is certain any more. */
  lose(): void {
    if (this.#dated) this.#lossAt = this.ticks;
    else this.#discardUndated();
    this.#close();
    this.#dated = false;
    this.#confirmedUndated = false;
    this.#undatedStart = 0;
    this.ticks = 0;
  }

  /** The program started. Earlier events that are still undated can no longer be dated. */
  boot(): void {
    const lossAt = this.#dated ? null : this.#lossAt;
    if (!this.#dated) this.#discardUndated();
    this.#close();
    this.#leaveRun(lossAt);
    this.#lossAt = null;
    this.#dated = true;
    this.#mark(0, HELD_SEGMENT, 1);
    this.ticks = 0;
  }

  /** A sync event gives the time and the run. `this.ticks` already includes its delta. */
  sync(absolute: number, delta: number, run: number): void {
    if (this.#dated) {
      if (this.#run === UNKNOWN_RUN) this.#run = run;
      if (absolute === this.ticks && run === this.#run) return;
      // A violation of the protocol: the earlier events were of another time.
      this.ticks -= delta;
      this.lose();
    }
    const base = absolute - this.ticks;
    if (base < 0) this.#discardUndated();
    if (run !== this.#run) this.#enterRun(run);
    else if (this.#confirmedUndated) this.#confirmed = true;
    this.#markLoss(base < 0 ? absolute : base + this.#undatedStart);
    for (const held of this.#undated) this.#ready.push({ ...held, ticks: held.ticks + base });
    this.#undated = [];
    this.#dated = true;
    this.ticks = absolute;
    this.#settle();
  }

  /** The program's names and clock are certain for everything since the last loss. */
  confirm(): void {
    if (this.#dated) this.#confirmed = true;
    else this.#confirmedUndated = true;
    this.#settle();
  }

  /** Does the same as `confirm` for metadata with other names than before. */
  change(metadata: TraceMetadata): void {
    // Events that are ready while the time is unknown belong to a run before the loss. The
    // names of that run have not come.
    const lost = this.#dated ? 0 : this.#dropReady();
    if (this.open) this.#written = this.ticks;
    const gapDue = lost > 0 || this.#ready[0]?.kind !== HELD_SEGMENT;
    if (gapDue && this.#written !== null && this.clock) {
      this.#sink.event(this.clock.toNs(this.#written), KIND_GAP, NO_OBJECT, UNKNOWN_LENGTH);
    }
    this.#beginOver();
    this.clock = new TickClock(metadata.clockHz);
    this.#sink.metadata(metadata);
    this.#known = true;
    this.confirm();
  }

  /** The end of the stream: held events can no longer be resolved. */
  end(): void {
    this.discarded += countEvents(this.#ready) + countEvents(this.#undated);
    this.#ready = [];
    this.#undated = [];
  }

  /** After a change of program a new segment begins, here or at the next sync. */
  #beginOver(): void {
    if (this.#known) {
      while (this.#ready[0]?.kind === KIND_GAP) this.#ready.shift();
    }
    if (!this.#dated) {
      this.#lossAt = null;
      this.#run = UNKNOWN_RUN;
    }
    if (this.#dated && this.#ready[0]?.kind !== HELD_SEGMENT) {
      this.#ready.unshift({ ticks: this.ticks, kind: HELD_SEGMENT, object: NO_OBJECT, value: 0, text: '' });
    }
  }

  /**
   * The run does not continue. Its events without names appear as a gap; `lossAt`: so does its end.
   */
  #leaveRun(lossAt: number | null): void {
    const dropped = this.#dropReady() > 0;
    const from = dropped ? this.#written : lossAt;
    if (from !== null) this.#mark(from, KIND_GAP, UNKNOWN_LENGTH);
    this.#run = UNKNOWN_RUN;
    this.#confirmed = false;
  }

  /** Starts another run than before the loss. */
  #enterRun(run: number): void {
    this.#leaveRun(this.#lossAt);
    this.#lossAt = null;
    this.#run = run;
    this.#confirmed = this.#confirmedUndated;
  }

  /** Discards the ready entries and returns their number. */
  #dropReady(): number {
    const { length } = this.#ready;
    this.discarded += countEvents(this.#ready);
    this.#ready = [];
    return length;
  }

  #close(): void {
    if (this.open) this.#written = this.ticks;
    this.open = false;
  }

  /**
   * The loss ends at `end`: records a gap. Starts a new segment if time would run backwards or does
   * not advance, because the frames after the loss may repeat those before it.
   */
  #markLoss(end: number): void {
    const from = this.#lossAt;
    if (from === null) this.#mark(end, HELD_SEGMENT, 0);
    else if (end > from) this.#mark(from, KIND_GAP, end - from);
    else {
      this.#mark(from, KIND_GAP, UNKNOWN_LENGTH);
      this.#mark(end, HELD_SEGMENT, 0);
    }
    this.#lossAt = null;
  }

  #mark(ticks: number, kind: number, value: number): void {
    this.#ready.push({ ticks, kind, object: NO_OBJECT, value, text: '' });
  }

  #settle(): void {
    if (!this.#confirmed || this.clock === null) return;
    for (const held of this.#ready) this.#write(held, this.clock);
    this.#ready = [];
    this.open = this.#dated;
  }

  #write(held: Held, clock: TickClock): void {
    this.#written = held.kind === HELD_SEGMENT ? 0 : held.ticks;
    const timeNs = clock.toNs(held.ticks);
    if (held.kind === HELD_SEGMENT) this.#sink.segment(held.value === 1);
    else if (held.kind === KIND_TEXT) this.#sink.text(timeNs, held.text);
    else if (held.kind === KIND_GAP) {
      this.#sink.event(timeNs, KIND_GAP, NO_OBJECT, held.value < 0 ? held.value : clock.toNs(held.value));
    } else {
      const value = IS_VALUE_IN_TICKS[held.kind] === 1 ? clock.toNs(held.value) : held.value;
      this.#sink.event(timeNs, held.kind, held.object, value);
    }
  }

  /** Too many events are held: they are discarded, as if they had been lost on the way. */
  #overflow(): void {
    if (this.#dated) {
      const restarted = this.#ready.some((held) => held.kind === HELD_SEGMENT);
      this.discarded += countEvents(this.#ready);
      this.#ready = [];
      if (restarted && this.#written !== null) this.#mark(this.#written, KIND_GAP, UNKNOWN_LENGTH);
      this.#lossAt = restarted ? null : this.#written;
      this.#dated = false;
      this.#confirmedUndated = false;
      this.ticks = 0;
      this.#undatedStart = 0;
    } else {
      this.#discardUndated();
      this.#undatedStart = this.ticks;
      if (this.#ready.length >= this.#limit / 2) {
        this.discarded += countEvents(this.#ready);
        this.#ready = this.#ready.filter((held) => held.kind === HELD_SEGMENT || held.kind === KIND_GAP);
      }
    }
  }

  #discardUndated(): void {
    this.discarded += countEvents(this.#undated);
    this.#undated = [];
  }
}

function countEvents(entries: readonly Held[]): number {
  let count = 0;
  for (const { kind } of entries) if (kind !== HELD_SEGMENT && kind !== KIND_GAP) count++;
  return count;
}
