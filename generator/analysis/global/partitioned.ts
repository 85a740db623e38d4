/**
 * A ready queue for each core, or for each of several groups of cores.
 *
 * partitioned: the tasks of each core are analysed exactly, as on a single processor. clustered:
 * the tasks of each group are analysed by the tests for global scheduling (J. Calandrino, J.
 * Anderson, D. Baumberger 2007). Tasks without a core in the sketch are placed first
 * (`placeOpenTasks`), and the verdict names their cores. A failed placement proves nothing.
 */

import { tr } from '../../words/tr.ts';
import { unlessPreemptive } from '../applicability.ts';
import { shortName } from '../format.ts';
import type { Judgement, Method, Step, Verdict } from '../method.ts';
import { combine, decidePart, judgePart, type Placement, together } from '../parts.ts';
import { formula } from '../symbols.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { nowhere, unlessServed } from './affinity.ts';
import { givenCores, nameOfCores, partsOf } from './cores.ts';
import { sharedAcrossCores } from './multiprocessor.ts';
import { type FitRule, placeOpenTasks } from './placement.ts';

/** The cores of each task, as the test places them. */
export function placementOf(set: TaskSet): Placement {
  const given = givenCores(set);
  return given.includes(null) ? placeOpenTasks(set).placement : given;
}

function judge(set: TaskSet): Judgement {
  const given: Placement = givenCores(set);
  const open = given.flatMap((cores, index) => (cores === null ? [index] : []));
  const { placement, finished, rule } =
    open.length === 0 ? { placement: given, finished: true, rule: 'first-fit' as const } : placeOpenTasks(set);
  const homeless = open.filter((index) => placement[index] === null);
  const verdicts = partsOf(set, placement).map((part) => judgePart(set, placement, part));
  const shared = sharedAcrossCores(set, placement);
  const preface = prefaceOf(set, placement, open, finished, rule);
  const found = together(verdicts.map(({ verdict }) => verdict));
  const judgedAs = (verdict: Verdict) =>
    combine(set, verdicts, verdict, shared === null ? preface : [...preface, { text: shared }]);
  if (open.length === 0) return judgedAs(found);
  // Another placement may be schedulable.
  if (decideAll(set, given) === 'unschedulable') return judgedAs('unschedulable');
  const proven = found === 'schedulable' && homeless.length === 0 && shared === null;
  return judgedAs(proven ? 'schedulable' : 'unknown');
}

const decideAll = (set: TaskSet, placement: Placement): Verdict =>
  together(partsOf(set, placement).map((part) => decidePart(set, placement, part)));

/** The verdict of `judge` only. */
function decide(set: TaskSet): Verdict {
  const given: Placement = givenCores(set);
  const asGiven = decideAll(set, given);
  if (asGiven === 'unschedulable' || !given.includes(null)) return asGiven;
  const { placement } = placeOpenTasks(set);
  const proven =
    !placement.includes(null) &&
    sharedAcrossCores(set, placement) === null &&
    decideAll(set, placement) === 'schedulable';
  return proven ? 'schedulable' : 'unknown';
}

function prefaceOf(
  set: TaskSet,
  placement: Placement,
  open: readonly number[],
  finished: boolean,
  rule: FitRule,
): Step[] {
  const homeless = open.filter((index) => placement[index] === null);
  const name = (index: number) => shortName((set.entities[index] as Entity).name);
  const found = open.filter((index) => placement[index] !== null);
  const where = found.slice(0, MOST_NAMES).map((index) => tr`${name(index)} on ${nameOfCores(placement[index] ?? [])}`);
  return [
    ...(found.length > 0
      ? [
          {
            text: tr`The sketch gives some tasks no core. They are placed ${rule}, largest utilization first: ${andMore(where, found.length)}.`,
          },
        ]
      : []),
    ...(homeless.length > 0
      ? [
          {
            text: noPlace(finished, andMore(homeless.slice(0, MOST_NAMES).map(name), homeless.length)),
          },
        ]
      : []),
  ];
}

const MOST_NAMES = 8;

function andMore(names: readonly string[], count: number): string {
  const more = count - names.length;
  return more > 0 ? tr`${names.join(', ')} and ${more} more` : names.join(', ');
}

const noPlace = (finished: boolean, names: string): string =>
  finished
    ? tr`First-fit, best-fit and worst-fit find no place for ${names}. Assign cores to tasks yourself, or group the tasks differently.`
    : tr`The placement reached its step limit; no place was found for ${names}. Assign cores to tasks yourself, or group the tasks differently.`;

function notApplicable(set: TaskSet): string | null {
  const given: Placement = givenCores(set);
  return nowhere(set) ?? unlessServed(set) ?? sharedAcrossCores(set, given);
}

export const partitioned: Method = {
  id: 'partitioned',
  get label() {
    return tr`Partitioned: each core separately`;
  },
  get phrase() {
    return tr`the exact test of each core`;
  },
  reference: 'Dhall, Liu 1978; each core by its exact test',
  formula: formula(
    '\\forall\\,p: \\quad R_i \\le D_i \\quad \\text{for all } i \\text{ on } p',
    ['R', 'D', 'i'],
    [['p', () => tr`each core with its own tasks, analysed as one processor`]],
  ),
  measures: 'response-time',
  exact: true,
  notApplicable(set) {
    if (set.cores === 1) return tr`This test is for several cores; the sketch has one.`;
    if (set.clusterCores > 1) return tr`This test is for cores with a ready queue each.`;
    return notApplicable(set);
  },
  judge,
  decide,
};

export const clustered: Method = {
  id: 'clustered',
  get label() {
    return tr`Clustered: each group of cores separately`;
  },
  get phrase() {
    return tr`the test of each cluster`;
  },
  reference: 'Calandrino, Anderson, Baumberger 2007; inside each cluster as for global scheduling',
  formula: formula(
    '\\forall\\,p: \\quad R_i \\le D_i \\quad \\text{for all } i \\text{ on } p',
    ['R', 'D', 'i'],
    [['p', () => tr`each group of cores with its own tasks, analysed as one system`]],
  ),
  measures: 'response-time',
  exact: false,
  notApplicable(set) {
    if (set.clusterCores === 1 || set.clusterCores === set.cores)
      return tr`This test is for clusters of several cores.`;
    return unlessPreemptive(set) ?? notApplicable(set);
  },
  judge,
  decide,
};
