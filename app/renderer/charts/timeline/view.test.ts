import { describe, expect, test } from 'vitest';
import { durationOf, MILLISECOND, ns, SECOND } from '../../base/time.ts';
import {
  DEFAULT_LIVE_NS,
  homeOf,
  initialView,
  keyAction,
  reduceView,
  type ViewAction,
  type ViewState,
} from './view.ts';

const empty = initialView(DEFAULT_LIVE_NS, false);
const bounds = (to: number) => ({ from: ns(0), to: ns(to) });
const run = (state: ViewState, ...actions: ViewAction[]): ViewState => actions.reduce(reduceView, state);

describe('live mode', () => {
  test('follows the newest event and keeps its length', () => {
    const live = run(empty, { type: 'live', live: true }, { type: 'bounds', bounds: bounds(10 * SECOND) });
    expect(durationOf(live.view)).toBe(2 * SECOND);
    expect(live.view.to).toBe(10 * SECOND + 40 * MILLISECOND);
    const later = run(live, { type: 'bounds', bounds: bounds(11 * SECOND) });
    expect(later.view.from - live.view.from).toBe(SECOND);
  });

  test('starts at zero while there is less data than room', () => {
    const live = run(empty, { type: 'live', live: true }, { type: 'bounds', bounds: bounds(SECOND) });
    expect(live.view.from).toBe(0);
  });

  test('stays on when zoomed, and ends when panned', () => {
    const live = run(empty, { type: 'live', live: true }, { type: 'bounds', bounds: bounds(10 * SECOND) });
    const zoomed = run(live, { type: 'zoom', anchor: 9 * SECOND, factor: 0.5 });
    expect(zoomed.live).toBe(true);
    expect(durationOf(zoomed.view)).toBe(SECOND);
    expect(run(live, { type: 'pan', by: -1 }).live).toBe(false);
  });
});

describe('frozen', () => {
  test('new data does not move the view', () => {
    const frozen = run(empty, { type: 'bounds', bounds: bounds(10 * SECOND) });
    expect(run(frozen, { type: 'bounds', bounds: bounds(20 * SECOND) }).view).toEqual(frozen.view);
  });

  test('start, end, jump and fit', () => {
    const state = run(empty, { type: 'bounds', bounds: bounds(60 * SECOND) });
    expect(run(state, { type: 'end' }).view.to).toBeGreaterThan(60 * SECOND);
    expect(run(state, { type: 'end' }, { type: 'start' }).view.from).toBeLessThanOrEqual(0);
    const jumped = run(state, { type: 'jump', time: 30 * SECOND }).view;
    expect((jumped.from + jumped.to) / 2).toBe(30 * SECOND);
    expect(durationOf(run(state, { type: 'fit' }).view)).toBeGreaterThan(60 * SECOND);
  });
});

test('keys: each pair of keys is inverse, and unknown keys do nothing', () => {
  const state = run(empty, { type: 'bounds', bounds: bounds(60 * SECOND) }, { type: 'jump', time: 30 * SECOND });
  const press = (s: ViewState, key: string): ViewState => {
    const action = keyAction(key, s, 30 * SECOND);
    return action ? reduceView(s, action) : s;
  };
  for (const [there, back] of [
    ['w', 's'],
    ['a', 'd'],
    ['+', '-'],
    ['ArrowLeft', 'ArrowRight'],
  ] as const) {
    const returned = press(press(state, there), back).view;
    expect(Math.abs(returned.from - state.view.from)).toBeLessThanOrEqual(2);
    expect(Math.abs(returned.to - state.view.to)).toBeLessThanOrEqual(2);
  }
  expect(keyAction('x', state, 0)).toBeNull();
  expect(keyAction('Escape', state, 0), 'nothing to remove').toBeNull();
});

test('never more than two cursors; Escape removes them', () => {
  const state = reduceView(empty, { type: 'cursors', cursors: [1, 2, 3] });
  expect(state.cursors).toEqual([1, 2]);
  const cleared = keyAction('Escape', state, 0);
  expect(cleared && reduceView(state, cleared).cursors).toEqual([]);
});

test('the first view begins just before the data', () => {
  const home = homeOf(5 * SECOND, SECOND);
  expect(home).toEqual({ from: 5 * SECOND - 20 * MILLISECOND, to: 6 * SECOND });
});
