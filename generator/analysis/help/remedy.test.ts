import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit } from '../admission.ts';
import { ms, preemptiveKernel, sketchOf, superLoop } from '../test-sketches.ts';
import { cheapestRemedy, measuredRemedy, remedied, withMeasured } from './remedy.ts';

const ideal = { capabilities: preemptiveKernel() };
const loop = { capabilities: superLoop };
/** The starter sketch "overload", without overheads: 110 % of the processor, and greedy blocks steady. */
const overload = sketchOf([
  { T: ms(10), C: ms(6), name: 'steady' },
  { T: ms(20), C: ms(10), name: 'greedy' },
]);

describe('the cheapest remedy', () => {
  it('is none for an admitted sketch, and none if one change is not enough', () => {
    expect(cheapestRemedy(sketchOf([{ T: 10, C: 2 }]), ideal)).toBeNull();
    const hopeless = sketchOf([
      { T: 10, C: 8 },
      { T: 10, C: 8 },
      { T: 10, C: 8 },
    ]);
    expect(cheapestRemedy(hopeless, ideal)).toBeNull();
  });

  it('is the smallest relative change', () => {
    // Released together, they fit if steady takes 5 ms: 20 ms in 20 ms. All other changes are larger.
    expect(cheapestRemedy(overload, loop)).toMatchObject({ name: 'steady', member: 'budgetUs', valueUs: ms(5) });
    const period = cheapestRemedy(overload, loop, { members: ['periodUs'] });
    expect(period).toMatchObject({ name: 'steady', member: 'periodUs', presentUs: ms(10), valueUs: ms(15) });
  });

  it('is a multiple of the unit in which the kernel counts', () => {
    const inMs = { capabilities: preemptiveKernel({ timeUnitNs: 1_000_000 }) };
    const tight = sketchOf([
      { T: ms(7), C: ms(4), name: 'a' },
      { T: ms(11), C: ms(6), name: 'b' },
    ]);
    for (const member of ['budgetUs', 'periodUs'] as const) {
      const found = cheapestRemedy(tight, inMs, { members: [member] });
      expect((found?.valueUs ?? 1) % 1000, member).toBe(0);
      expect(cheapestRemedy(tight, ideal, { members: [member] })?.valueUs).toBeGreaterThan(0);
    }
  });

  it('is admitted, and rounded to two digits if that is admitted, too', () => {
    const time = fc.integer({ min: 1, max: 400 });
    const tasks = fc.array(fc.record({ T: fc.integer({ min: 50, max: 900 }), C: time }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(tasks, (numbers) => {
        const sketch = sketchOf(numbers);
        const found = cheapestRemedy(sketch, ideal);
        if (found !== null) expect(admit(remedied(sketch, found), ideal).admitted).toBe(true);
        if (admit(sketch, ideal).admitted) expect(found).toBeNull();
      }),
      { numRuns: 60 },
    );
  });
});

describe('the remedy of a measured miss', () => {
  it('corrects the budgets first, which may be enough', () => {
    const sketch = sketchOf([{ T: 100, C: 10, name: 'blink' }]);
    expect(measuredRemedy(sketch, ideal, { blink: 30 })).toEqual({
      budgets: [{ name: 'blink', budgetUs: 30 }],
      remedy: null,
      enough: true,
    });
    expect(withMeasured(sketch, { blink: 5 }).tasks[0]?.budgetUs).toBe(10);
  });

  it('changes no measured time', () => {
    const found = measuredRemedy(overload, loop, { greedy: ms(11) });
    expect(found.budgets).toEqual([{ name: 'greedy', budgetUs: ms(11) }]);
    expect(found.remedy).toMatchObject({ name: 'steady', member: 'periodUs', valueUs: ms(15) });
  });
});
