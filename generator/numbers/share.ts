/**
 * How a share is written, the same in the window and on the command line: as a percentage with at most
 * one decimal. What a share means decides how it is rounded:
 *
 * | Share | Function | Rounded |
 * |---|---|---|
 * | used of a limit: utilization, memory, R of D | `formatLoad` | up |
 * | a limit: the bound of a test | `formatCapacity` | down |
 * | neither: a duty cycle, a brightness | `formatPercent` | to the nearest |
 */

/** Sums of fractions carry rounding errors of this size, which must not reach the next decimal. */
const NOISE = 1e-9;

const up = (share: number, decimals: number): number => Math.ceil((share - NOISE) * 10 ** (decimals + 2));
const down = (share: number, decimals: number): number => Math.floor((share + NOISE) * 10 ** (decimals + 2));
const text = (steps: number, decimals: number): string => `${String(Math.max(0, steps) / 10 ** decimals)} %`;

/** Formats a share that is used of a limit, rounded up, so that it never looks smaller than it is. */
export const formatLoad = (share: number): string => (Number.isFinite(share) ? text(up(share, 1), 1) : '–');

/** Formats a limit, rounded down, so that it never looks larger than it is. */
export const formatCapacity = (share: number): string => (Number.isFinite(share) ? text(down(share, 1), 1) : '–');

/** Formats a load in processors, with the digits of formatLoad(): `0.841`. */
export const formatProcessors = (load: number): string => String(up(load, 1) / 1000);

const MOST_DECIMALS = 7;

/**
 * Formats a load and its limit like formatLoad() and formatCapacity(), with more decimals if one would
 * make a load that is within its limit look larger than the limit.
 */
export function formatLoadAndCapacity(share: number, limit: number): [load: string, capacity: string] {
  if (share > limit + NOISE || !Number.isFinite(share + limit)) return [formatLoad(share), formatCapacity(limit)];
  for (let decimals = 1; decimals < MOST_DECIMALS; decimals += 1) {
    const [load, capacity] = [up(share, decimals), down(limit, decimals)];
    if (load <= capacity) return [text(load, decimals), text(capacity, decimals)];
  }
  const both = text(down(limit, MOST_DECIMALS), MOST_DECIMALS);
  return [both, both];
}

/** Formats a ratio that is no share of a processor, such as a product, with four decimals. */
export const formatRatio = (value: number): string => value.toFixed(4);

/** Formats what a test compares, where there is any: as percentages if it is a utilization. */
export function formatValueAndBound(
  value: number | null,
  bound: number | null,
  isUtilization: boolean,
): [value: string, bound: string] {
  if (!isUtilization) return [value === null ? '' : formatRatio(value), bound === null ? '' : formatRatio(bound)];
  if (value !== null && bound !== null) return formatLoadAndCapacity(value, bound);
  return [value === null ? '' : formatLoad(value), bound === null ? '' : formatCapacity(bound)];
}

/** Formats a share that nothing is compared with: `4.2 %`, `68 %`. */
export function formatPercent(share: number): string {
  if (!Number.isFinite(share)) return '–';
  const percent = share * 100;
  const decimals = Math.abs(percent) >= 10 || Number.isInteger(percent) ? 0 : 1;
  return `${percent.toFixed(decimals)} %`;
}
