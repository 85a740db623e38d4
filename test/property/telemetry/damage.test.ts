/**
 * Damaged streams: whatever happens to the bytes of runs on their way, no event is shown that did not happen, at a time when it did
 * not happen, or of a task that it was not of. POLYLOOP_STREAMS: how many streams; `npm run soak:telemetry` takes a million.
 */
import { expect, it } from 'vitest';
import { PATIENCE_MS } from '../../patience.ts';
import { record } from './recorded-runs.ts';
import { soak } from './soak.ts';

const STREAMS = Number(process.env.POLYLOOP_STREAMS ?? 10_000);

it(
  'shows nothing of a damaged stream that did not happen',
  async () => {
    const { wrong, events } = soak(await record(), 0, STREAMS);
    expect(wrong).toEqual([]);
    // The decoder does not get there by showing little.
    expect(events / STREAMS).toBeGreaterThan(200);
  },
  PATIENCE_MS,
);
