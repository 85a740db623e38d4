/**
 * The least capacity with which a ring buffer never overflows.
 *
 * A job writes one item, at any time until its end; a job of a reader takes all that waits. So the items that can wait at once are those
 * of the writer's jobs that no earlier reading is sure to have taken, and that may have written before the next one has: all that
 * arrive in an open window of T_r + S_w + S_r. S is the time after which the other end's job is sure to come later: R, or less where
 * priorities see to it (dataflow.ts). Backlog as arrival curve less service: J.-Y. Le Boudec, P. Thiran, "Network Calculus", 2001.
 */
import { MAX_COUNT } from '../../sketch/limits.ts';
import type { Channel, Interrupt, Sketch } from '../../sketch/model.ts';
import { nsOfUs } from '../../sketch/time.ts';
import { serverOfInterrupt } from '../../system/system.ts';
import type { Admission } from '../admission.ts';
import { ceilDiv, floorDiv } from '../arithmetic.ts';
import { exactUs, formatNs } from '../format.ts';
import type { Step } from '../method.ts';
import { type DataEnd, settlesIn, untimed } from './dataflow.ts';
import { hyperperiodOf } from './phases.ts';
import type { RingCapacityHelp } from './types.ts';

/** Readings that are looked at where phases are known. */
const MOST_FOLLOWED = 20_000;

export function ringsOf(
  sketch: Sketch,
  admission: Admission,
  ends: ReadonlyMap<string, DataEnd>,
): readonly RingCapacityHelp[] {
  return sketch.channels.flatMap((channel) => {
    const writer = channel.writer === null ? undefined : ends.get(channel.writer);
    const readers = channel.readers.flatMap((name) => ends.get(name) ?? []);
    if (channel.kind !== 'ring-buffer' || writer === undefined || readers.length === 0) return [];
    const needs = readers.map((reader) => needOf(writer, reader, sketch, admission));
    return [judgeRing(channel, needs)];
  });
}

/** What one reader's buffer must hold; null: nothing bounds it. */
interface Need {
  readonly items: number | null;
  readonly steps: readonly Step[];
}

/** Each reader has a buffer of its own: the one that needs most decides. */
function judgeRing({ name, capacity }: Channel, needs: readonly Need[]): RingCapacityHelp {
  const explanation = needs.flatMap(({ steps }) => steps);
  const most = needs.reduce<number | null>(
    (least, { items }) => (least === null || items === null ? null : Math.max(least, items)),
    1,
  );
  if (most === null || most <= MAX_COUNT) return { channel: name, capacity, leastCapacity: most, explanation };
  const text = `That is more than the ${MAX_COUNT} that a ring buffer can hold.`;
  return { channel: name, capacity, leastCapacity: null, explanation: [...explanation, { text }] };
}

const boundless = (text: string): Need => ({ items: null, steps: [{ text }] });

function needOf(writer: DataEnd, reader: DataEnd, sketch: Sketch, admission: Admission): Need {
  const reason = untimed(reader);
  if (reason !== null) return boundless(reason);
  if (writer.interrupt !== null) return needOfInterrupt(writer, writer.interrupt, reader, sketch);
  if (writer.kind === 'idle') {
    return boundless(`"${writer.name}" is a background task: nothing says how often it writes.`);
  }
  const writtenNs = settlesIn(writer, reader, admission);
  if (writtenNs === null || writer.periodNs === null) {
    return boundless(`No test bounds the response time of "${writer.name}".`);
  }
  return needOfTask(writer, reader, writtenNs, settlesIn(reader, writer, admission) ?? 0);
}

