/** The channels of a sketch as a trace has them: what goes through them, and which tasks read them. */
import type { Sketch } from '../sketch/model.ts';
import { systemOf } from '../system/system.ts';
import type { TracedChannel } from '../trace/jobs/channel-traffic.ts';

/** No task has this index. */
const UNKNOWN = -2;

/**
 * The channels by their index in the trace, with their readers by their indices in the trace. On several
 * cores, several tasks run at a time, so no reader is known.
 */
export function tracedChannels(sketch: Sketch | null): readonly TracedChannel[] {
  if (sketch === null) return [];
  const { runnables } = systemOf(sketch);
  return sketch.channels.map(({ kind, readers }) => ({
    isRing: kind === 'ring-buffer',
    readers: readers.map((reader) =>
      sketch.cores > 1 ? UNKNOWN : (runnables.find(({ name }) => name === reader)?.index ?? UNKNOWN),
    ),
  }));
}
