/** Moves the keyboard focus to the canvas and its elements. */
import { type ElementRef, refKey } from '../../../state/sketch/element-ref.ts';

/** A new node can take the focus a few frames later, when it has been measured. */
const FRAMES = 30;

const nodeOf = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.canvas .react-flow__node[data-id="${CSS.escape(key)}"]`);

/** Focuses an element of the canvas as soon as it is drawn. */
export function focusElement(ref: ElementRef, frames = FRAMES): void {
  const node = nodeOf(refKey(ref));
  node?.focus({ preventScroll: true });
  if (frames > 0 && (node === null || document.activeElement !== node)) {
    requestAnimationFrame(() => focusElement(ref, frames - 1));
  }
}

/** Focuses a wire of the canvas. */
export function focusWire(id: string): void {
  document.querySelector<SVGElement>(`.canvas .react-flow__edge[data-id="${CSS.escape(id)}"]`)?.focus();
}

/** Focuses the first selected element, or else the canvas itself, as soon as the canvas is drawn. */
export function focusCanvas(selected: readonly ElementRef[], frames = FRAMES): void {
  const canvas = document.querySelector<HTMLElement>('.canvas');
  const [first] = selected;
  const target = (first && nodeOf(refKey(first))) ?? canvas;
  target?.focus({ preventScroll: true });
  if (frames > 0 && (target === null || document.activeElement !== target)) {
    requestAnimationFrame(() => focusCanvas(selected, frames - 1));
  }
}
