/**
 * End-to-end latency of data through channels.
 *
 * A job of the first element that arrives at a has written by its end. The first job of the next
 * element that certainly starts after that reads the value, and so on until a job of the last
 * element ends: a forward chain of length F. A stimulus that just misses a job waits a whole period
 * for the next one: reaction time ≤ T + F. The data behind an output is replaced when the next
 * chain, which starts one period later, completes: data age ≤ T + F (M. Günzel, K.-H. Chen, N.
 * Ueter, G. von der Brüggen, M. Dürr, J.-J. Chen, "On the Equivalence of Maximum Reaction Time and
 * Maximum Data Age for Cause-Effect Chains", ECRTS 2023).
 *
 * For any phases, the next job is at most one period away: Davare et al. 2007, Σ(T + R). R is
 * omitted if priorities guarantee that the next job starts later: Dürr et al. 2019. If all arrivals
 * are known, all chains of a hyperperiod are followed: M. Becker, D. Dasari, S. Mubeen, M. Behnam,
 * T. Nolte, "End-to-end timing analysis of cause-effect chains in automotive embedded systems", JSA
 * 80, 2017.
 *
 * A four-slot channel holds the latest value, and the readers of a ring buffer take all waiting
 * items. In both cases the first job after the write gets the value, as long as the ring buffer
 * does not overflow.
 */

import { formatBound, formatDeclared, formatInstant } from '../../numbers/time.ts';
import type { Channel, Sketch } from '../../sketch/model.ts';
import { tr, trCount } from '../../words/tr.ts';
import type { Admission } from '../admission.ts';
import { ceilDiv, hyperperiodOf, MAX_TIME_NS } from '../arithmetic.ts';
import { exactUs, shorten, texName } from '../format.ts';
import type { Step } from '../method.ts';
import { type DataEnd, settlesIn, untimed } from './dataflow.ts';
import type { ChainHelp, RingCapacityHelp } from './types.ts';

const MOST_CHAINS = 64;
/** Limit on jobs times elements that are followed if phases are known. */
const MOST_FOLLOWED = 20_000;

const DAVARE = 'Davare, Zhu, Di Natale, Pinello, Kanajan, Sangiovanni-Vincentelli 2007';
const DUERR = 'Dürr, von der Brüggen, Chen, Chen 2019';
const BECKER = 'Becker, Dasari, Mubeen, Behnam, Nolte 2017';

/** A path through the sketch: elements[i] writes channels[i], which elements[i + 1] reads. */
interface Way {
  readonly elements: readonly string[];
  readonly channels: readonly string[];
}

export interface Chains {
  readonly chains: readonly ChainHelp[];
  /** Whether these are all paths. */
  readonly complete: boolean;
}

export function chainsOf(
  sketch: Sketch,
  admission: Admission,
  ends: ReadonlyMap<string, DataEnd>,
  rings: readonly RingCapacityHelp[],
): Chains {
  const ways = waysOf(sketch);
  const chains = ways.slice(0, MOST_CHAINS).map((way) => judgeWay(way, admission, ends, rings));
  return { chains, complete: ways.length <= MOST_CHAINS };
}

/** The paths from each writer to each reader of one channel, in the order of the readers. */
export function hopsOf(
  { name, writer, readers }: Channel,
  admission: Admission,
  ends: ReadonlyMap<string, DataEnd>,
  rings: readonly RingCapacityHelp[],
): readonly ChainHelp[] {
  if (writer === null) return [];
  return readers.map((reader) => judgeWay({ elements: [writer, reader], channels: [name] }, admission, ends, rings));
}

/**
 * Paths from every element that writes and reads nothing, to elements with output that no element reads. A
 * path follows a cycle once. A cycle without an entry starts at its first element. Returns at most
 * one path more than the limit.
 */
function waysOf(sketch: Sketch): Way[] {
  const onward = onwardOf(sketch);
  const ways: Way[] = [];
  const reached = new Set<string>();
  // The elements of the path so far, in order.
  const elements = new Set<string>();
  const channels: string[] = [];
  const walk = (name: string): void => {
    reached.add(name);
    elements.add(name);
    const next = (onward.get(name) ?? []).filter(({ to }) => !elements.has(to));
    if (next.length === 0 && channels.length > 0) ways.push({ elements: [...elements], channels: [...channels] });
    for (const { channel, to } of next) {
      if (ways.length > MOST_CHAINS) break;
      channels.push(channel);
      walk(to);
      channels.pop();
    }
    elements.delete(name);
  };
  const names = [...sketch.tasks, ...sketch.interrupts].map(({ name }) => name);
  const written = new Set([...onward.values()].flatMap((hops) => hops.map(({ to }) => to)));
  for (const name of names) if (!written.has(name) && ways.length <= MOST_CHAINS) walk(name);
  for (const name of names) if (!reached.has(name) && ways.length <= MOST_CHAINS) walk(name);
  return ways;
}

