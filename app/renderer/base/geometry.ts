/**
 * Rectangles in CSS pixels, and searches in sorted columns.
 */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function inRect(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The least index in 0…count whose value is at least `wanted`; `count` if there is none. `at` must not decrease. */
export function lowerBound(count: number, at: (index: number) => number, wanted: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The least index in 0…count whose value is above `wanted`; `count` if there is none. `at` must not decrease. */
export function upperBound(count: number, at: (index: number) => number, wanted: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(middle) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A half-device-pixel-aligned coordinate, for hairlines that stay sharp. */
export function crisp(value: number, density: number): number {
  return (Math.round(value * density) + 0.5) / density;
}
