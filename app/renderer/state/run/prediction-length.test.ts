import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { predictionLength } from './prediction-length.ts';

const US = 1_000;

describe('the length of a prediction', () => {
  it('is two hyperperiods plus the time until the schedule repeats', () => {
    const sketch = sketchOf([
      { T: 10_000, C: 1 },
      { T: 25_000, C: 1, offsetUs: 700, jitterUs: 50 },
    ]);
    expect(predictionLength(sketch)).toEqual({
      playedNs: (100_000 + 750) * US,
      shownNs: 50_000 * US,
      hyperperiodNs: 50_000 * US,
    });
  });

  it('is a number of longest periods if the hyperperiod is very long', () => {
    const sketch = sketchOf([9_973, 9_967, 9_949, 9_941].map((T) => ({ T, C: 1 })));
    expect(predictionLength(sketch)).toMatchObject({ playedNs: 20 * 9_973 * US, hyperperiodNs: null });
  });

  it('is never zero, and always exact', () => {
    expect(predictionLength(sketchOf([])).playedNs).toBe(1e9);
    expect(predictionLength(sketchOf([{ T: 1, C: 1 }])).playedNs).toBe(1e6);
    const huge = predictionLength(sketchOf([{ T: 2 ** 43, C: 1 }]));
    expect(Number.isSafeInteger(huge.playedNs)).toBe(true);
  });
});
