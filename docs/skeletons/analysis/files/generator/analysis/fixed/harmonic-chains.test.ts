import { describe, expect, it } from 'vitest';
import { admit } from '../admission.ts';
import { ms, preemptiveKernel, sketchOf, type TaskNumbers } from '../test-sketches.ts';
import { chainCount } from './harmonic-chains.ts';

function harmonic(tasks: readonly TaskNumbers[]) {
  const { methods } = admit(sketchOf(tasks), { capabilities: preemptiveKernel() });
  return methods.find(({ method }) => method === 'harmonic-chains');
}

describe('the bound for harmonic chains', () => {
  it.each([
    [1, [10, 20, 40]],
    [2, [10, 20, 25, 50]],
    [3, [2, 3, 5]],
  ])('finds %d chains', (chains, periods) => {
    expect(chainCount(periods)).toBe(chains);
  });

  it('admits a full processor where one chain holds all tasks', () => {
    const tasks = [
      { T: ms(10), C: ms(5) },
      { T: ms(20), C: ms(10) },
    ];
    expect(harmonic(tasks)).toMatchObject({ verdict: 'schedulable', value: 1, bound: 1 });
  });

  it('proves nothing above the bound of two chains, 0.8284', () => {
    const tasks = [
      { T: ms(10), C: ms(5) },
      { T: ms(15), C: ms(5) },
    ];
    expect(harmonic(tasks)).toMatchObject({ verdict: 'unknown', bound: 2 * (Math.SQRT2 - 1) });
  });

  it('does not apply to constrained deadlines', () => {
    expect(harmonic([{ T: ms(10), C: ms(1), D: ms(5) }])?.reason).toContain('D < T');
  });
});
