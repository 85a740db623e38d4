import { expect, test } from 'vitest';
import { timeScale } from '../../../base/scale.ts';
import { ns } from '../../../base/time.ts';
import { madeColumn } from '../source/test-column.ts';
import { longText, paintJobTexts } from './job-texts.ts';
import type { LanePlace } from './jobs.ts';
import type { Scene } from './scene.ts';

test('a job shows how long it ran, except while it runs', () => {
  const column = madeColumn({ count: 3, periodNs: 10e6, executionNs: 3e6, open: true });
  const plain = (job: number) => longText(column, job, 2e6, false).replaceAll('\u00a0', ' ');
  expect(plain(1)).toBe('#1  2 ms + 1 ms more');
  expect(plain(2)).toBe('#2');
});

/** The texts that are painted and measured for three jobs of 3 ms, each letter 6 pixels wide. */
function textsAt(pxPerMs: number) {
  const column = madeColumn({ count: 3, periodNs: 10e6, executionNs: 3e6, open: false });
  const [painted, measured]: [string[], string[]] = [[], []];
  const context = {
    // The cache of widths is kept per font.
    font: '',
    fillText: (text: string) => void painted.push(text),
    measureText: (text: string) => {
      measured.push(text);
      return { width: 6 * text.length };
    },
  };
  const scene = {
    frame: { context, width: 100 * pxPerMs },
    fonts: { small: `font at ${pxPerMs}` },
    scale: timeScale({ from: ns(0), to: ns(100e6) }, 0, 100 * pxPerMs),
    layout: { boxTop: 0, baseline: 10 },
    source: { isPrediction: true },
  };
  const lane = { budgetNs: 3e6, periodNs: 10e6 };
  const place = { column, lane, top: 0, style: { ink: '' }, range: { first: 0, last: 3 } };
  paintJobTexts(scene as unknown as Scene, place as unknown as LanePlace, { paints: 0 });
  return { painted, measured };
}

test('the number and the time are painted where they fit, and no text is made where none fits', () => {
  expect(textsAt(40).painted).toEqual(
    ['#0  3 ms', '#1  3 ms', '#2  3 ms'].map((text) => text.replace(' ms', '\u00a0ms')),
  );
  expect(textsAt(8).painted).toEqual(['#0', '#1', '#2']);
  expect(textsAt(2)).toEqual({ painted: [], measured: ['#'] });
});
