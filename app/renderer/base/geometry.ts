/** Arithmetic for charts: binary search in sorted columns, and coordinates of sharp lines. */

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/**
 * Returns the smallest index in 0…count with a value of at least `wanted`, or `count` if there is
 * none. `at` must not decrease.
 */
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

/**
 * Returns the smallest index in 0…count with a value above `wanted`, or `count` if there is none.
 * `at` must not decrease.
 */
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

/** Aligns a coordinate to half a device pixel, so that hairlines stay sharp. */
export function crisp(value: number, density: number): number {
  return (Math.round(value * density) + 0.5) / density;
}
