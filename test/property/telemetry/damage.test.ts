/**
 * Damaged streams: whatever damages the bytes of a run, the decoder gives no event that did not
 * happen, no event with a wrong time and no event of a wrong task. POLYLOOP_STREAMS: number of
 * streams; `npm run soak:telemetry` tests a million.
 */
import { expect, it } from 'vitest';
import { PATIENCE_MS } from '../../patience.ts';
import { record } from './recorded-runs.ts';
import { soak } from './soak.ts';

const STREAMS = Number(process.env.POLYLOOP_STREAMS ?? 10_000);

it(
  'decodes no false event from a damaged stream',
  async () => {
    const { wrong, events } = soak(await record(), 0, STREAMS);
    expect(wrong).toEqual([]);
    // The decoder also recovers enough events.
    expect(events / STREAMS).toBeGreaterThan(200);
  },
  PATIENCE_MS,
);
