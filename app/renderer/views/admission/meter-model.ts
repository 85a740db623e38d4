/**
 * Converts an admission into lengths on the meter, as shares of its width from 0 at the left to 1
 * at the right.
 *
 * Cores that share a ready queue form one slot, which is filled from the left and has a line
 * between its cores. Each further queue has its own slot. Tasks without an assigned core are shown
 * on the core that the analysis chose. Tasks that fit on no core are shown in an extra slot at the
 * end. All slots have the same scale: if one slot is over 100 %, each slot has the same additional
 * space.
 */

import type { Admission, TaskAdmission } from '../../../../generator/analysis/admission.ts';
import { clustersOf, nameOfCores } from '../../../../generator/analysis/global/cores.ts';
import { placeOpenTasks } from '../../../../generator/analysis/global/placement.ts';
import type { Entity, TaskSet } from '../../../../generator/analysis/task-set.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatCapacity, formatLoad } from '../../base/format.ts';
import { QUANTITIES } from '../../base/quantity.tsx';

export interface Segment {
  readonly key: string;
  /** Index in the sketch's tasks, which determines the colour. -1 for anything else. */
  readonly task: number;
  /** Index of its slot. */
  readonly slot: number;
  readonly start: number;
  readonly share: number;
  readonly title: string;
  /** True for overheads of the runtime and for interrupts. */
  readonly background: boolean;
}

export interface Tick {
  readonly label: string;
  /** As a utilization. 1 is one processor. */
  readonly value: number;
  /** For example `77.9 %`. */
  readonly text: string;
  readonly at: number;
  /** Whether the utilization is above this bound. */
  readonly reached: boolean;
}

export interface Slot {
  readonly title: string;
  readonly start: number;
  readonly share: number;
  /** Position of 100 % of the slot's cores if the demand is higher. Otherwise null. */
  readonly beyond: number | null;
  /** True for the slot of tasks that fit on no core. */
  readonly open: boolean;
}

export interface MeterModel {
  readonly slots: readonly Slot[];
  readonly segments: readonly Segment[];
  readonly ticks: readonly Tick[];
  /** Positions within a slot at which one core ends and the next begins. */
  readonly seams: readonly number[];
}

/** Demand above this multiple of the processors is drawn as this multiple. */
const MOST = 1.5;

/** The content of one slot, before its position on the meter is known. */
interface Queue {
  readonly title: string;
  readonly cores: number;
  readonly tasks: readonly TaskAdmission[];
  /** ΣC/T including all overheads. */
  readonly demand: number;
  readonly open: boolean;
}

export function meterModel(admission: Admission): MeterModel {
  const queues = queuesOf(admission);
  const width = queues.reduce((sum, { cores }) => sum + cores, 0);
  const fullest = Math.max(0, ...queues.map(({ demand, cores }) => (cores === 0 ? 0 : demand / cores)));
  // The width of a slot, as a multiple of its cores.
  const room = fullest <= 1 ? 1 : Math.min(MOST, fullest * 1.04);
  const slots: Slot[] = [];
  const segments: Segment[] = [];
  const seams: number[] = [];
  let start = 0;
  for (const queue of queues) {
    const share = queue.cores / width;
    const full = queue.demand > queue.cores ? start + share / room : null;
    const title =
      queue.title === '' ? '' : `${queue.title}: ${formatLoad(queue.demand / (queue.open ? 1 : queue.cores))}`;
    slots.push({ title, start, share, beyond: queue.open ? null : full, open: queue.open });
    segments.push(...segmentsOf(queue, slots.length - 1, start, share, queue.open ? 1 : room));
    for (let core = 1; core < queue.cores && !queue.open; core += 1) seams.push(start + core / (width * room));
    start += share;
  }
  const only = queues.length === 1 && queues[0] !== undefined ? queues[0] : null;
  return { slots, segments, seams, ticks: only === null ? [] : ticksOf(admission, only.cores, only.cores * room) };
}

function segmentsOf(
  { title: name, cores, tasks, demand }: Queue,
  slot: number,
  start: number,
  share: number,
  room: number,
): Segment[] {
  const segments: Segment[] = [];
  const end = start + share;
  let at = start;
  const add = (segment: Omit<Segment, 'slot' | 'start' | 'share'>, value: number) => {
    const length = Math.min((value / (cores * room)) * share, end - at);
    if (length > 0) segments.push({ ...segment, slot, start: at, share: length });
    at += Math.max(0, length);
  };
  for (const { name: key, task, utilization } of tasks) {
    const title = tr`${key}: load ${QUANTITIES.load.symbol} = ${formatLoad(utilization)}`;
    add({ key, task, title, background: false }, utilization);
  }
  const rest = demand - tasks.reduce((sum, { utilization }) => sum + utilization, 0);
  const title = tr`Runtime and interrupts: ${formatLoad(rest)}`;
  add({ key: `\u0000${name}`, task: -1, title, background: true }, rest);
  return segments;
}

function queuesOf({ set, tasks, utilization, declaredUtilization }: Admission): Queue[] {
  const clusters = clustersOf(set);
  const cores = Math.max(1, set.cores);
  if (clusters.length <= 1) {
    const title = cores === 1 ? '' : tr`${cores} cores`;
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
  return [...queues, { title: tr`Without a place`, cores: demand, tasks: homeless, demand, open: true }];
}

/** With more tasks than this, computing an assignment would take several frames. */
const MOST_PLACED = 50;

/** Returns the core of each task without an assigned core, as the analysis assigns it. */
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

/**
 * Returns the recurring load above all tasks. It is on every core, or on the first core, which
 * serves the interrupts.
 */
const loadOf = ({ interruptLoad }: TaskSet, cores: readonly number[]): number =>
  interruptLoad
    .filter(({ most }) => most === undefined)
    .reduce((sum, { everyCore, costNs, periodNs }) => {
      const times = everyCore === true ? cores.length : cores.includes(0) ? 1 : 0;
      return sum + (times * costNs) / periodNs;
    }, 0);

/** A utilization bound is a tick. Products and response times have no position on this scale. */
function ticksOf({ methods, utilization }: Admission, cores: number, span: number): Tick[] {
  const bounds = methods
    .filter(({ applies, measures }) => applies && measures === 'utilization')
    .flatMap(({ label, bound }) => (bound === null ? [] : [{ label, value: bound }]));
  const all = [...bounds, { label: cores === 1 ? tr`The whole processor` : tr`${cores} processors`, value: cores }];
  return all
    .filter(({ value }, index) => value <= span && all.findIndex((other) => other.value === value) === index)
    .map(({ label, value }) => ({
      label,
      value,
      text: formatCapacity(value, utilization),
      at: value / span,
      reached: utilization > value,
    }));
}
