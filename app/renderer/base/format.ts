/**
 * Formats times for users, in the most readable unit, with only the significant digits, and always
 * with the unit.
 */

const UNITS = [
  { ns: 3_600_000_000_000, name: 'h' },
  { ns: 60_000_000_000, name: 'min' },
  { ns: 1_000_000_000, name: 's' },
  { ns: 1_000_000, name: 'ms' },
  { ns: 1_000, name: 'µs' },
  { ns: 1, name: 'ns' },
] as const;

/** A no-break space between a number and its unit. */
const SPACE = '\u00a0';
const MINUS = '\u2212';

/**
 * Formats a duration in the most readable unit, for example `250 µs`, `40 ms`, `1.25 s`,
 * `2 min 5 s` or `3 h`.
 *
 * @param ns the duration. Negative durations get a minus sign. NaN and infinity give `–`.
 * @param digits significant digits below a minute. Trailing zeros are left out.
 */
export function formatDuration(ns: number, digits = 4): string {
  if (!Number.isFinite(ns)) return '–';
  if (ns < 0) return MINUS + formatDuration(-ns, digits);
  if (ns === 0) return `0${SPACE}s`;
  const rounded = Number(ns.toPrecision(digits));
  if (rounded >= 60_000_000_000) return formatLong(ns);
  const unit = UNITS.find((u) => rounded >= u.ns) ?? UNITS[5];
  return `${significant(rounded / unit.ns, digits)}${SPACE}${unit.name}`;
}

const DECLARED_UNITS = UNITS.filter(({ ns }) => ns >= 1_000 && ns <= 1_000_000_000);

/**
 * Formats a period, budget or deadline of the sketch exactly, in the largest unit that needs at most
 * three decimals: `40 ms`, `12.345 ms`, `1234.567 ms`. Declared times are whole microseconds and are
 * never rounded. Bounds are rounded up by formatBound, and measured times to the nearest by
 * formatDuration, both to four digits.
 */
export function formatDeclared(ns: number): string {
  const unit = DECLARED_UNITS.find((each) => ns >= each.ns && (ns * 1000) % each.ns === 0);
  return unit === undefined || ns % 1_000 !== 0 ? formatDuration(ns, 12) : `${ns / unit.ns}${SPACE}${unit.name}`;
}

/**
 * Formats a bound like a duration, but rounds it up, so that the displayed bound is never below the
 * real one.
 */
export function formatBound(ns: number, digits = 4): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, ns))) + 1 - digits);
  return formatDuration(Math.ceil(ns / step) * step, digits);
}

/**
 * Formats how long a job ran. A time above the budget is split, so that the budget never has a second
 * text: `10 ms + 70 µs overhead` in a prediction, whose jobs keep their budgets and pay for the
 * runtime, and `10 ms + 70 µs more` when measured.
 */
export function formatExecution(executionNs: number, budgetNs: number | null, isPrediction: boolean): string {
  if (budgetNs === null || executionNs <= budgetNs) return formatDuration(executionNs);
  const rest = formatDuration(executionNs - budgetNs);
  return `${formatDeclared(budgetNs)} + ${rest} ${isPrediction ? 'overhead' : 'more'}`;
}

/** Formats a minute or more with its two largest units, rounded to the smaller one. */
function formatLong(ns: number): string {
  const [large, small] = ns >= 3_600_000_000_000 ? [UNITS[0], UNITS[1]] : [UNITS[1], UNITS[2]];
  const total = Math.round(ns / small.ns);
  const perLarge = large.ns / small.ns;
  if (large.name === 'min' && total >= 3600) return formatLong(total * small.ns);
  const whole = Math.floor(total / perLarge);
  const rest = total % perLarge;
  const head = `${whole}${SPACE}${large.name}`;
  return rest === 0 ? head : `${head} ${rest}${SPACE}${small.name}`;
}

function significant(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

/**
 * Formats a point in time with a fixed unit and number of decimals, so that neighbouring labels on
 * an axis or in a readout align, for example `40.250 ms`. Times of a minute or more are formatted
 * as `1:05.250` and `2:01:05`.
 *
 * @param resolutionNs the smallest step that must be distinguishable. It determines the number of
 * decimals.
 */
export function formatTime(ns: number, resolutionNs: number): string {
  if (!Number.isFinite(ns)) return '–';
  if (ns < 0) return MINUS + formatTime(-ns, resolutionNs);
  const step = Math.max(1, resolutionNs);
  if (ns >= 60_000_000_000) return formatClock(ns, step);
  const unit = unitOfTime(ns, step);
  return `${(ns / unit.ns).toFixed(decimalsFor(step, unit.ns))}${SPACE}${unit.name}`;
}

/** Uses seconds from one second on. Below that, uses the largest unit that the time reaches. */
function unitOfTime(ns: number, step: number): { ns: number; name: string } {
  const reference = Math.max(ns, step);
  return UNITS.find((u) => u.ns <= 1_000_000_000 && reference >= u.ns) ?? UNITS[5];
}

/**
 * Formats a time as on a clock, with enough decimals of a second to distinguish steps of `step` ns:
 * `0:50`, `1:05.250`, `2:01:05`.
 */
export function formatClock(ns: number, step: number): string {
  if (ns < 0) return MINUS + formatClock(-ns, step);
  const decimals = step >= 1_000_000_000 ? 0 : decimalsFor(step, 1_000_000_000);
  const scale = 10 ** decimals;
  const units = Math.round((ns / 1_000_000_000) * scale);
  const seconds = Math.floor(units / scale);
  const fraction = decimals === 0 ? '' : `.${String(units % scale).padStart(decimals, '0')}`;
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const head = hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}`;
  return `${head}:${two(seconds % 60)}${fraction}`;
}

/** Returns how many decimals a number in `unitNs` needs to distinguish steps of `stepNs`. */
export function decimalsFor(stepNs: number, unitNs: number): number {
  if (stepNs >= unitNs) return 0;
  return Math.min(9, Math.ceil(Math.log10(unitNs / stepNs) - 1e-9));
}

/** Formats a whole number with thin spaces between thousands: `1 234 567`. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/** Formats a fraction as a percentage: `4.2 %`, `68 %`. */
export function formatPercent(share: number): string {
  if (!Number.isFinite(share)) return '–';
  const percent = share * 100;
  const decimals = Math.abs(percent) >= 10 || Number.isInteger(percent) ? 0 : 1;
  return `${percent.toFixed(decimals)}${SPACE}%`;
}
