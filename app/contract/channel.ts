/** The line between window and host: what carries messages, without knowing what they say. */

/**
 * A message is a plain value of JSON and Uint8Array. Messages arrive in the order in which they were posted, each once;
 * a channel that cannot promise that closes.
 */
export interface Channel {
  /** Ignored once closed. */
  post(message: unknown): void;
  /** Messages that come before the listener is set are held back for it. One listener. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once; at once when the channel is closed already. Any number of listeners. */
  onClose(listener: () => void): void;
  close(): void;
}

export interface ChannelEnd {
  readonly channel: Channel;
  receive(message: unknown): void;
  closed(): void;
}

/** The part that all channels share: holds messages back until somebody listens, and closes once. */
export function channelEnd(post: (message: unknown) => void, close: () => void): ChannelEnd {
  let listener: ((message: unknown) => void) | null = null;
  let held: unknown[] = [];
  let open = true;
  const closeListeners: (() => void)[] = [];
  const closed = () => {
    if (!open) return;
    open = false;
    for (const each of closeListeners.splice(0)) each();
  };
  const channel: Channel = {
    post: (message) => {
      if (open) post(message);
    },
    onMessage: (next) => {
      listener = next;
      const waiting = held;
      held = [];
      for (const message of waiting) next(message);
    },
    onClose: (each) => {
      if (open) closeListeners.push(each);
      else each();
    },
    close: () => {
      if (open) close();
      closed();
    },
  };
  const receive = (message: unknown) => {
    if (!open) return;
    if (listener) listener(message);
    else held.push(message);
  };
  return { channel, receive, closed };
}

/** Two channels joined end to end, for tests and for a host within the same program. Delivery is asynchronous. */
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
