/** Profiles in words, for the window and the command line. */
import { leastWords } from '../numbers/least.ts';
import { formatPercent } from '../numbers/share.ts';
import { formatBound, formatDeclared, formatDuration, formatSlack } from '../numbers/time.ts';
import { nsOfUs } from '../sketch/time.ts';
import { tr } from '../words/tr.ts';
import {
  type ChannelValue,
  deliveriesOf,
  type InterruptValue,
  type LoadValue,
  type ProfileComparison,
  type TaskValue,
} from './compare.ts';
import type { InterruptProfile, Profile, TaskProfile } from './profile.ts';
import type { Refit, RefitValue } from './refit.ts';

export type AnyValue =
  | `task.${TaskValue}`
  | `channel.${ChannelValue}`
  | `interrupt.${InterruptValue}`
  | `load.${LoadValue}`;

type Format = (value: number) => string;
const count: Format = String;
const bytes: Format = (value) => `${value} B`;

/** The title of a value, and how it is written. */
export function valueWords(value: AnyValue): { readonly title: string; readonly format: Format } {
  const words: Readonly<Record<AnyValue, readonly [title: string, format: Format]>> = {
    'task.period': [tr`period`, formatDeclared],
    'task.budget': [tr`budget`, formatDeclared],
    'task.deadline': [tr`deadline`, formatDeclared],
    'task.bound': [tr`response bound`, formatBound],
    'task.executionMean': [tr`execution, mean`, formatBound],
    'task.executionMedian': [tr`execution, median`, formatBound],
    'task.execution95': [tr`execution, 95 %`, formatBound],
    'task.execution99': [tr`execution, 99 %`, formatBound],
    'task.executionMost': [tr`execution, most`, formatBound],
    'task.trend': [tr`execution, trend`, slopeWords],
    'task.responseMean': [tr`response, mean`, formatBound],
    'task.responseMedian': [tr`response, median`, formatBound],
    'task.response95': [tr`response, 95 %`, formatBound],
    'task.response99': [tr`response, 99 %`, formatBound],
    'task.responseMost': [tr`response, most`, formatBound],
    'task.jitterMedian': [tr`release jitter, median`, formatBound],
    'task.jitter95': [tr`release jitter, 95 %`, formatBound],
    'task.jitter99': [tr`release jitter, 99 %`, formatBound],
    'task.jitterMost': [tr`release jitter, most`, formatBound],
    'task.leastDistance': [tr`distance of releases, least`, formatSlack],
    'task.stackUsed': [tr`stack used`, bytes],
    'task.misses': [tr`late and dropped`, count],
    'task.overruns': [tr`exceeded budgets`, count],
    'task.utilization': [tr`processor`, formatPercent],
    'channel.lost': [tr`items lost`, count],
    'channel.items95': [tr`items waiting, 95 %`, count],
    'channel.mostItems': [tr`items waiting, most`, count],
    'channel.ageMedian': [tr`age of data, median`, formatBound],
    'channel.age95': [tr`age of data, 95 %`, formatBound],
    'channel.age99': [tr`age of data, 99 %`, formatBound],
    'channel.ageMost': [tr`age of data, most`, formatBound],
    'interrupt.delivered': [tr`deliveries`, count],
    'interrupt.recorded': [tr`deliveries recorded`, count],
    'interrupt.worst': [tr`longest delivery`, formatBound],
    'interrupt.masked': [tr`maskings recorded`, count],
    'interrupt.maskedFor': [tr`recorded as masked for`, formatDuration],
    'interrupt.lost': [tr`edges lost`, count],
    'load.tasks': [tr`processor: tasks`, formatPercent],
    'load.runtime': [tr`processor: runtime`, formatPercent],
    'load.telemetry': [tr`processor: telemetry`, formatPercent],
    'load.idle': [tr`processor: idle`, formatPercent],
  };
  const [title, format] = words[value];
  return { title, format };
}

/** A change between two profiles: `+12 %`; null: one of them has no such value, or it has the same digits. */
export function changeWords(value: AnyValue, a: number | null, b: number | null): string | null {
  const { format } = valueWords(value);
  if (a === null || b === null || format(a) === format(b)) return null;
  // A trend has a sign, so a share of it says nothing.
  if (value === 'task.trend') return null;
  if (a === 0) return b > 0 ? '+' : '−';
  const percent = Math.round(((b - a) * 100) / a);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`;
}

/** The shares of the processors: `tasks 20 %, runtime 10 %, idle 70 %`. What is not known is left out. */
export function loadWords({ tasks, runtime, telemetry, idle }: Profile['load']): string {
  return [
    tr`tasks ${formatPercent(tasks)}`,
    ...(runtime === null ? [] : [tr`runtime ${formatPercent(runtime)}`]),
    ...(telemetry === null ? [] : [tr`telemetry ${formatPercent(telemetry)}`]),
    idle === null ? tr`the rest is not known` : tr`idle ${formatPercent(idle)}`,
  ].join(', ');
}

/** How often an interrupt was delivered. */
export const deliveriesWords = (of: InterruptProfile, format: Format = count): string =>
  leastWords(format(of.counted ?? of.delivered), deliveriesOf(of) === null);

/** The direction of a task's execution times during the run; null: none. */
export function trendWords({ executionTrend: { direction, nsPerSecond } }: TaskProfile): string | null {
  return direction === 'none' ? null : slopeWords(nsPerSecond);
}

function slopeWords(nsPerSecond: number): string {
  const slope = formatDuration(Math.max(1, Math.round(Math.abs(nsPerSecond))));
  return nsPerSecond >= 0 ? tr`+${slope} per second` : tr`−${slope} per second`;
}

export function refitTitle(value: RefitValue): string {
  const titles: Readonly<Record<RefitValue, string>> = {
    budget: tr`budget C`,
    period: tr`least distance T`,
    stack: tr`stack`,
  };
  return titles[value];
}

/** The values of a proposal as texts. A measured maximum is rounded up, a least distance down. */
export function refitWords({ value, before, proposed, measured }: Refit) {
  if (value === 'stack') return { before: bytes(before), proposed: bytes(proposed), measured: bytes(measured) };
  const declared = (us: number): string => formatDeclared(nsOfUs(us));
  const seen = value === 'period' ? formatSlack(measured) : formatBound(measured);
  return { before: declared(before), proposed: declared(proposed), measured: seen };
}

/** What a profile is of: `Uno, super-loop, virtual board`. */
export const profileSource = ({ board, target, device }: Profile): string =>
  `${board}, ${target}, ${deviceWords(device)}`;

export function deviceWords(device: Profile['device']): string {
  const devices: Readonly<Record<Profile['device'], string>> = {
    virtual: tr`virtual board`,
    port: tr`real board`,
    simulation: tr`simulation`,
  };
  return devices[device];
}

/** The properties in which two profiles differ as a whole; null: none. */
export function differenceWords({ differs }: ProfileComparison, a: Profile, b: Profile): string | null {
  const words: Readonly<Record<ProfileComparison['differs'][number], () => string>> = {
    board: () => tr`the board (${a.board}, ${b.board})`,
    target: () => tr`the target (${a.target}, ${b.target})`,
    policy: () => tr`the policy (${a.policy}, ${b.policy})`,
    device: () => tr`the device (${deviceWords(a.device)}, ${deviceWords(b.device)})`,
    fingerprint: () => tr`the sketch`,
  };
  return differs.length === 0 ? null : tr`They differ in: ${differs.map((each) => words[each]()).join(', ')}.`;
}
