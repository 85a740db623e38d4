/**
 * Describes a simulated schedule in words: why a task does not run, and which events happen at a
 * time.
 */

import type { SimulationModel } from '../../../../../generator/simulation/model.ts';
import type { Happening, Reason, Rule } from '../../../../../generator/simulation/schedule/explain.ts';
import type { EventKind } from '../../../../../generator/trace/events.ts';
import { KIND_PLOT } from '../../../../../generator/trace/kinds.ts';
import { type ObjectNames, objectNames } from '../../../../../generator/trace/names.ts';
import { numberOf } from '../../../../../generator/trace/number.ts';
import { tr, trCount } from '../../../../../generator/words/tr.ts';
import { formatDuration, formatTime } from '../../../base/format.ts';

export interface Names extends ObjectNames {
  /** Number of cores. Cores are named if there are several. */
  readonly cores: number;
  readonly protocol: SimulationModel['protocol'];
}

export const namesOf = ({ metadata, cores, protocol }: SimulationModel): Names => ({
  ...objectNames(metadata),
  cores,
  protocol,
});

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
      const by = onCore(names.of('task', reason.by), reason.core, names);
      const rule = ruleWords(reason.rule, names);
      return reason.started ? tr`preempted by ${by}: ${rule}` : tr`has to wait for ${by}: ${rule}`;
    }
    case 'blocked': {
      const resource = names.of('resource', reason.resource);
      if (reason.by === null) return tr`waits for ${resource}`;
      const holder = names.of('task', reason.by);
      if (reason.inversion === null) return tr`blocked: ${holder} holds ${resource}`;
      const other = names.of('task', reason.inversion);
      return tr`blocked: ${holder} holds ${resource}, and ${other} runs: priority inversion`;
    }
    case 'budget':
      return reason.untilNs === null
        ? tr`its budget has been exhausted since ${at(reason.sinceNs)}`
        : tr`its budget is exhausted until ${at(reason.untilNs)}`;
    case 'interrupt':
      return tr`interrupt ${names.of('interrupt', reason.interrupt)} runs`;
    case 'runtime':
      return tr`runtime overhead: a release or a context switch`;
  }
}

const onCore = (task: string, core: number, { cores }: Names): string =>
  cores > 1 ? tr`${task} on core ${core}` : task;

/** The rule by which another task goes first. */
export function ruleWords(rule: Rule, names: Names): string {
  switch (rule.kind) {
    case 'priority':
      return tr`higher priority`;
    case 'deadline':
      return tr`earlier deadline, ${at(rule.byNs)} before ${at(rule.ownNs)}`;
    case 'first-come':
      return tr`equal urgency, and it became ready first`;
    case 'resource': {
      const resource = names.of('resource', rule.resource);
      return names.protocol === 'ceiling'
        ? tr`it holds ${resource}, and runs at its ceiling`
        : tr`it holds ${resource}, and has inherited the priority of a task that waits for it`;
    }
    case 'not-preemptive':
      return tr`it started earlier and cannot be preempted`;
    case 'placement':
      return tr`the scheduler assigned the cores this way`;
  }
}

/** Returns one sentence per event. */
export function happeningWords({ kind, object, value, reason }: Happening, names: Names): string {
  const task = () => names.of('task', object);
  const says: Readonly<Record<EventKind, () => string>> = {
    boot: () => tr`the program starts`,
    release: () => tr`${task()} is released`,
    start: () => (names.cores > 1 ? tr`${task()} starts on core ${value}` : tr`${task()} starts`),
    'switch-in': () => (names.cores > 1 ? tr`${task()} resumes on core ${value}` : tr`${task()} resumes`),
    'switch-out': () => stopWords(task(), reason, names),
    complete: () => tr`${task()} completes`,
    'deadline-miss': () => tr`${task()} misses its deadline`,
    'budget-exhausted': () => tr`${task()} has exhausted its budget`,
    stopped: () => tr`${task()} is stopped`,
    replenish: () => tr`${formatDuration(value)} of the budget of ${task()} is replenished`,
    'release-dropped': () => trCount(value, '{1} drops a release', '{1} drops {0} releases', task()),
    'interrupt-enter': () => tr`interrupt ${names.of('interrupt', object)}`,
    'interrupt-exit': () => tr`interrupt ${names.of('interrupt', object)} ends`,
    'interrupt-mask': () =>
      value === 1 ? tr`${names.of('interrupt', object)} is masked` : tr`${names.of('interrupt', object)} is unmasked`,
    'channel-write': () => tr`${names.of('channel', object)} is written`,
    'channel-read': () => tr`${names.of('channel', object)} is read`,
    'channel-overflow': () => tr`${names.of('channel', object)} is full: an item is lost`,
    'lock-wait': () => tr`${names.of('task', value)} waits for ${names.of('resource', object)}`,
    'lock-acquire': () => tr`${names.of('task', value)} locks ${names.of('resource', object)}`,
    'lock-release': () => tr`${names.of('task', value)} unlocks ${names.of('resource', object)}`,
    'lock-exceeded': () =>
      tr`${names.of('task', value)} held ${names.of('resource', object)} for longer than declared: it is unlocked`,
    idle: () => (names.cores > 1 ? tr`no task runs on core ${value}` : tr`no task runs`),
    mark: () => `${names.of('mark', object)} = ${value}`,
    plot: () => `${names.of('mark', object)} = ${+numberOf(KIND_PLOT, value).toPrecision(7)}`,
    text: () => tr`the program prints text`,
    'events-dropped': () => tr`${value} events are missing`,
    gap: () => tr`a part of the record is missing`,
    stack: () => tr`the stack of ${task()} is measured`,
    notice: () => tr`the runtime noticed something`,
  };
  return says[kind]();
}

/** A job that stops because it waits for something is not preempted by another job. */
function stopWords(task: string, reason: Reason | null, names: Names): string {
  const words = reason === null ? '' : reasonWords(reason, names);
  if (words === '') return tr`${task} stops`;
  return reason?.kind === 'held-off' ? tr`${task} is ${words}` : tr`${task} stops: ${words}`;
}
