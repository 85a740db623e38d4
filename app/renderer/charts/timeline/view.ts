/**
 * The timeline's state and everything that changes it, as pure functions: which stretch of time is shown, whether it
 * follows the running program, and where the measuring cursors stand. No DOM here, so that all of it is tested in Node.
 */
import { centreOn, clampView, fitView, panBy, zoomAt } from '../../base/scale.ts';
import { durationOf, ns, SECOND, type TimeSpan } from '../../base/time.ts';

/** How much of the past live mode shows at first. */
export const DEFAULT_LIVE_NS = 2 * SECOND;
/** In live mode the newest event stands this far from the right edge, as a share of the view. */
const LIVE_AIR = 0.02;
const KEY_PAN = 0.15;
const KEY_ZOOM = 1.4;

export interface ViewState {
  readonly view: TimeSpan;
  /** All the data there is: first to newest event. */
  readonly bounds: TimeSpan;
  /** The view follows the newest event. */
  readonly live: boolean;
  /** Times of the measuring cursors: none, one or two. */
  readonly cursors: readonly number[];
  /** How far a schedule has been played before the viewer's eyes; null: it is not, all of it counts. */
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
  /** Sets the playhead, and brings it into the view. */
  | { readonly type: 'playhead'; readonly time: number | null };

/** Of a trace that has no events yet. */
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

/** The playhead runs as far as this share of the view; then the view goes along with it. */
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

/** Zooming while live keeps following: the newest event stays where it is. */
function zoomed(state: ViewState, anchor: number, factor: number): ViewState {
  const view = zoomAt(state.view, state.live ? state.bounds.to : anchor, factor, state.bounds);
  return { ...state, view: state.live ? endingAt(view, state.bounds) : view };
}

/** The view of the same length whose right edge is just past the newest event; from the start while data is short. */
function endingAt(view: TimeSpan, bounds: TimeSpan): TimeSpan {
  const length = durationOf(view);
  const to = Math.max(bounds.to + length * LIVE_AIR, bounds.from + length);
  return { from: ns(to - length), to: ns(to) };
}

function startingAt(state: ViewState, from: number): TimeSpan {
  const length = durationOf(state.view);
  return { from: ns(from - length * LIVE_AIR), to: ns(from + length * (1 - LIVE_AIR)) };
}

/** What a key does to the view; null for keys that mean nothing here. `centre` is the pointer's time or the view's middle. */
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
      return state.cursors.length > 0 || state.playhead === null
        ? { type: 'cursors', cursors: [] }
        : { type: 'playhead', time: null };
    default:
      return null;
  }
}
