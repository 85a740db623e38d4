/**
 * Translates wheel, drag, pinch and keys on the plot and the overview into view actions.
 *
 * The wheel zooms around the pointer. A horizontal wheel or Shift pans, and a wheel over the labels
 * scrolls the lanes. Dragging pans in both directions. Dragging with Shift, or on the axis,
 * measures. Two fingers pan and pinch.
 */

import { nsPerPx, type TimeScale, toNs } from '../../base/scale.ts';
import { durationOf, span } from '../../base/time.ts';
import { pointIn } from '../../base/zoom.ts';
import { AXIS_HEIGHT } from './lane.ts';
import { windowPx } from './paint/overview.ts';
import { keyAction, type ViewAction, type ViewState } from './view.ts';

/** Wheel distance that doubles or halves the length of the view. */
const WHEEL_OCTAVE_PX = 320;
const LINE_PX = 16;
const CLICK_PX = 4;
const GRIP_PX = 8;

export interface InputHost {
  scale(): TimeScale;
  overviewScale(): TimeScale;
  state(): ViewState;
  dispatch(action: ViewAction): void;
  /** Position of the pointer in CSS pixels of the plot. Null when it left. */
  pointTo(point: { readonly x: number; readonly y: number } | null): void;
  click(x: number, y: number): void;
  open(x: number, y: number): void;
  jumpToMiss(back: boolean): void;
  togglePlay(): void;
  step(back: boolean): void;
}

export interface InputElements {
  /** The element that receives keys. */
  readonly root: HTMLElement;
  /** The scrolling layer above the canvas, including the axis. */
  readonly plot: HTMLElement;
  readonly scroller: HTMLElement;
  readonly overview: HTMLElement;
}

/** Adds all listeners. Returns the function that removes them. */
export function attachInput(elements: InputElements, host: InputHost): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const on = <K extends keyof HTMLElementEventMap>(
    element: HTMLElement,
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ): void => element.addEventListener(type, listener, { signal, passive });

  on(elements.plot, 'wheel', (event) => wheel(event, elements, host), false);
  on(elements.overview, 'wheel', (event) => wheel(event, elements, host), false);
  on(elements.root, 'keydown', (event) => key(event, elements, host), false);
  const drag = new PlotDrag(elements, host);
  on(elements.plot, 'pointerdown', (event) => drag.down(event), false);
  on(elements.plot, 'pointermove', (event) => drag.move(event));
  on(elements.plot, 'pointerup', (event) => drag.up(event));
  on(elements.plot, 'pointercancel', (event) => drag.up(event));
  on(elements.plot, 'pointerleave', () => host.pointTo(null));
  on(elements.plot, 'dblclick', (event) => {
    const at = pointIn(elements.plot, event);
    host.open(at.x, at.y);
  });
  const strip = new OverviewDrag(elements.overview, host);
  on(elements.overview, 'pointerdown', (event) => strip.down(event), false);
  on(elements.overview, 'pointermove', (event) => strip.move(event));
  on(elements.overview, 'pointerup', () => strip.up());
  on(elements.overview, 'pointercancel', () => strip.up());
  return () => controller.abort();
}

function wheel(event: WheelEvent, elements: InputElements, host: InputHost): void {
  const scale = host.scale();
  const { x } = pointIn(elements.plot, event);
  if (x < scale.leftPx && !event.ctrlKey) return;
  event.preventDefault();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
  const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  const sideways = event.shiftKey ? dx + dy : Math.abs(dx) > Math.abs(dy) ? dx : 0;
  if (sideways !== 0 && !event.ctrlKey) {
    host.dispatch({ type: 'pan', by: sideways * nsPerPx(scale) });
    return;
  }
  // A pinch on a touchpad is reported as a wheel event with Ctrl and small steps.
  const octaves = (event.ctrlKey ? 4 * dy : dy) / WHEEL_OCTAVE_PX;
  host.dispatch({ type: 'zoom', anchor: toNs(scale, x), factor: 2 ** octaves });
}

function key(event: KeyboardEvent, elements: InputElements, host: InputHost): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (name === 'm' || name === 'PageDown' || name === 'PageUp') {
    if (name === 'm') host.jumpToMiss(event.shiftKey);
    else elements.scroller.scrollBy({ top: (name === 'PageDown' ? 0.8 : -0.8) * elements.scroller.clientHeight });
    event.preventDefault();
    return;
  }
  if ((name === ' ' && !isControl(event.target)) || name === '.' || name === ',') {
    event.preventDefault();
    if (name === ' ') host.togglePlay();
    else host.step(name === ',');
    return;
  }
  const state = host.state();
  const action = keyAction(name, state, (state.view.from + state.view.to) / 2);
  if (!action) return;
  event.preventDefault();
  host.dispatch(action);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

interface Finger {
  x: number;
  y: number;
}

/** One drag or pinch on the plot, from the first finger down to the last finger up. */
class PlotDrag {
  readonly #elements: InputElements;
  readonly #host: InputHost;
  readonly #fingers = new Map<number, Finger>();
  #moved = 0;
  #measureFrom: number | null = null;

