import { describe, expect, it } from 'vitest';
import type { ServerKind } from '../model.ts';
import { createServer } from './index.ts';

const KINDS: readonly ServerKind[] = ['sporadic', 'deferrable', 'constant-bandwidth', 'io'];
const DAY = 86_400_000_000_000;

describe('a server of the simulation', () => {
  it.each(KINDS)('of kind %s with a budget of 0 never has any', (kind) => {
    const server = createServer({ kind, budgetNs: 0, periodNs: 10 });
    server.wake(5);
    expect(server.available(5)).toBe(0);
    expect(server.nextReplenishmentNs).toBe(Number.POSITIVE_INFINITY);
    expect(server.replenish(1000)).toBe(0);
    server.sleep(1000);
    expect(server.readyAt(1000, 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it.each(['sporadic', 'deferrable', 'io'] as const)('of kind %s pays an overdraft from future budget', (kind) => {
    const server = createServer({ kind, budgetNs: 10, periodNs: 100 });
    server.wake(0);
    server.charge(0, 35);
    expect(server.available(35)).toBe(0);
    expect(server.nextReplenishmentNs).toBeGreaterThanOrEqual(300);
    expect(server.nextReplenishmentNs).toBeLessThanOrEqual(350);
    expect(server.replenish(299)).toBe(0);
    expect(server.replenish(server.nextReplenishmentNs)).toBeGreaterThan(0);
  });

  it('of constant bandwidth postpones its deadline after an overdraft', () => {
    const server = createServer({ kind: 'constant-bandwidth', budgetNs: 10, periodNs: 100 });
    server.wake(0);
    server.charge(0, 35);
    expect(server.available(35)).toBe(0);
    expect([server.replenish(35), server.deadlineNs]).toEqual([5, 400]);
  });

  it.each(KINDS)('of kind %s with C = T never stops for long', (kind) => {
    const server = createServer({ kind, budgetNs: 20, periodNs: 10 });
    server.wake(3);
    for (let now = 3; now < 50; now++) {
      if (server.available(now) === 0) expect(server.replenish(now)).toBeGreaterThan(0);
      server.charge(now, now + 1);
    }
  });

  it('is exact if products exceed 2^53', () => {
    const io = createServer({ kind: 'io', budgetNs: 28_800_000_001_358, periodNs: 86_399_999_999_805 });
    io.wake(0);
    io.charge(0, 27_882_497_693_831);
    io.sleep(27_882_497_693_831);
    // ⌈used·T/C⌉ with big integers.
    expect(io.nextReplenishmentNs).toBe(83_647_493_077_361);
    const [budgetNs, periodNs] = [DAY / 3, DAY + 1];
    const bandwidth = createServer({ kind: 'constant-bandwidth', budgetNs, periodNs });
    bandwidth.wake(0);
    bandwidth.charge(0, 1);
    bandwidth.sleep(1);
    // (C − 1)·T ≥ (d − r)·C from r = T/C on, which is a little more than 3. So not yet at 3.
    bandwidth.wake(3);
    expect([bandwidth.available(3), bandwidth.deadlineNs]).toEqual([budgetNs - 1, periodNs]);
    bandwidth.sleep(3);
    bandwidth.wake(4);
    expect([bandwidth.available(4), bandwidth.deadlineNs]).toEqual([budgetNs, periodNs + 4]);
  });
});
