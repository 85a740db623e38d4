import { describe, expect, it } from 'vitest';
import { durationOf, MILLISECOND, ns, type TimeSpan } from '../../../base/time.ts';
import type { Lane } from '../lane.ts';
import { madeSource } from '../source/test-column.ts';
import { initialView, reduceView } from '../view.ts';
import { FittedViews } from './fitted-views.ts';

const lanesOf = (...periodsMs: readonly number[]): Lane[] =>
  periodsMs.map((period, taskIndex) => ({
    ...{ taskIndex, name: `T${taskIndex}`, colour: 'red', pattern: 'solid' },
    ...{ periodNs: period * MILLISECOND, offsetNs: 0, deadlineNs: null, budgetNs: null, responseBoundNs: null },
  }));
const source = () => madeSource([], 10_000 * MILLISECOND);
const viewMs = (view: TimeSpan) => Math.round(durationOf(view) / MILLISECOND);
const home = (views: FittedViews, of: ReturnType<typeof source>, lanes: readonly Lane[]) => {
  const state = reduceView(initialView(1, false), { type: 'bounds', bounds: { from: ns(0), to: of.span.to } });
  return views.home(state, of, lanes).view;
};
const NOWHERE = { from: ns(0), to: ns(1) };

describe('the fitted views', () => {
  it('show the two longest periods first, and again after a big change', () => {
    const [views, prediction] = [new FittedViews(), source()];
    expect(views.refit(prediction, lanesOf(10, 100), NOWHERE)).toBe(false);
    const view = home(views, prediction, lanesOf(10, 100));
    expect(viewMs(view)).toBe(204);
    expect(views.refit(prediction, lanesOf(10, 100), view)).toBe(false);
    expect(views.refit(prediction, lanesOf(10, 150), view)).toBe(false);
    expect(views.refit(prediction, lanesOf(10, 250), view)).toBe(true);
    expect(views.refit(prediction, lanesOf(10, 100), view)).toBe(true);
  });

  it('are fitted again when the lanes of a new sketch come after its schedule', () => {
    const [views, prediction, before] = [new FittedViews(), source(), lanesOf(10, 100)];
    views.refit(prediction, before, NOWHERE);
    const view = home(views, prediction, before);
    expect(views.refit(prediction, before, view)).toBe(false);
    expect(views.refit(prediction, lanesOf(10, 160), view)).toBe(true);
    const fitted = home(views, prediction, lanesOf(10, 160));
    expect(viewMs(fitted)).toBe(326);
    // From then on, only big changes count.
    expect(views.refit(prediction, lanesOf(10, 161), fitted)).toBe(false);
  });

  it('stay when the user has moved the view before the lanes come', () => {
    const [views, prediction, before] = [new FittedViews(), source(), lanesOf(10, 100)];
    views.refit(prediction, before, NOWHERE);
    home(views, prediction, before);
    expect(views.refit(prediction, lanesOf(10, 160), NOWHERE)).toBe(false);
  });

  it('begin with those of the chart before, once for each kind of schedule', () => {
    const view = { from: ns(3 * MILLISECOND), to: ns(4 * MILLISECOND) };
    const views = new FittedViews(new Map([['measured', { view, scrollTop: 0 }]]));
    expect(home(views, source(), lanesOf(10))).toEqual(view);
    expect(home(views, source(), lanesOf(10)), 'a later run has a view of its own').not.toEqual(view);
  });

  it('come back as the user left them', () => {
    const [views, prediction, measured] = [new FittedViews(), source(), source()];
    const moved = reduceView(views.stateFor(prediction, false), {
      type: 'show',
      view: { from: ns(3 * MILLISECOND), to: ns(4 * MILLISECOND) },
    });
    views.keep(prediction, moved);
    expect(views.stateFor(measured, false).view).not.toEqual(moved.view);
    expect(views.stateFor(prediction, false).view).toEqual(moved.view);
  });
});
