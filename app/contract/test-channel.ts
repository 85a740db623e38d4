/** A window and a host in one process, for tests. */
import { type Channel, type ChannelEnd, channelEnd } from './channel.ts';

/** Two channels connected to each other. Delivery is asynchronous. */
export function channelPair(): [Channel, Channel] {
  const ends: ChannelEnd[] = [];
  const make = (other: 0 | 1): ChannelEnd =>
    channelEnd(
      (message) => void Promise.resolve().then(() => ends[other]?.receive(message)),
      () => void Promise.resolve().then(() => ends[other]?.closed()),
    );
  const first = make(1);
  const second = make(0);
  ends.push(first, second);
  return [first.channel, second.channel];
}
