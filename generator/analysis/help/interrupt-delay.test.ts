import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interrupt } from '../../sketch/model.ts';
import { admit } from '../admission.ts';
import { preemptiveKernel, sketchOf, type TaskNumbers } from '../test-sketches.ts';
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
  handlerExhaustion: 'background',
  arrivals: null,
  body: '',
  position: null,
  ...over,
});

const delaysOf = (interrupts: readonly Interrupt[], over = {}) => {
  const sketch = sketchOf([{ T: 50_000, C: 5000 }], { interrupts: [...interrupts], ...over });
  return interruptDelays(sketch, admit(sketch, { capabilities: preemptiveKernel() }));
};

/**
 * When a bottom half completes, from the first budget on, if its server provides its budget at the
 * start of every period.
 */
function playedSpan(bottomHalf: number, budget: number, period: number): number {
  let left = bottomHalf;
  for (let now = 0; ; now += 1) {
    if (left <= 0) return now;
    if (now % period < budget) left -= 1;
  }
}

describe('the delivery delay of the Qduino paper', () => {
  it('splits a bottom half of 2.33 ms over three budgets of 1 ms in 10', () => {
    // (10 − 1) + (100 − 10) + (2 · 10 + 2.33 − 2 · 1).
    const io = { budgetNs: 1_000_000, periodNs: 10_000_000 };
    const handler = { budgetNs: 10_000_000, periodNs: 100_000_000 };
    expect(bottomHalfSpanNs(2_330_000, io)).toBe(20_330_000);
    expect(deliveryDelayNs(2_330_000, io, handler)).toBe(119_330_000);
    const [delay] = delaysOf([pin({})]);
    expect(delay?.explanation[0]?.numbers).toMatchObject({ WCD: 119_330_000, k: 3 });
    // To the end of the handler's job: w = 10 + 5 + 1 + (w − 1)/10 = 17.67 ms, including the task
    // and its own bottom halves.
    expect(delay?.delayNs).toBe(119_330_000 + 17_666_666);
  });

  it('equals the time of a server that starts each period with its budget', () => {
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

describe('a delivery without a bound', () => {
  const reasonOf = (interrupts: readonly Interrupt[], over = {}) => {
    const [delay] = delaysOf(interrupts, over);
    expect(delay?.delayNs).toBeNull();
    return delay?.reason;
  };

  it('has a budget of 0, which disables the delivery', () => {
    expect(reasonOf([pin({ ioBudgetUs: 0 })])).toContain('disabled');
  });

  it('has no budget, or a shared budget', () => {
    const free = pin({ ioBudgetUs: null, ioPeriodUs: null });
    expect(reasonOf([free])).toContain('give it an I/O budget');
    const shared = { ioServer: { budgetUs: 1000, periodUs: 10_000 } };
    expect(reasonOf([free, { ...free, name: 'net' }], shared)).toContain('shares the I/O server with "net"');
    expect(delaysOf([free], shared)[0]?.delayNs).toBe(119_330_000 + 17_666_666);
  });

  it('has a handler with an unbounded response time', () => {
    expect(reasonOf([pin({ handlerBudgetUs: 99_000 })])).toContain('handler');
  });
});

it('ends with the bottom half if there is no handler, and counts other interrupts', () => {
  const alone = pin({ handlerBudgetUs: 0, topHalfUs: 20 });
  // The I/O VCPU pays for the top half of 20 µs and becomes eligible 200 µs later. The top half can
  // also delay the more urgent tasks.
  expect(delaysOf([alone])[0]?.delayNs).toBe(29_330_000 + 200_000 + 20_000);
  const rarer = pin({ name: 'net', ioBudgetUs: 500, ioPeriodUs: 20_000, handlerBudgetUs: 0 });
  expect(delaysOf([alone, rarer])[0]?.delayNs).toBe(29_550_000);
  // Before the last 350 µs the other VCPU uses its budget of 200 µs, and then a tenth of the time:
  // W = 350 + 200 + (W − 200)/10 µs.
  const faster = pin({ name: 'net', ioBudgetUs: 200, ioPeriodUs: 2000, handlerBudgetUs: 0 });
  expect(delaysOf([alone, faster])[0]?.delayNs).toBe(29_200_000 + 588_888);
});

it('counts the tasks with shorter periods, and is unbounded if they leave too little time', () => {
  const alone = pin({ handlerBudgetUs: 0 });
  const beside = (tasks: readonly TaskNumbers[]) =>
    interruptDelays(
      sketchOf(tasks, { interrupts: [alone] }),
      admit(sketchOf(tasks, { interrupts: [alone] }), { capabilities: preemptiveKernel() }),
    )[0];
  expect(beside([{ T: 5000, C: 1000 }])?.delayNs).toBe(29_330_000 + 1_000_000);
  expect(beside([{ T: 10_000, C: 1000 }])?.delayNs).toBe(29_330_000);
  expect(beside([{ T: 5000, C: 4800 }])?.reason).toContain('I/O VCPU');
});
