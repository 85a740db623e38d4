/**
 * Projector view enlarges the whole window by CSS zoom. Boxes and pointer events are then in pixels
 * of the window, while sizes and positions set by CSS are in the element's own, larger pixels.
 */

/** How much larger everything is in projector view. */
export const PROJECTOR_ZOOM = 1.5;

/** Pixels of the window for each CSS pixel of an element. */
export const zoomOf = (element: Element): number => element.currentCSSZoom ?? 1;

/** The size of the window in the CSS pixels of its content. */
export function windowSize(): { readonly width: number; readonly height: number } {
  const zoom = zoomOf(document.documentElement);
  return { width: window.innerWidth / zoom, height: window.innerHeight / zoom };
}

/** The position of an element in its own CSS pixels. */
export function boxOf(element: Element): DOMRect {
  const { left, top, width, height } = element.getBoundingClientRect();
  const zoom = zoomOf(element);
  return new DOMRect(left / zoom, top / zoom, width / zoom, height / zoom);
}

/** The position of the pointer within an element, in the element's own CSS pixels. */
export function pointIn(element: Element, { clientX, clientY }: MouseEvent): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  const zoom = zoomOf(element);
  return { x: (clientX - box.left) / zoom, y: (clientY - box.top) / zoom };
}
