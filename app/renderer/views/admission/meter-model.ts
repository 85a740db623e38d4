/** From an admission to the lengths of the meter: shares of its width, 0 at the left, 1 at the right. */
import type { Admission } from '../../../../generator/analysis/admission.ts';
import { formatPercent } from '../../base/format.ts';

export interface Segment {
  readonly key: string;
  /** Index in the sketch's tasks; decides the colour. -1 for what is no task's. */
  readonly task: number;
  readonly start: number;
  readonly share: number;
  readonly title: string;
  /** Not a task's own: what the runtime and interrupts take. */
  readonly background: boolean;
}

export interface Tick {
  readonly label: string;
  /** As a utilization; 1 is one processor. */
  readonly value: number;
  readonly at: number;
  /** Whether the utilization is above it. */
  readonly reached: boolean;
}

export interface MeterModel {
  readonly segments: readonly Segment[];
  readonly ticks: readonly Tick[];
  /** Where 100 % of all processors lies, when the demand goes past it; else null. */
  readonly beyond: number | null;
}

/** A demand past this many times the processors is drawn as this much. */
const MOST = 1.5;

export function meterModel(admission: Admission): MeterModel {
  const { set, tasks, utilization, declaredUtilization } = admission;
  const cores = Math.max(1, set.cores);
  const demand = Math.max(utilization, declaredUtilization);
  const span = demand <= cores ? cores : Math.min(MOST * cores, demand * 1.04);
  const segments: Segment[] = [];
  let start = 0;
  const add = (segment: Omit<Segment, 'start' | 'share'>, value: number) => {
    const share = Math.min(value / span, 1 - start);
    if (share > 0) segments.push({ ...segment, start, share });
    start += Math.max(0, share);
  };
  for (const task of tasks) {
    const title = `${task.name}: ${formatPercent(task.utilization)}`;
    add({ key: task.name, task: task.task, title, background: false }, task.utilization);
  }
  const taskSum = tasks.reduce((sum, task) => sum + task.utilization, 0);
  const rest = demand - taskSum;
  const title = `Runtime and interrupts: ${formatPercent(rest)}`;
  add({ key: '\u0000rest', task: -1, title, background: true }, rest);
  return { segments, ticks: ticksOf(admission, cores, span), beyond: demand > cores ? cores / span : null };
}

/** A bound on the utilization is a tick; a product or a response time has no place on this scale. */
function ticksOf({ methods, utilization }: Admission, cores: number, span: number): Tick[] {
  const bounds = methods
    .filter(({ applies, measures }) => applies && measures === 'utilization')
    .flatMap(({ label, bound }) => (bound === null ? [] : [{ label, value: bound }]));
  const all = [...bounds, { label: cores === 1 ? 'The whole processor' : `${cores} processors`, value: cores }];
  return all
    .filter(({ value }, index) => value <= span && all.findIndex((other) => other.value === value) === index)
    .map(({ label, value }) => ({ label, value, at: value / span, reached: utilization > value }));
}
