/**
 * The connection between window and host. A channel carries messages and does not know their
 * meaning.
 */

/**
 * A message is a plain value of JSON and Uint8Array. Each message arrives exactly once, and
 * messages arrive in the order in which they were posted. A channel that can no longer guarantee
 * this closes.
 */
export interface Channel {
  /** Does nothing once the channel is closed. */
  post(message: unknown): void;
  /** Sets the only listener. Messages that arrive before the listener is set are queued for it. */
  onMessage(listener: (message: unknown) => void): void;
  /**
   * Adds a listener. Each listener is called once, immediately if the channel is already closed.
   */
  onClose(listener: () => void): void;
  close(): void;
}

export interface ChannelEnd {
  readonly channel: Channel;
  receive(message: unknown): void;
  closed(): void;
}

/**
 * The part that all channels share. It queues messages until a listener is set, and it closes only
 * once.
 */
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