function needOfTask(writer: DataEnd, reader: DataEnd, writtenNs: number, readNs: number): Need {
  const [writes, reads] = [writer.periodNs as number, reader.periodNs as number];
  const windowNs = reads + writtenNs + readNs;
  const known = writer.kind === 'timed' ? mostOfAll(writer, reader, writtenNs, readNs) : null;
  // Before the first reading nothing is taken.
  const before = ceilDiv(Math.max(0, reader.offsetNs + readNs - writer.offsetNs), writes);
  const items = Math.max(1, before, known ?? ceilDiv(windowNs, writes));
  const steps: Step[] = [
    {
      text:
        `"${reader.name}" takes all that waits every ${formatNs(reads)}. Until then there may be what "${writer.name}" writes, one item a ` +
        `job, in ${formatNs(windowNs)}: a period, ${formatNs(writtenNs)} in which an earlier job may still write, and ` +
        `${formatNs(readNs)} in which a later one may before the reading.`,
      tex: `\\left\\lceil\\frac{${exactUs(reads)} + ${exactUs(writtenNs)} + ${exactUs(readNs)}}{${exactUs(writes)}}\\right\\rceil = ${ceilDiv(windowNs, writes)}`,
      numbers: { window: windowNs, T: writes, items: ceilDiv(windowNs, writes) },
    },
  ];
  if (known !== null) {
    const text = `The arrivals of both are known: of all readings none finds more than ${known}.`;
    steps.push({ text, numbers: { items: known } });
  }
  if (before > 1) {
    const text = `The first reading comes late: ${before} items may wait for it.`;
    steps.push({ text, numbers: { items: before } });
  }
  return { items, steps };
}

/** The most arrivals of the writer in the open window of any reading, from the arrivals φ + k·T; null: there are too many. */
function mostOfAll(writer: DataEnd, reader: DataEnd, writtenNs: number, readNs: number): number | null {
  const [writes, reads] = [writer.periodNs as number, reader.periodNs as number];
  const readings = hyperperiodOf([writes, reads]) / reads;
  if (readings > MOST_FOLLOWED) return null;
  // Positions in the writer's period; whole periods do not change how many arrivals there are.
  const shift = reader.offsetNs - writer.offsetNs;
  let most = 0;
  for (let k = 0; k < readings; k += 1) {
    const from = shift + k * reads - writtenNs;
    const to = shift + (k + 1) * reads + readNs;
    most = Math.max(most, multiplesBelow(to, writes) - multiplesBelow(from + 1, writes));
  }
  return most;
}

/** How many multiples of the period, from one far back, lie before a time; of use as a difference only. */
function multiplesBelow(timeNs: number, periodNs: number): number {
  return timeNs > 0 ? ceilDiv(timeNs, periodNs) : -floorDiv(-timeNs, periodNs);
}

/**
 * An interrupt writes an item an event. Its I/O server lets through what its budget pays for: at most C_io in every T_io and the same
 * again at the seam of two, and one event that was begun before.
 */
function needOfInterrupt(writer: DataEnd, interrupt: Interrupt, reader: DataEnd, sketch: Sketch): Need {
  const server = serverOfInterrupt(sketch, sketch.interrupts.indexOf(interrupt));
  if (server === null) {
    return boundless(`"${writer.name}" may occur any number of times. Give it an I/O budget and period.`);
  }
  if (server.budgetNs === 0) {
    return { items: 1, steps: [{ text: `"${writer.name}" is never delivered: its I/O budget is 0.` }] };
  }
  const eachNs = nsOfUs(interrupt.topHalfUs + interrupt.bottomHalfUs);
  if (eachNs === 0) {
    return boundless(
      `The halves of "${writer.name}" take no time, so that its budget does not limit how often it comes. Say how long they take.`,
    );
  }
  const lagNs = interrupt.handlerBudgetUs > 0 ? writer.responseNs : 0;
  if (lagNs === null) return boundless(`Nothing bounds how late the handler of "${writer.name}" writes.`);
  const windowNs = (reader.periodNs ?? 0) + (reader.responseNs ?? 0) + lagNs;
  const budgets = ceilDiv(windowNs, server.periodNs) + 1;
  const items = floorDiv(budgets * server.budgetNs, eachNs) + 1;
  const step: Step = {
    text:
      `Between two readings of "${reader.name}" at most ${formatNs(windowNs)} pass, in which "${writer.name}" has at most ${budgets} I/O budgets ` +
      `of ${formatNs(server.budgetNs)}; an event takes ${formatNs(eachNs)} of them.`,
    tex: `\\left\\lfloor\\frac{${budgets} \\cdot ${exactUs(server.budgetNs)}}{${exactUs(eachNs)}}\\right\\rfloor + 1 = ${items}`,
    numbers: { window: windowNs, budgets, items },
  };
  return { items, steps: [step] };
}
