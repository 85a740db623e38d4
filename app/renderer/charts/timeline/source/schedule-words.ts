/**
 * Describes a simulated schedule in words: why a task does not run, and which events happen at a
 * time.
 */

import type { SimulationModel } from '../../../../../generator/simulation/model.ts';
import type { Happening, Reason, Rule } from '../../../../../generator/simulation/schedule/explain.ts';
import type { EventKind, ObjectClass } from '../../../../../generator/trace/events.ts';
import { formatDuration, formatTime } from '../../../base/format.ts';

export interface Names {
  readonly of: (kind: ObjectClass, index: number) => string;
  /** Number of cores. Cores are named if there are several. */
  readonly cores: number;
  readonly protocol: SimulationModel['protocol'];
}

export function namesOf({ metadata, cores, protocol }: SimulationModel): Names {
  const names = new Map(metadata.objects.map(({ class: kind, index, name }) => [`${kind} ${index}`, name]));
  return { of: (kind, index) => names.get(`${kind} ${index}`) ?? `${kind} ${index}`, cores, protocol };
}

const TENTH_MS = 100_000;

/** Formats a point in time with as many decimals as it needs: `12.0 ms`, `12.345 ms`. */
function at(timeNs: number): string {
  const resolution = timeNs % TENTH_MS === 0 ? TENTH_MS : 1_000;
  return formatTime(timeNs, resolution);
}

/**
 * Returns text such as "preempted by Control: earlier deadline, 12.0 ms". Empty for a task that
 * runs or has no work.
 */
export function reasonWords(reason: Reason, names: Names): string {
  switch (reason.kind) {
    case 'nothing':
    case 'runs':
      return '';
    case 'held-off': {
      const by = `${names.of('task', reason.by)}${onCore(reason.core, names)}`;
      return `${reason.started ? 'preempted by' : 'has to wait for'} ${by}: ${ruleWords(reason.rule, names)}`;
    }
    case 'blocked': {
      const resource = names.of('resource', reason.resource);
      if (reason.by === null) return `waits for ${resource}`;
      const meanwhile =
        reason.inversion === null ? '' : `, and ${names.of('task', reason.inversion)} runs: priority inversion`;
      return `blocked: ${names.of('task', reason.by)} holds ${resource}${meanwhile}`;
    }
    case 'budget':
      return reason.untilNs === null
        ? `its budget has been exhausted since ${at(reason.sinceNs)}`
        : `its budget is exhausted until ${at(reason.untilNs)}`;
    case 'interrupt':
      return `interrupt ${names.of('interrupt', reason.interrupt)} runs`;
    case 'runtime':
      return 'runtime overhead: a release or a context switch';
  }
}

const onCore = (core: number, { cores }: Names): string => (cores > 1 ? ` on core ${core}` : '');

/** The rule by which another task goes first. */
export function ruleWords(rule: Rule, names: Names): string {
  switch (rule.kind) {
    case 'priority':
      return 'higher priority';
    case 'deadline':
      return `earlier deadline, ${at(rule.byNs)} before ${at(rule.ownNs)}`;
    case 'first-come':
      return 'equal urgency, and it became ready first';
    case 'resource': {
      const resource = names.of('resource', rule.resource);
      return names.protocol === 'ceiling'
        ? `it holds ${resource}, and runs at its ceiling`
        : `it holds ${resource}, and has inherited the priority of a task that waits for it`;
    }
    case 'not-preemptive':
      return 'it started earlier and cannot be preempted';
    case 'placement':
      return 'the scheduler assigned the cores this way';
  }
}

/** Returns one sentence per event. */
export function happeningWords({ kind, object, value, reason }: Happening, names: Names): string {
  const task = () => names.of('task', object);
  const says: Readonly<Record<EventKind, () => string>> = {
    boot: () => 'the program starts',
    release: () => `${task()} is released`,
    start: () => `${task()} starts${onCore(value, names)}`,
    'switch-in': () => `${task()} resumes${onCore(value, names)}`,
    'switch-out': () => stopWords(task(), reason, names),
    complete: () => `${task()} completes`,
    'deadline-miss': () => `${task()} misses its deadline`,
    'budget-exhausted': () => `${task()} has exhausted its budget`,
    replenish: () => `${formatDuration(value)} of the budget of ${task()} is replenished`,
    skip: () => `${task()} drops ${value === 1 ? 'a release' : `${value} releases`}`,
    'interrupt-enter': () => `interrupt ${names.of('interrupt', object)}`,
    'interrupt-exit': () => `interrupt ${names.of('interrupt', object)} ends`,
    'interrupt-mask': () => `${names.of('interrupt', object)} is ${value === 1 ? 'masked' : 'unmasked'}`,
    'channel-write': () => `${names.of('channel', object)} is written`,
    'channel-read': () => `${names.of('channel', object)} is read`,
    'channel-overflow': () => `${names.of('channel', object)} is full: an item is lost`,
    'lock-wait': () => `${names.of('task', value)} waits for ${names.of('resource', object)}`,
    'lock-acquire': () => `${names.of('task', value)} locks ${names.of('resource', object)}`,
    'lock-release': () => `${names.of('task', value)} unlocks ${names.of('resource', object)}`,
    'lock-exceeded': () =>
      `${names.of('task', value)} held ${names.of('resource', object)} for longer than declared: it is unlocked`,
    idle: () => 'no task runs',
    mark: () => `${names.of('mark', object)} = ${value}`,
    text: () => 'the program prints text',
    dropped: () => `${value} events are missing`,
    gap: () => 'a part of the record is missing',
    stack: () => `the stack of ${task()} is measured`,
    notice: () => 'the runtime noticed something',
  };
  return says[kind]();
}

/** A job that stops because it waits for something is not preempted by another job. */
function stopWords(task: string, reason: Reason | null, names: Names): string {
  const words = reason === null ? '' : reasonWords(reason, names);
  if (words === '') return `${task} stops`;
  return reason?.kind === 'held-off' ? `${task} is ${words}` : `${task} stops: ${words}`;
}