interface Hop {
  readonly channel: string;
  readonly to: string;
}

/** Keyed by the name of the writer. */
function onwardOf({ channels }: Sketch): ReadonlyMap<string, readonly Hop[]> {
  const onward = new Map<string, Hop[]>();
  for (const { name, writer, readers } of channels) {
    if (writer === null) continue;
    const hops = onward.get(writer) ?? [];
    hops.push(...readers.map((reader) => ({ channel: name, to: reader })));
    onward.set(writer, hops);
  }
  return onward;
}

/** The step from one element to the next. */
interface Link {
  readonly channel: string;
  readonly from: DataEnd;
  readonly to: DataEnd;
  /** See settlesIn. */
  readonly settleNs: number;
}

function judgeWay(
  way: Way,
  admission: Admission,
  ends: ReadonlyMap<string, DataEnd>,
  rings: readonly RingCapacityHelp[],
): ChainHelp {
  const elements = way.elements.map((name) => ends.get(name) as DataEnd);
  const reason = obstacle(way, elements, rings);
  if (reason !== null) return unbounded(way, reason);
  const links = way.channels.map((channel, i): Link => {
    const [from, to] = [elements[i] as DataEnd, elements[i + 1] as DataEnd];
    return { channel, from, to, settleNs: settlesIn(from, to, admission) ?? 0 };
  });
  const first = elements[0] as DataEnd;
  const last = elements[elements.length - 1] as DataEnd;
  const lastNs = last.responseNs ?? 0;
  const anyNs = links.reduce((sum, { settleNs, to }) => sum + settleNs + (to.periodNs ?? 0), 0) + lastNs;
  const known = elements.every(({ kind }) => kind === 'timed') ? longestOfAll(links) : null;
  const forwardNs = known === null ? anyNs : known.lengthNs + lastNs;
  const waitNs = first.kind === 'timed' ? (first.periodNs ?? 0) : 0;
  const reactionNs = waitNs + forwardNs;
  if (reactionNs > MAX_TIME_NS) return unbounded(way, tr`It takes longer than 52 days.`);
  return {
    ...way,
    reactionNs,
    ageNs: first.kind === 'timed' ? reactionNs : null,
    reference: known !== null ? BECKER : links.some(tight) ? DUERR : DAVARE,
    explanation: explain(links, first, last, { waitNs, anyNs: waitNs + anyNs, reactionNs, known }),
  };
}

const tight = ({ settleNs, from }: Link): boolean => settleNs < (from.responseNs ?? 0);

function unbounded(way: Way, text: string): ChainHelp {
  return { ...way, reactionNs: null, ageNs: null, reference: DAVARE, explanation: [{ text }] };
}

/** Why there is no bound; null if there is one. */
function obstacle(way: Way, elements: readonly DataEnd[], rings: readonly RingCapacityHelp[]): string | null {
  const [first, ...rest] = elements as [DataEnd, ...DataEnd[]];
  const reason = first.kind === 'event' ? startless(first) : untimed(first);
  if (reason !== null) return reason;
  for (const end of rest) {
    const found = untimed(end);
    if (found !== null) return found;
  }
  const full = rings.find((ring) => way.channels.includes(ring.channel) && !neverOverflows(ring));
  if (full === undefined) return null;
  const { channel, capacity, leastCapacity } = full;
  return leastCapacity === null
    ? tr`Ring buffer "${channel}" holds ${capacity} items and may overflow, which loses items: no capacity is known to suffice.`
    : tr`Ring buffer "${channel}" holds ${capacity} items and may overflow, which loses items: ${leastCapacity} would suffice.`;
}

/** An event starts the chain itself, but the end of its job must be bounded, too. */
function startless({ name, responseNs, prompt }: DataEnd): string | null {
  if (responseNs === null) return tr`The time of "${name}" from its event to its end is unbounded.`;
  return prompt
    ? null
    : tr`"${name}" can take longer than the minimum inter-arrival time of its events, so events may be dropped.`;
}

const neverOverflows = ({ leastCapacity, capacity }: RingCapacityHelp): boolean =>
  leastCapacity !== null && leastCapacity <= capacity;

interface Longest {
  /** From the first job's arrival to the last one's. */
  readonly lengthNs: number;
  readonly chains: number;
  readonly hyperperiodNs: number;
}

