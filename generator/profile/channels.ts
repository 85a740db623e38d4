/** What goes through the channels of a sketch: items that wait, and the age of the items that are read. */
import type { Sketch } from '../sketch/model.ts';
import { systemOf } from '../system/system.ts';
import { ChannelFills } from '../trace/jobs/channel-fill.ts';
import { DataAges } from '../trace/jobs/data-age.ts';
import type { TraceStore } from '../trace/store/store.ts';

/** No task has this index. */
const UNKNOWN = -2;

/**
 * The readers of a channel by their indices in the trace. On several cores, several tasks run at a time, so
 * no reader is known.
 */
function readersOf(sketch: Sketch, channel: number): readonly number[] {
  const { readers = [] } = sketch.channels[channel] ?? {};
  const { runnables } = systemOf(sketch);
  return readers.map((reader) =>
    sketch.cores > 1 ? UNKNOWN : (runnables.find(({ name }) => name === reader)?.index ?? UNKNOWN),
  );
}

/** Counts what goes through the channels of a sketch. */
export class ChannelTrackers {
  readonly fills: ChannelFills;
  readonly ages: DataAges;

  /** @param sketch null: its channels are not known */
  constructor(store: TraceStore, sketch: Sketch | null) {
    const readers = (channel: number) => (sketch === null ? [] : readersOf(sketch, channel));
    this.fills = new ChannelFills(store, readers);
    this.ages = new DataAges(
      store,
      (sketch?.channels ?? []).map(({ kind }, index) => ({
        isRing: kind === 'ring-buffer',
        readers: readers(index),
      })),
    );
  }

  update(): void {
    this.fills.update();
    this.ages.update();
  }
}
