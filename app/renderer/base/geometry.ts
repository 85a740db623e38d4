/**
 * Small arithmetic of charts: searches in sorted columns, and coordinates that stay sharp.
 */

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
