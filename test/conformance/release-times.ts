/** Reads release times from telemetry and checks that they are exact. */
import { expect } from 'vitest';
import { KIND_EVENTS_DROPPED, KIND_GAP, KIND_RELEASE, KIND_RELEASE_DROPPED } from '../../generator/trace/kinds.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';

/**
 * The tick in the metadata of the conformance programs, which is independent of the port's tick.
 */
export const NS_PER_TICK = 500;

/** Release times of each task, in ticks. Fails if telemetry lost events. */
function releaseTicks(bytes: Uint8Array): Map<number, number[]> {
  const releases = new Map<number, number[]>();
  const lost: number[] = [];
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    text() {},
    event(timeNs, kind, object) {
      if (kind === KIND_EVENTS_DROPPED || kind === KIND_GAP || kind === KIND_RELEASE_DROPPED) lost.push(kind);
      if (kind === KIND_RELEASE) releases.set(object, [...(releases.get(object) ?? []), timeNs / NS_PER_TICK]);
    },
  });
  decoder.push(bytes);
  decoder.end();
  expect(lost).toEqual([]);
  return releases;
}

/** Fails unless the k-th release is k periods after the first. Periods in ticks. */
export function expectExact(bytes: Uint8Array, periods: readonly number[], atLeast: number): void {
  const releases = releaseTicks(bytes);
  expect(releases.size).toBe(periods.length);
  periods.forEach((period, task) => {
    const [first = 0, ...rest] = releases.get(task) ?? [];
    expect(rest.length + 1).toBeGreaterThanOrEqual(task === 0 ? atLeast : 2);
    expect(rest.map((ticks, k) => ticks - first - (k + 1) * period).filter((error) => error !== 0)).toEqual([]);
  });
}
