import { describe, expect, it } from 'vitest';
import { timeScale } from '../../../base/scale.ts';
import { ns } from '../../../base/time.ts';
import type { SpanList } from '../source/source.ts';
import { madeSpans } from '../source/test-column.ts';
import { eachSpan } from './spans.ts';

const scale = timeScale({ from: ns(1_000), to: ns(2_000) }, 100, 100);

function drawn(list: SpanList, tag: number | null = null): number[][] {
  const found: number[][] = [];
  eachSpan(scale, list, (x, right, i) => found.push([x, right, i]), tag);
  return found;
}

describe('eachSpan', () => {
  it('returns the pixels of visible spans, cut a little outside the view', () => {
    expect(drawn(madeSpans([0, 500], [800, 1_100], [1_200, 1_250], [1_900, 9_000], [9_500, 9_900]))).toEqual([
      [92, 110, 1],
      [120, 125, 2],
      [190, 208, 3],
    ]);
  });

  it('returns at least one pixel per span, and spans that share it only once', () => {
    expect(drawn(madeSpans([1_500, 1_501], [1_502, 1_503], [1_504, 1_530]))).toEqual([
      [150, 151, 0],
      [150.4, 153, 2],
    ]);
  });

  it('visits only a few of very many spans', () => {
    const list: SpanList = {
      count: 1_000_000,
      fromAt: (i) => i / 10,
      toAt: (i) => i / 10 + 0.01,
      tagAt: () => 0,
      firstEndingAfter: (time) => Math.max(0, Math.ceil((time - 0.01) * 10)),
    };
    expect(drawn(list).length).toBeLessThan(200);
  });

  it('can be limited to one holder', () => {
    expect(drawn(madeSpans([1_100, 1_200, 3], [1_300, 1_400, 4]), 4)).toEqual([[130, 140, 1]]);
  });
});
