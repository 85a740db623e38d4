/**
 * Data age and fill of each channel alone, from its writer to each of its readers. See chains.ts for
 * longer paths and rings.ts for the fill.
 */
import type { Sketch } from '../../sketch/model.ts';
import type { Admission } from '../admission.ts';
import { hopsOf } from './chains.ts';
import { dataEnds } from './dataflow.ts';
import { interruptDelays } from './interrupt-delay.ts';
import { ringsOf } from './rings.ts';
import type { ChannelFlow } from './types.ts';

/** In sketch order. */
export function channelFlows(sketch: Sketch, admission: Admission): readonly ChannelFlow[] {
  const ends = dataEnds(sketch, admission, interruptDelays(sketch, admission));
  const rings = ringsOf(sketch, admission, ends);
  const mostOf = new Map(rings.map(({ channel, leastCapacity }) => [channel, leastCapacity]));
  return sketch.channels.map((channel) => {
    // The other rings are on no path of this channel.
    const own = rings.filter((ring) => ring.channel === channel.name);
    const ages = hopsOf(channel, admission, ends, own).map(({ elements, ageNs }) => ({
      reader: elements[1] as string,
      ageNs,
    }));
    return { channel: channel.name, ages, mostItems: mostOf.get(channel.name) ?? null };
  });
}
