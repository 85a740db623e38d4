/**
 * The typography of the window's numbers, and the texts of axes and counts. Which digits a time or a
 * share has is decided in generator/numbers, which the command line uses, too.
 */
import * as memory from '../../../generator/numbers/memory.ts';
import * as shares from '../../../generator/numbers/share.ts';
import * as times from '../../../generator/numbers/time.ts';

/** A no-break space between a number and its unit. */
const SPACE = '\u00a0';
const MINUS = '\u2212';

/** Keeps each number together with its unit, and gives it a minus sign as wide as a digit. */
export const typeset = (text: string): string =>
  text.replace(/(?<=\d) (?=(?:h|min|[mµn]?s|B)(?!\p{L})|%)/gu, SPACE).replace(/^-/, MINUS);

/** A mean or the length of a span: to the nearest. */
export const formatDuration = (ns: number, digits?: number): string => typeset(times.formatDuration(ns, digits));

/** A period, budget or deadline of the sketch: exact. */
export const formatDeclared = (ns: number): string => typeset(times.formatDeclared(ns));

/** A bound, a worst measured time or lateness: rounded up, but not past a limit that it meets. */
export const formatBound = (ns: number, limitNs: number | null = null): string =>
  typeset(times.formatBound(ns, limitNs));

/** `768 of 1000 ms`: a bound and its limit, in one unit. */
export const formatBoundOf = (ns: number, limitNs: number, of?: string): string =>
  typeset(times.formatBoundOf(ns, limitNs, of));

/** Slack: rounded down. */
export const formatSlack = (ns: number): string => typeset(times.formatSlack(ns));

/** How long a job ran: a time above the budget is split into the budget and the rest. */
export const formatExecution = (executionNs: number, budgetNs: number | null, isPrediction: boolean): string =>
  typeset(times.formatExecution(executionNs, budgetNs, isPrediction));

/** A share that is used of a limit: rounded up. */
export const formatLoad = (share: number): string => typeset(shares.formatLoad(share));

/** A limit for loads, beside the load that is compared with it: rounded down. */
export const formatCapacity = (limit: number, share: number): string =>
  typeset(shares.formatLoadAndCapacity(share, limit)[1]);

/** `534 of 2 048 B`, with thin spaces between thousands. */
export const formatBytesOf = (used: number, limit: number): string =>
  typeset(memory.formatBytesOf(used, limit).replace(/\d+/g, (digits) => formatCount(Number(digits))));

/** `31.5 KiB`: the memory of a board. */
export function formatMemory(bytes: number): string {
  const [unit, name] = bytes >= 1 << 20 ? [1 << 20, 'MiB'] : [1 << 10, 'KiB'];
  return `${Math.round((bytes / unit) * 10) / 10}${SPACE}${name}`;
}

/** `16 MHz`: the clock of a processor. */
export const formatFrequency = (hz: number): string =>
  hz >= 1e9 ? `${hz / 1e9}${SPACE}GHz` : `${hz / 1e6}${SPACE}MHz`;

/** A share that nothing is compared with: to the nearest. */
export const formatPercent = (share: number): string => typeset(shares.formatPercent(share));

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
function unitOfTime(ns: number, step: number): times.TimeUnit {
  const reference = Math.max(ns, step);
  return times.TIME_UNITS.find((unit) => reference >= unit.ns) ?? times.NANOSECOND;
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
