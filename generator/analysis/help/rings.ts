/**
 * The minimum capacity with which a ring buffer never overflows.
 *
 * A job writes one item, at any time until its end. A job of a reader takes all waiting items. An
 * item can wait only if no earlier read has certainly taken it, and if it may be written before the
 * next read. So at most the items of all writer jobs that arrive in an open window of T_r + S_w +
 * S_r wait at once. S is the time after which a job of the other end certainly comes later: R, or
 * less if priorities determine the order (dataflow.ts). Backlog as arrival curve minus service:
 * J.-Y. Le Boudec, P. Thiran, "Network Calculus", 2001.
 */

import { formatDeclared, formatInstant } from '../../numbers/time.ts';
import { MAX_COUNT } from '../../sketch/limits.ts';
import type { Channel, Interrupt, Sketch } from '../../sketch/model.ts';
import { nsOfUs } from '../../sketch/time.ts';
import { handlerOfInterrupt, serverOfInterrupt } from '../../system/system.ts';
import { tr } from '../../words/tr.ts';
import type { Admission } from '../admission.ts';
import { ceilDiv, floorDiv, hyperperiodOf } from '../arithmetic.ts';
import { exactUs } from '../format.ts';
import type { Step } from '../method.ts';
import { type DataEnd, settlesIn, untimed } from './dataflow.ts';
import type { RingCapacityHelp } from './types.ts';

/** Limit on the reads that are examined if phases are known. */
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

/** The required capacity of one reader's buffer; null if unbounded. */
interface Need {
  readonly items: number | null;
  readonly steps: readonly Step[];
}

/** Each reader has its own buffer, so the maximum over the readers decides. */
function judgeRing({ name, capacity }: Channel, needs: readonly Need[]): RingCapacityHelp {
  const explanation = needs.flatMap(({ steps }) => steps);
  const most = needs.reduce<number | null>(
    (least, { items }) => (least === null || items === null ? null : Math.max(least, items)),
    1,
  );
  if (most === null || most <= MAX_COUNT) return { channel: name, capacity, leastCapacity: most, explanation };
  const text = tr`This exceeds the maximum capacity of ${MAX_COUNT} items.`;
  return { channel: name, capacity, leastCapacity: null, explanation: [...explanation, { text }] };
}

const boundless = (text: string): Need => ({ items: null, steps: [{ text }] });

function needOf(writer: DataEnd, reader: DataEnd, sketch: Sketch, admission: Admission): Need {
  const reason = untimed(reader);
  if (reason !== null) return boundless(reason);
  if (writer.interrupt !== null) return needOfInterrupt(writer, writer.interrupt, reader, sketch);
  if (writer.kind === 'idle') {
    return boundless(tr`"${writer.name}" is a background task, so the rate of its writes is unknown.`);
  }
  const writtenNs = settlesIn(writer, reader, admission);
  if (writtenNs === null || writer.periodNs === null) {
    return boundless(tr`No test bounds the response time of "${writer.name}".`);
  }
  return needOfTask(writer, reader, writtenNs, settlesIn(reader, writer, admission) ?? 0);
}

function needOfTask(writer: DataEnd, reader: DataEnd, writtenNs: number, readNs: number): Need {
  const [writes, reads] = [writer.periodNs!, reader.periodNs!];
  const windowNs = reads + writtenNs + readNs;
  const known = writer.kind === 'timed' ? mostOfAll(writer, reader, writtenNs, readNs) : null;
  // Nothing is taken before the first read.
  const before = ceilDiv(Math.max(0, reader.offsetNs + readNs - writer.offsetNs), writes);
  const items = Math.max(1, before, known ?? ceilDiv(windowNs, writes));
  const steps: Step[] = [
    {
      text: tr`"${reader.name}" takes all waiting items every ${formatInstant(reads)}. Until then "${writer.name}" may write one item per job in a window of ${formatInstant(windowNs)}: a period, ${formatInstant(writtenNs)} in which an earlier job may still write, and ${formatInstant(readNs)} in which a later job may write before the read.`,
      tex: `\\left\\lceil\\frac{${exactUs(reads)} + ${exactUs(writtenNs)} + ${exactUs(readNs)}}{${exactUs(writes)}}\\right\\rceil = ${ceilDiv(windowNs, writes)}`,
      numbers: { window: windowNs, T: writes, items: ceilDiv(windowNs, writes) },
    },
  ];
  if (known !== null) {
    const text = tr`The arrivals of both are known: no read finds more than ${known}.`;
    steps.push({ text, numbers: { items: known } });
  }
  if (before > 1) {
    const text = tr`The first read is late: ${before} items may wait for it.`;
    steps.push({ text, numbers: { items: before } });
  }
  return { items, steps };
}

