/**
 * The state of the timeline and all its transitions as pure functions: the visible time span,
 * whether it follows the running program, and the positions of the measuring cursors. There is no
 * DOM here, so tests run in Node.
 */
import { centreOn, clampView, fitView, panBy, zoomAt } from '../../base/scale.ts';
import { durationOf, ns, SECOND, type TimeSpan } from '../../base/time.ts';

/** Initial length of the view in live mode. */
export const DEFAULT_LIVE_NS = 2 * SECOND;
/** Distance of the newest event from the right edge in live mode, as a share of the view. */
const LIVE_AIR = 0.02;
const KEY_PAN = 0.15;
const KEY_ZOOM = 1.4;

export interface ViewState {
  readonly view: TimeSpan;
  /** Time span of all data, from the first to the newest event. */
  readonly bounds: TimeSpan;
  /** True while the view follows the newest event. */
  readonly live: boolean;
  /** Times of the measuring cursors: none, one or two. */
  readonly cursors: readonly number[];
  /** Position of the playhead of a schedule. Null when there is no playhead. */
  readonly playhead: number | null;
}

export type ViewAction =
  | { readonly type: 'bounds'; readonly bounds: TimeSpan }
  | { readonly type: 'zoom'; readonly anchor: number; readonly factor: number }
  | { readonly type: 'pan'; readonly by: number }
  | { readonly type: 'show'; readonly view: TimeSpan }
  | { readonly type: 'jump'; readonly time: number }
  | { readonly type: 'fit' }
  | { readonly type: 'start' }
  | { readonly type: 'end' }
  | { readonly type: 'live'; readonly live: boolean }
  | { readonly type: 'cursors'; readonly cursors: readonly number[] }
  /** Sets the playhead and moves the view so that it is visible. */
  | { readonly type: 'playhead'; readonly time: number | null };

/** Margin before the start of a view, as a share of the view. */
const HOME_AIR = 0.02;

/** Returns a view of this length at the start of the data. */
export function homeOf(start: number, lengthNs: number): TimeSpan {
  return { from: ns(start - HOME_AIR * lengthNs), to: ns(start + lengthNs) };
}

/** The state of a trace without events. */
export function initialView(lengthNs: number, live: boolean): ViewState {
  const bounds = { from: ns(0), to: ns(0) };
  return { view: { from: ns(0), to: ns(lengthNs) }, bounds, live, cursors: [], playhead: null };
}

export function reduceView(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case 'bounds':
      return withBounds(state, action.bounds);
    case 'zoom':
      return zoomed(state, action.anchor, action.factor);
    case 'pan':
      return { ...state, live: false, view: panBy(state.view, action.by, state.bounds) };
    case 'show':
      return { ...state, live: false, view: clampView(action.view, state.bounds) };
    case 'jump':
      return { ...state, live: false, view: centreOn(state.view, action.time, state.bounds) };
    case 'fit':
      return { ...state, live: false, view: fitView(state.bounds) };
    case 'start':
      return { ...state, live: false, view: startingAt(state, state.bounds.from) };
    case 'end':
      return { ...state, live: false, view: endingAt(state.view, state.bounds) };
    case 'live':
      return { ...state, live: action.live, view: action.live ? endingAt(state.view, state.bounds) : state.view };
    case 'cursors':
      return { ...state, cursors: action.cursors.slice(0, 2) };
    case 'playhead':
      return withPlayhead(state, action.time);
  }
}

function withBounds(state: ViewState, bounds: TimeSpan): ViewState {
  if (state.live) return { ...state, bounds, view: endingAt(state.view, bounds) };
  return { ...state, bounds };
}

/** When the playhead passes this share of the view, the view moves with it. */
const PLAYHEAD_AT = 0.72;

function withPlayhead(state: ViewState, time: number | null): ViewState {
  if (time === null) return { ...state, playhead: null };
  const playhead = Math.min(Math.max(time, state.bounds.from), state.bounds.to);
  const length = durationOf(state.view);
  const at = (playhead - state.view.from) / length;
  const by = at > PLAYHEAD_AT ? at - PLAYHEAD_AT : at < 0 ? at - (1 - PLAYHEAD_AT) : 0;
  const view = by === 0 ? state.view : panBy(state.view, by * length, state.bounds);
  return { ...state, live: false, playhead, view };
}

/** Zooming in live mode keeps following, and the newest event keeps its position. */
function zoomed(state: ViewState, anchor: number, factor: number): ViewState {
  const view = zoomAt(state.view, state.live ? state.bounds.to : anchor, factor, state.bounds);
  return { ...state, view: state.live ? endingAt(view, state.bounds) : view };
}

/**
 * Returns the view of the same length with its right edge just after the newest event. Starts at
 * the beginning while there is too little data.
 */
function endingAt(view: TimeSpan, bounds: TimeSpan): TimeSpan {
  const length = durationOf(view);
  const to = Math.max(bounds.to + length * LIVE_AIR, bounds.from + length);
  return { from: ns(to - length), to: ns(to) };
}

function startingAt(state: ViewState, from: number): TimeSpan {
  const length = durationOf(state.view);
  return { from: ns(from - length * LIVE_AIR), to: ns(from + length * (1 - LIVE_AIR)) };
}

/**
 * Returns the action of a key, or null for other keys. `centre` is the pointer's time or the centre
 * of the view.
 */
export function keyAction(key: string, state: ViewState, centre: number): ViewAction | null {
  const step = durationOf(state.view) * KEY_PAN;
  switch (key) {
    case 'w':
    case 'ArrowUp':
    case '+':
    case '=':
      return { type: 'zoom', anchor: centre, factor: 1 / KEY_ZOOM };
    case 's':
    case 'ArrowDown':
    case '-':
      return { type: 'zoom', anchor: centre, factor: KEY_ZOOM };
    case 'a':
    case 'ArrowLeft':
      return { type: 'pan', by: -step };
    case 'd':
    case 'ArrowRight':
      return { type: 'pan', by: step };
    case 'Home':
      return { type: 'start' };
    case 'End':
      return { type: 'end' };
    case 'f':
      return { type: 'fit' };
    case 'l':
      return { type: 'live', live: !state.live };
    case 'Escape':
      // With nothing to remove, the window uses the key.
      if (state.cursors.length > 0) return { type: 'cursors', cursors: [] };
      return state.playhead === null ? null : { type: 'playhead', time: null };
    default:
      return null;
  }
}