  constructor(elements: InputElements, host: InputHost) {
    this.#elements = elements;
    this.#host = host;
  }

  down(event: PointerEvent): void {
    const at = pointIn(this.#elements.plot, event);
    const { leftPx } = this.#host.scale();
    // The scroll bar is outside the inner width of the scrolling layer.
    const isBeside = at.x < leftPx || at.x >= this.#elements.scroller.clientWidth;
    if (event.button > 1 || isBeside || isControl(event.target)) return;
    this.#elements.root.focus({ preventScroll: true });
    this.#elements.plot.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, at);
    if (this.#fingers.size > 1) return;
    this.#moved = 0;
    this.#measureFrom = event.shiftKey || at.y < AXIS_HEIGHT ? toNs(this.#host.scale(), at.x) : null;
  }

  move(event: PointerEvent): void {
    const at = pointIn(this.#elements.plot, event);
    const finger = this.#fingers.get(event.pointerId);
    const inPlot = at.x >= this.#host.scale().leftPx;
    this.#host.pointTo(inPlot && (finger === undefined || this.#measureFrom !== null) ? at : null);
    if (!finger) return;
    this.#moved += Math.abs(at.x - finger.x) + Math.abs(at.y - finger.y);
    if (this.#fingers.size > 1) this.#pinch(event.pointerId, at);
    else if (this.#measureFrom !== null) this.#measure(at.x);
    else if (this.#moved > CLICK_PX) this.#pan(finger, at);
    this.#fingers.set(event.pointerId, at);
  }

  up(event: PointerEvent): void {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size > 0) return;
    if (this.#moved <= CLICK_PX && event.type === 'pointerup') this.#host.click(finger.x, finger.y);
    this.#measureFrom = null;
  }

  #pan(from: Finger, to: Finger): void {
    this.#host.dispatch({ type: 'pan', by: (from.x - to.x) * nsPerPx(this.#host.scale()) });
    this.#elements.scroller.scrollTop += from.y - to.y;
  }

  #measure(x: number): void {
    if (this.#measureFrom === null) return;
    this.#host.dispatch({ type: 'cursors', cursors: [this.#measureFrom, toNs(this.#host.scale(), x)] });
  }

  #pinch(id: number, to: Finger): void {
    const from = this.#fingers.get(id);
    const other = [...this.#fingers].find(([key]) => key !== id)?.[1];
    if (!from || !other) return;
    const before = Math.max(10, Math.abs(from.x - other.x));
    const after = Math.max(10, Math.abs(to.x - other.x));
    const scale = this.#host.scale();
    this.#host.dispatch({ type: 'zoom', anchor: toNs(scale, (from.x + other.x) / 2), factor: before / after });
    this.#host.dispatch({ type: 'pan', by: ((from.x - to.x) / 2) * nsPerPx(this.#host.scale()) });
  }
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, input, select') !== null;
}

/**
 * Drags the window of the overview or one of its edges. A press outside the window moves the window
 * there.
 */
class OverviewDrag {
  readonly #element: HTMLElement;
  readonly #host: InputHost;
  #grip: 'from' | 'to' | 'all' | null = null;
  #lastX = 0;

  constructor(element: HTMLElement, host: InputHost) {
    this.#element = element;
    this.#host = host;
  }

  down(event: PointerEvent): void {
    const { x } = pointIn(this.#element, event);
    const scale = this.#host.overviewScale();
    if (x < scale.leftPx) return;
    this.#element.setPointerCapture(event.pointerId);
    const box = windowPx(scale, this.#host.state().view, scale.leftPx + scale.widthPx);
    this.#lastX = x;
    if (Math.abs(x - box.x) <= GRIP_PX && box.right - box.x > 3 * GRIP_PX) this.#grip = 'from';
    else if (Math.abs(x - box.right) <= GRIP_PX && box.right - box.x > 3 * GRIP_PX) this.#grip = 'to';
    else this.#grip = 'all';
    if (this.#grip === 'all' && (x < box.x || x > box.right))
      this.#host.dispatch({ type: 'jump', time: toNs(scale, x) });
  }

  move(event: PointerEvent): void {
    if (this.#grip === null) return;
    const { x } = pointIn(this.#element, event);
    const scale = this.#host.overviewScale();
    const { view } = this.#host.state();
    const time = toNs(scale, x);
    if (this.#grip === 'all') this.#host.dispatch({ type: 'pan', by: (x - this.#lastX) * nsPerPx(scale) });
    else if (this.#grip === 'from')
      this.#host.dispatch({ type: 'show', view: span(Math.min(time, view.to - 1), view.to) });
    else this.#host.dispatch({ type: 'show', view: span(view.from, view.from + Math.max(1, time - view.from)) });
    this.#lastX = x;
    if (durationOf(this.#host.state().view) <= 0) this.up();
  }

  up(): void {
    this.#grip = null;
  }
}