/** The first arrival φ + k·T at or after a time, which is not before the first arrival of all. Unit: ns. */
function nextArrival({ offsetNs, periodNs }: DataEnd, timeNs: number): number {
  const period = periodNs!;
  return offsetNs + ceilDiv(timeNs - offsetNs, period) * period;
}

/**
 * Follows every forward chain of a hyperperiod by the arrivals φ + k·T; null if there are too many.
 */
function longestOfAll(links: readonly Link[]): Longest | null {
  const elements = [(links[0] as Link).from, ...links.map(({ to }) => to)];
  const hyperperiodNs = hyperperiodOf(elements.map(({ periodNs }) => periodNs!));
  const [first] = elements as [DataEnd];
  const chains = hyperperiodNs / first.periodNs!;
  if (chains * elements.length > MOST_FOLLOWED) return null;
  // Every task has started by then, and from there on the pattern repeats.
  const begun = elements.reduce((latest, { offsetNs }) => Math.max(latest, offsetNs), 0);
  let lengthNs = 0;
  for (let k = 0; k < chains; k += 1) {
    const start = nextArrival(first, begun) + k * first.periodNs!;
    const end = links.reduce((arrival, { to, settleNs }) => nextArrival(to, arrival + settleNs), start);
    lengthNs = Math.max(lengthNs, end - start);
  }
  return { lengthNs, chains, hyperperiodNs };
}

interface Sums {
  readonly waitNs: number;
  /** The bound for any phases. */
  readonly anyNs: number;
  readonly reactionNs: number;
  readonly known: Longest | null;
}

function explain(links: readonly Link[], first: DataEnd, last: DataEnd, sums: Sums): Step[] {
  const lastNs = last.responseNs ?? 0;
  const terms = [
    ...(sums.waitNs > 0 ? [exactUs(sums.waitNs)] : []),
    ...links.flatMap(({ settleNs, to }) => [...(settleNs > 0 ? [exactUs(settleNs)] : []), exactUs(to.periodNs ?? 0)]),
    exactUs(lastNs),
  ];
  return [
    sums.waitNs > 0
      ? {
          text: tr`An event just after "${first.name}" has read its input waits for the next job, T = ${formatDeclared(sums.waitNs)} later.`,
          numbers: { T: sums.waitNs },
        }
      : {
          text: tr`The time counts from the event of "${first.name}". The next event has no known time, so the age of data from this event is unbounded.`,
        },
    ...links.map(linkStep),
    {
      text: tr`"${last.name}" ends at most R = ${formatBound(lastNs, last.entity?.deadlineNs)} after its arrival.`,
      numbers: { R: lastNs },
    },
    {
      text: tr`The sum is at most ${formatBound(sums.anyNs)} for any phases.`,
      tex: `${shorten(terms, (term) => term, ' + ', 16)} = ${exactUs(sums.anyNs)}\\,\\text{µs}`,
      numbers: { reaction: sums.anyNs },
    },
    ...(sums.known === null ? [] : [knownStep(sums.known, sums.waitNs, lastNs, sums.reactionNs)]),
  ];
}

function linkStep(link: Link): Step {
  const { from, to, channel, settleNs } = link;
  const written = tight(link)
    ? tr`"${to.name}" is less urgent than "${from.name}" and cannot start while that task has a pending job`
    : tr`"${from.name}" has written at most R = ${formatBound(settleNs, from.entity?.deadlineNs)} after its arrival`;
  return {
    text: tr`"${channel}": ${written}; the next job of "${to.name}", which reads it, arrives at most T = ${formatDeclared(to.periodNs ?? 0)} later.`,
    tex: `${texName(from.name)} \\to ${texName(to.name)}: \\quad ${settleNs > 0 ? `${exactUs(settleNs)} + ` : ''}${exactUs(to.periodNs ?? 0)}\\,\\text{µs}`,
    numbers: { R: settleNs, T: to.periodNs ?? 0 },
  };
}

function knownStep(
  { lengthNs, chains, hyperperiodNs }: Longest,
  waitNs: number,
  lastNs: number,
  reactionNs: number,
): Step {
  return {
    text: trCount(
      chains,
      'The arrivals are known and repeat after {1}. The longest of {0} chain takes {2} to the last arrival, so the reaction time is at most {3}.',
      'The arrivals are known and repeat after {1}. The longest of {0} chains takes {2} to the last arrival, so the reaction time is at most {3}.',
      formatInstant(hyperperiodNs),
      formatInstant(lengthNs),
      formatBound(reactionNs),
    ),
    tex: `${exactUs(waitNs)} + ${exactUs(lengthNs)} + ${exactUs(lastNs)} = ${exactUs(reactionNs)}\\,\\text{µs}`,
    numbers: { hyperperiod: hyperperiodNs, length: lengthNs, reaction: reactionNs },
  };
}
