/**
 * Limits of processor time for tests. Unlike limits of wall-clock time, they hold on a busy
 * machine.
 */
import { expect } from 'vitest';

/** Processor time of this thread so far, if Node reports it (since 23.9), otherwise of the process. Unit: ms. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/** A constant amount of sorting and arithmetic. */
function referenceWork(): number {
  const numbers = Float64Array.from({ length: 4096 }, (_, index) => (index * 7919) % 4096);
  let sum = 0;
  for (let round = 0; round < 60; round += 1) {
    for (const value of numbers.map((one, index) => (one * 31 + index * round) % 10_007).toSorted()) {
      sum = (sum + value * 3) % 1_000_003;
    }
  }
  return sum;
}

/** Time of the reference work on the idle machine that the limits refer to. Unit: ms. */
const REFERENCE_MS = 25;
const TRIES = 3;

function measured<Value>(run: () => Value): { readonly value: Value; readonly ms: number } {
  const before = cpuMs();
  const value = run();
  return { value, ms: cpuMs() - before };
}

/**
 * Runs the function and checks a limit of processor time. Other programs that share caches and
 * execution units slow a processor down. So a run above the limit is repeated together with a
 * reference, which is slowed down equally. Runs must be independent. Unit: ms.
 */
export function withinCpuTime<Value>(what: string, mostMs: number, run: () => Value): Value {
  let { value, ms } = measured(run);
  for (let attempt = 1; ms >= mostMs && attempt < TRIES; attempt += 1) {
    const slowdown = Math.max(1, measured(referenceWork).ms / REFERENCE_MS);
    ({ value, ms } = measured(run));
    ms /= slowdown;
  }
  expect(ms, `${what}: ms of processor time`).toBeLessThan(mostMs);
  return value;
}

/** Runs the function with a limit of one second of processor time. */
export const withinASecond = <Value>(what: string, run: () => Value): Value => withinCpuTime(what, 1000, run);
