import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interrupt } from '../../sketch/model.ts';
import { admit } from '../admission.ts';
import { preemptiveKernel, sketchOf } from '../test-sketches.ts';
import { bottomHalfSpanNs, deliveryDelayNs, interruptDelays } from './interrupt-delay.ts';

const pin = (over: Partial<Interrupt>): Interrupt => ({
  name: 'echo',
  pin: '2',
  source: null,
  mode: 'rising',
  topHalfUs: 0,
  bottomHalfUs: 2330,
  ioBudgetUs: 1000,
  ioPeriodUs: 10_000,
  handlerBudgetUs: 10_000,
  handlerPeriodUs: 100_000,
  arrivals: null,
  body: '',
  position: null,
  ...over,
});

const delaysOf = (interrupts: readonly Interrupt[], over = {}) => {
  const sketch = sketchOf([{ T: 50_000, C: 5000 }], { interrupts: [...interrupts], ...over });
  return interruptDelays(sketch, admit(sketch, { capabilities: preemptiveKernel() }));
};

/** When a bottom half is done whose server gives its budget at the start of every period, from the first such start. */
function playedSpan(bottomHalf: number, budget: number, period: number): number {
  let left = bottomHalf;
  for (let now = 0; ; now += 1) {
    if (left <= 0) return now;
    if (now % period < budget) left -= 1;
  }
}

describe('the delivery delay of the Qduino paper', () => {
  it('takes a bottom half of 2.33 ms over three budgets of 1 ms in 10', () => {
    // (10 − 1) + (100 − 10) + (2 · 10 + 2.33 − 2 · 1).
    const io = { budgetNs: 1_000_000, periodNs: 10_000_000 };
    const handler = { budgetNs: 10_000_000, periodNs: 100_000_000 };
    expect(bottomHalfSpanNs(2_330_000, io)).toBe(20_330_000);
    expect(deliveryDelayNs(2_330_000, io, handler)).toBe(119_330_000);
    const [delay] = delaysOf([pin({})]);
    expect(delay?.explanation[0]?.numbers).toMatchObject({ WCD: 119_330_000, k: 3 });
    // To the end of the handler's job: w = 10 + 5 + ⌈(w + 9)/10⌉ · 1 = 18 ms below the task and its own bottom halves.
    expect(delay?.delayNs).toBe(119_330_000 + 18_000_000);
  });

  it('is what a server that begins each period with its budget needs', () => {
    const numbers = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 9 }), fc.nat(9));
    fc.assert(
      fc.property(numbers, ([bottomHalf, budget, more]) => {
        const period = budget + more;
        expect(bottomHalfSpanNs(bottomHalf, { budgetNs: budget, periodNs: period })).toBe(
          playedSpan(bottomHalf, budget, period),
        );
      }),
    );
  });
});

describe('what bounds nothing', () => {
  const reasonOf = (interrupts: readonly Interrupt[], over = {}) => {
    const [delay] = delaysOf(interrupts, over);
    expect(delay?.delayNs).toBeNull();
    return delay?.reason;
  };

  it('is a budget of 0, which disables the delivery', () => {
    expect(reasonOf([pin({ ioBudgetUs: 0 })])).toContain('disabled');
  });

  it('is no budget at all, or one that others share', () => {
    const free = pin({ ioBudgetUs: null, ioPeriodUs: null });
    expect(reasonOf([free])).toContain('give it an I/O budget');
    const shared = { ioServer: { budgetUs: 1000, periodUs: 10_000 } };
    expect(reasonOf([free, { ...free, name: 'net' }], shared)).toContain('shares the I/O server with "net"');
    expect(delaysOf([free], shared)[0]?.delayNs).toBe(137_330_000);
  });

  it('is a handler without a bound on its response', () => {
    expect(reasonOf([pin({ handlerBudgetUs: 99_000 })])).toContain('handler');
  });
});

it('ends with the bottom half where there is no handler, and counts the others', () => {
  const alone = pin({ handlerBudgetUs: 0, topHalfUs: 20 });
  expect(delaysOf([alone])[0]?.delayNs).toBe(29_350_000);
  const other = pin({ name: 'net', ioBudgetUs: 500, ioPeriodUs: 20_000, handlerBudgetUs: 0 });
  // Two budgets of the other, its back-to-back hit, within 29.35 ms and what they add.
  expect(delaysOf([alone, other])[0]?.delayNs).toBe(29_350_000 + 3 * 500_000);
});
