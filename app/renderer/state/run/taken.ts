/**
 * Tells the host how many events of a run the window has handled. A virtual board waits for a busy window, so a
 * board that runs as fast as possible leaves time for the user's clicks.
 */
import type { HostClient } from '../../../contract/contract.ts';
import { EVENTS_TAKEN } from '../../../contract/runs.ts';

type Taken = (runId: string, handle: () => void) => void;

/** Returns a function that handles an event of a run, and counts it. */
export function countTaken(host: Pick<HostClient, 'runs'>): Taken {
  let of = '';
  let events = 0;
  return (runId, handle) => {
    try {
      handle();
    } finally {
      if (of !== runId) [of, events] = [runId, 0];
      events++;
      if (events >= EVENTS_TAKEN) {
        // The run may have ended, and the connection may be closed. Neither waits for this window.
        host.runs.taken({ runId, events }).catch(() => {});
        events = 0;
      }
    }
  };
}
