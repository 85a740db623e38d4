/**
 * From an admission to the lengths of the meter: shares of its width, 0 at the left, 1 at the right.
 *
 * Cores that share a ready queue are one slot, filled from the left, with a line between their cores. Each further queue has
 * a slot of its own; tasks whose core is left open are where the analysis puts them, and what fits nowhere comes in one behind. All slots have one scale: where one is filled
 * past its cores, each has room for that.
 */
import type { Admission, TaskAdmission } from '../../../../generator/analysis/admission.ts';
import { clustersOf, nameOfCores } from '../../../../generator/analysis/global/cores.ts';
import { placeOpenTasks } from '../../../../generator/analysis/global/placement.ts';
import type { Entity, TaskSet } from '../../../../generator/analysis/task-set.ts';
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

export interface Slot {
  readonly title: string;
  readonly start: number;
  readonly share: number;
  /** Where 100 % of its cores lies, when more is asked of them; else null. */
  readonly beyond: number | null;
  /** For tasks without a place. */
  readonly open: boolean;
}

export interface MeterModel {
  readonly slots: readonly Slot[];
  readonly segments: readonly Segment[];
  readonly ticks: readonly Tick[];
  /** Where a core ends and the next begins, within a slot. */
  readonly seams: readonly number[];
}

/** A demand past this many times the processors is drawn as this much. */
const MOST = 1.5;

/** What one slot has to hold, before its place on the meter is known. */
interface Queue {
  readonly title: string;
  readonly cores: number;
  readonly tasks: readonly TaskAdmission[];
  /** ΣC/T with all overheads. */
  readonly demand: number;
  readonly open: boolean;
}

export function meterModel(admission: Admission): MeterModel {
  const queues = queuesOf(admission);
  const width = queues.reduce((sum, { cores }) => sum + cores, 0);
  const fullest = Math.max(0, ...queues.map(({ demand, cores }) => (cores === 0 ? 0 : demand / cores)));
  // How many times its cores a slot has room for.
  const room = fullest <= 1 ? 1 : Math.min(MOST, fullest * 1.04);
  const slots: Slot[] = [];
  const segments: Segment[] = [];
  const seams: number[] = [];
  let start = 0;
  for (const queue of queues) {
    const share = queue.cores / width;
    const full = queue.demand > queue.cores ? start + share / room : null;
    const title =
      queue.title === '' ? '' : `${queue.title}: ${formatPercent(queue.demand / (queue.open ? 1 : queue.cores))}`;
    slots.push({ title, start, share, beyond: queue.open ? null : full, open: queue.open });
    segments.push(...segmentsOf(queue, start, share, queue.open ? 1 : room));
    for (let core = 1; core < queue.cores && !queue.open; core += 1) seams.push(start + core / (width * room));
    start += share;
  }
  const only = queues.length === 1 && queues[0] !== undefined ? queues[0] : null;
  return { slots, segments, seams, ticks: only === null ? [] : ticksOf(admission, only.cores, only.cores * room) };
}

function segmentsOf(
  { title: slot, cores, tasks, demand }: Queue,
  start: number,
  share: number,
  room: number,
): Segment[] {
  const segments: Segment[] = [];
  const end = start + share;
  let at = start;
  const add = (segment: Omit<Segment, 'start' | 'share'>, value: number) => {
    const length = Math.min((value / (cores * room)) * share, end - at);
    if (length > 0) segments.push({ ...segment, start: at, share: length });
    at += Math.max(0, length);
  };
  for (const { name, task, utilization } of tasks) {
    const title = `${name}: ${formatPercent(utilization)}`;
    add({ key: name, task, title, background: false }, utilization);
  }
  const rest = demand - tasks.reduce((sum, { utilization }) => sum + utilization, 0);
  const title = `Runtime and interrupts: ${formatPercent(rest)}`;
  add({ key: `\u0000${slot}`, task: -1, title, background: true }, rest);
  return segments;
}

function queuesOf({ set, tasks, utilization, declaredUtilization }: Admission): Queue[] {
  const clusters = clustersOf(set);
  const cores = Math.max(1, set.cores);
  if (clusters.length <= 1) {
    const title = cores === 1 ? '' : `${cores} cores`;
    return [{ title, cores, tasks, demand: Math.max(utilization, declaredUtilization), open: false }];
  }
  const found = placementOf(set);
  const clusterOf = (entity: Entity): number | null => {
    const core = found.get(entity) ?? entity.core;
    return core === null ? null : Math.floor(Math.min(core, cores - 1) / set.clusterCores);
  };
  const placed = new Map(
    set.entities.flatMap((entity) => (entity.kind === 'task' ? [[entity.source, clusterOf(entity)] as const] : [])),
  );
  const queues = clusters.map((own, cluster): Queue => {
    const demand = demandOf(set, (entity) => clusterOf(entity) === cluster) + loadOf(set, own);
    const title = nameOfCores(own).replace(/^c/, 'C');
    return {
      title,
      cores: own.length,
      tasks: tasks.filter(({ task }) => placed.get(task) === cluster),
      demand,
      open: false,
    };
  });
  const homeless = tasks.filter(({ task }) => placed.get(task) === null);
  if (homeless.length === 0) return queues;
  const demand = demandOf(set, (entity) => clusterOf(entity) === null);
  return [...queues, { title: 'Without a place', cores: demand, tasks: homeless, demand, open: true }];
}

/** Above this many, finding places would take frames. */
const MOST_PLACED = 50;

/** The first core of each task that the sketch leaves open, where the analysis puts it to judge it. */
function placementOf(set: TaskSet): ReadonlyMap<Entity, number> {
  if (set.entities.length > MOST_PLACED || set.entities.every(({ core }) => core !== null)) return new Map();
  const { placement } = placeOpenTasks(set);
  return new Map(
    set.entities.flatMap((entity, index) => {
      const core = entity.core === null ? placement[index]?.[0] : undefined;
      return core === undefined ? [] : [[entity, core] as const];
    }),
  );
}

const demandOf = (set: TaskSet, isHere: (entity: Entity) => boolean): number =>
  set.entities.filter(isHere).reduce((sum, { costNs, periodNs }) => sum + costNs / periodNs, 0);

/** What recurs above all tasks: on every core, or on the first, which takes the interrupts. */
const loadOf = ({ interruptLoad }: TaskSet, cores: readonly number[]): number =>
  interruptLoad
    .filter(({ most }) => most === undefined)
    .reduce((sum, { everyCore, costNs, periodNs }) => {
      const times = everyCore === true ? cores.length : cores.includes(0) ? 1 : 0;
      return sum + (times * costNs) / periodNs;
    }, 0);

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