/**
 * The maximum number of writer arrivals in the open window of any read, from the arrivals φ + k·T;
 * null if there are too many.
 */
function mostOfAll(writer: DataEnd, reader: DataEnd, writtenNs: number, readNs: number): number | null {
  const [writes, reads] = [writer.periodNs!, reader.periodNs!];
  const readings = hyperperiodOf([writes, reads]) / reads;
  if (readings > MOST_FOLLOWED) return null;
  // Positions in the writer's period. Whole periods do not change the number of arrivals.
  const shift = reader.offsetNs - writer.offsetNs;
  let most = 0;
  for (let k = 0; k < readings; k += 1) {
    const from = shift + k * reads - writtenNs;
    const to = shift + (k + 1) * reads + readNs;
    most = Math.max(most, multiplesBelow(to, writes) - multiplesBelow(from + 1, writes));
  }
  return most;
}

/**
 * The number of multiples of the period before a time, counted from a distant origin. Only
 * differences of two results are meaningful.
 */
function multiplesBelow(timeNs: number, periodNs: number): number {
  return timeNs > 0 ? ceilDiv(timeNs, periodNs) : -floorDiv(-timeNs, periodNs);
}

/**
 * An interrupt writes one item per event. Its I/O server limits the events by its budget: at most
 * C_io in every T_io, twice that around the boundary of two periods, and one event that had started
 * before.
 */
function needOfInterrupt(writer: DataEnd, interrupt: Interrupt, reader: DataEnd, sketch: Sketch): Need {
  const index = sketch.interrupts.indexOf(interrupt);
  const server = serverOfInterrupt(sketch, index);
  if (server === null) {
    return boundless(tr`"${writer.name}" may occur any number of times. Give it an I/O budget and period.`);
  }
  if (server.budgetNs === 0) {
    return { items: 1, steps: [{ text: tr`"${writer.name}" is never delivered: its I/O budget is 0.` }] };
  }
  const eachNs = nsOfUs(interrupt.topHalfUs + interrupt.bottomHalfUs);
  if (eachNs === 0) {
    return boundless(
      tr`The top and bottom half of "${writer.name}" take no time, so its budget does not limit its rate. Give their execution times.`,
    );
  }
  const lagNs = handlerOfInterrupt(sketch, index) === null ? 0 : writer.responseNs;
  if (lagNs === null) return boundless(tr`The response time of the handler of "${writer.name}" is unbounded.`);
  const windowNs = (reader.periodNs ?? 0) + (reader.responseNs ?? 0) + lagNs;
  const budgets = ceilDiv(windowNs, server.periodNs) + 1;
  const items = floorDiv(budgets * server.budgetNs, eachNs) + 1;
  const step: Step = {
    text: tr`Between two reads of "${reader.name}" at most ${formatInstant(windowNs)} pass, in which "${writer.name}" has at most ${budgets} I/O budgets of ${formatDeclared(server.budgetNs)}; an event uses ${formatInstant(eachNs)} of them.`,
    tex: `\\left\\lfloor\\frac{${budgets} \\cdot ${exactUs(server.budgetNs)}}{${exactUs(eachNs)}}\\right\\rfloor + 1 = ${items}`,
    numbers: { window: windowNs, budgets, items },
  };
  return { items, steps: [step] };
}
