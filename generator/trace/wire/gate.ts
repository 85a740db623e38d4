/**
 * Lets events through to a sink once it is certain when they happened and what they are about.
 *
 * On the wire an event's time is a delta, and its object a number. After frames were lost the base of the deltas is
 * unknown until the next sync, and so is the run of the program that goes on: the board may have been reset, or have another
 * program. A sync says both. Of a run that is not the one before, the names are unknown until metadata has come. Until all of it
 * is settled events are held back here, in ticks, and then dated exactly; what can never be settled is discarded and stays
 * visible as a gap. Nothing is ever guessed.
 *
 * Owned by the decoder, which writes to the sink itself while the gate is open.
 */
import type { TraceMetadata } from '../events.ts';
import { KIND_GAP, KIND_TEXT, NO_OBJECT } from '../kinds.ts';
import type { TraceSink } from '../sink.ts';
import { IS_VALUE_IN_TICKS } from './protocol.ts';
import { TickClock } from './tick-clock.ts';

/** Stands among the held entries for the start of a segment; `value` is 1 when its boot event was seen. */
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
  /** Settled both ways: events may go straight to the sink. */
  open = false;
  /** Ticks of the latest event since the program's start; since an unknown base while undated. */
  ticks = 0;
  /** Events that could not be dated or attributed. */
  discarded = 0;
  clock: TickClock | null = null;

  readonly #sink: TraceSink;
  readonly #limit: number;
  #known = false;
  #dated = false;
  /** Number of the run that the dated events are of; the one after a boot is unknown until its sync. */
  #run = UNKNOWN_RUN;
  /** That run's names are those of the metadata. */
  #confirmed = false;
  /** Those of what comes now are: while undated it may be another run. */
  #confirmedUndated = false;
  /** Dated, of one run, and not yet confirmed. */
  #ready: Held[] = [];
  /** Events since the last loss; their ticks count from an unknown base. */
  #undated: Held[] = [];
  /** While undated: the time of the last event before the loss; null where none is known in this segment. */
  #lossAt: number | null = null;
  /** While undated: ticks, from the unknown base, up to which events were discarded. */
  #undatedStart = 0;
  /** Time of the sink's last event; null while it has no segment. */
  #written: number | null = null;

  constructor(sink: TraceSink, limit: number) {
    this.#sink = sink;
    this.#limit = limit;
  }

  /** Time of the latest event or sync since the program's start; null while it is not known. Unit: ns. */
  get timeNs(): number | null {
    return this.#dated && this.clock !== null ? this.clock.toNs(this.ticks) : null;
  }

  /** An event at `this.ticks`; only while not open. */
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

  /** The program started; what came before and is still undated can no longer be dated. */
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

  /** A sync event, the delta of which `this.ticks` already holds, says what the time is, and of which run. */
  sync(absolute: number, delta: number, run: number): void {
    if (this.#dated) {
      if (this.#run === UNKNOWN_RUN) this.#run = run;
      if (absolute === this.ticks && run === this.#run) return;
      // Against the protocol: what came before was of another time.
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

  /** The program's names and clock are certain, for all since the last loss. */
  confirm(): void {
    if (this.#dated) this.#confirmed = true;
    else this.#confirmedUndated = true;
    this.#settle();
  }

  /** As `confirm`, with names that are not those known so far. */
  change(metadata: TraceMetadata): void {
    // What is ready while the time is unknown is of a run before the loss, of which the names have not come.
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

  /** The end of the stream: what is still held can no longer be settled. */
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

  /** The run goes on no more. Its events of which the names never came are shown as a gap; `lossAt`: so is its end. */
  #leaveRun(lossAt: number | null): void {
    const dropped = this.#dropReady() > 0;
    const from = dropped ? this.#written : lossAt;
    if (from !== null) this.#mark(from, KIND_GAP, UNKNOWN_LENGTH);
    this.#run = UNKNOWN_RUN;
    this.#confirmed = false;
  }

  /** Another run than before the loss. */
  #enterRun(run: number): void {
    this.#leaveRun(this.#lossAt);
    this.#lossAt = null;
    this.#run = run;
    this.#confirmed = this.#confirmedUndated;
  }

  /** Discards what is ready; returns how many entries that were. */
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
   * The loss is over at `end`: a gap. A new segment where time would have run backwards, or has not gone on: then the
   * frames behind the loss may be those before it once more.
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

  /** Too much is held: it goes, as if it had been lost on the way. */
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
