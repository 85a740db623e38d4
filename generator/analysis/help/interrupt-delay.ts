/**
 * How long an interrupt waits until its handler runs: the worst-case delivery delay of Qduino:
 *
 *   WCD = (T_io − C_io) + (T_h − C_h) + Δ_bh,   Δ_bh = (k − 1)·T_io + δ_bh − (k − 1)·C_io,   k = ⌈δ_bh / C_io⌉
 *
 * Z. Cheng, Y. Li, R. West, "Qduino: A Multithreaded Arduino System for Embedded Computing", RTSS
 * 2015, equation 3. The worst case occurs when both servers have just exhausted their budgets. The
 * bottom half then needs k budgets of its I/O server. C_io = 0 means that delivery is disabled.
 *
 * The paper's delay ends when the handler starts, on a processor that is idle. The bound here
 * includes the whole job of the handler. The handler's response time R_h counts everything more urgent. It
 * also includes the top half and the work before the bottom half completes: other interrupts, and,
 * if the I/O VCPU competes by its rate, the tasks with shorter periods (vcpu-service.ts).
 */

import { formatBound, formatDeclared, formatInstant } from '../../numbers/time.ts';
import type { Interrupt, Sketch } from '../../sketch/model.ts';
import { nsOfUs } from '../../sketch/time.ts';
import { SHARED_SERVER } from '../../system/io-servers.ts';
import { handlerOfInterrupt, serverOfInterrupt } from '../../system/system.ts';
import { tr, trCount } from '../../words/tr.ts';
import type { Admission } from '../admission.ts';
import { ceilDiv, MAX_TIME_NS } from '../arithmetic.ts';
import { exactUs, shortName } from '../format.ts';
import type { Step } from '../method.ts';
import type { InterruptDelay } from './types.ts';
import { bottomHalfDoneNs, vcpuNamed } from './vcpu-service.ts';

/** A budget C in every T. Unit: ns. */
interface Server {
  readonly budgetNs: number;
  readonly periodNs: number;
}

/** Δ_bh: time from the first budget to the end of a bottom half of δ. Unit: ns. */
export function bottomHalfSpanNs(bottomHalfNs: number, { budgetNs, periodNs }: Server): number {
  const budgets = Math.max(1, ceilDiv(bottomHalfNs, budgetNs));
  return (budgets - 1) * (periodNs - budgetNs) + bottomHalfNs;
}

/** Equation 3. Without a handler the last term is omitted. Unit: ns. */
export function deliveryDelayNs(bottomHalfNs: number, io: Server, handler: Server | null): number {
  const waitNs = io.periodNs - io.budgetNs + (handler === null ? 0 : handler.periodNs - handler.budgetNs);
  return waitNs + bottomHalfSpanNs(bottomHalfNs, io);
}

/** In sketch order. `admission` must be the result for the same sketch. */
export function interruptDelays(sketch: Sketch, admission: Admission): InterruptDelay[] {
  return sketch.interrupts.map((interrupt, index) => {
    const io = serverOfInterrupt(sketch, index);
    const reason = unboundedReason(sketch, interrupt, io);
    if (reason !== null || io === null) return unbounded(interrupt, reason ?? tr`It has no I/O budget.`);
    return delayOf(sketch, index, io, admission);
  });
}

const unbounded = ({ name }: Interrupt, reason: string): InterruptDelay => ({
  interrupt: name,
  delayNs: null,
  reason,
  explanation: [{ text: reason }],
});

function unboundedReason(sketch: Sketch, interrupt: Interrupt, io: Server | null): string | null {
  if (io === null) return tr`It has no limit: give it an I/O budget and period, or the sketch an I/O server.`;
  if (io.budgetNs <= 0) return tr`Its I/O budget is 0: delivery is disabled.`;
  if (io.budgetNs > io.periodNs) return tr`Its I/O budget is longer than its period.`;
  const shares = interrupt.ioBudgetUs === null ? sketch.interrupts.filter((other) => other.ioBudgetUs === null) : [];
  const other = shares.find(({ name }) => name !== interrupt.name);
  return other === undefined
    ? null
    : tr`It shares the I/O server with "${shortName(other.name)}", which can exhaust every budget first. Give it an I/O budget of its own.`;
}

function delayOf(sketch: Sketch, index: number, io: Server, admission: Admission): InterruptDelay {
  const interrupt = sketch.interrupts[index] as Interrupt;
  const { name, topHalfUs, bottomHalfUs } = interrupt;
  const handler = handlerOfInterrupt(sketch, index);
  const bottomHalfNs = nsOfUs(bottomHalfUs);
  const paperNs = deliveryDelayNs(bottomHalfNs, io, handler);
  const server = interrupt.ioBudgetUs === null ? SHARED_SERVER : name;
  const vcpu = vcpuNamed(admission.set, server);
  const topHalfNs = nsOfUs(topHalfUs);
  const servedNs =
    vcpu === null
      ? withOthers(io.periodNs - io.budgetNs + bottomHalfSpanNs(bottomHalfNs, io) + topHalfNs, server, admission)
      : bottomHalfDoneNs(admission.set, vcpu, topHalfNs, bottomHalfNs);
  const formula = formulaStep(bottomHalfNs, io, handler, paperNs);
  if (servedNs === null) {
    return unbounded(interrupt, vcpu === null ? tr`Other interrupts can use the whole processor.` : starved());
  }
  if (handler === null) {
    const served = formatBound(servedNs);
    const text =
      vcpu === null
        ? tr`With the top half and other interrupts its bottom half completes at most ${served} after the event.`
        : tr`With the top half and all work above its I/O VCPU its bottom half completes at most ${served} after the event.`;
    const explanation = [formula, { text, numbers: { delay: servedNs } }];
    return { interrupt: name, delayNs: servedNs, reason: null, explanation };
  }
  const row = admission.handlers.find((candidate) => candidate.interrupt === index);
  const responseNs = row?.responseNs ?? null;
  if (responseNs === null) {
    const reason = tr`The response time of its handler is unbounded.`;
    return { interrupt: name, delayNs: null, reason, explanation: [formula, { text: reason }] };
  }
  const delayNs = servedNs + handler.periodNs - handler.budgetNs + responseNs;
  const text =
    (vcpu === null
      ? tr`With the top half and other interrupts the bottom half completes after ${formatInstant(servedNs)}; `
      : tr`With the top half and all work above its I/O VCPU the bottom half completes after ${formatInstant(servedNs)}; `) +
    tr`the handler may wait ${formatInstant(handler.periodNs - handler.budgetNs)} for its budget and then takes R = ${formatBound(responseNs, row?.deadlineNs)}: its job ends at most ${formatBound(delayNs)} after the event.`;
  const numbers = { delay: delayNs, R: responseNs };
  return { interrupt: name, delayNs, reason: null, explanation: [formula, { text, numbers }] };
}

const starved = () =>
  tr`More urgent work can prevent its I/O VCPU from using its budget. Give the VCPU a shorter period, or reduce the budgets of the tasks with shorter periods.`;

/** Least t = span + the demand of other interrupts and the runtime in t; null if there is none. */
function withOthers(spanNs: number, server: string, { set }: Admission): number | null {
  const others = set.interruptLoad.filter((load) => load.origin !== 'io' || load.name !== `interrupt ${server}`);
  const share = others.reduce(
    (sum, { costNs, periodNs, most }) => sum + (most === undefined ? costNs / periodNs : 0),
    0,
  );
  if (share >= 1) return null;
  let time = spanNs;
  while (time <= MAX_TIME_NS) {
    const next = others.reduce(
      (sum, { periodNs, costNs, jitterNs, most }) =>
        sum + Math.min(ceilDiv(time + jitterNs, periodNs), most ?? Number.POSITIVE_INFINITY) * costNs,
      spanNs,
    );
    if (next <= time) return time;
    time = next;
  }
  return null;
}

function formulaStep(bottomHalfNs: number, io: Server, handler: Server | null, delayNs: number): Step {
  const budgets = Math.max(1, ceilDiv(bottomHalfNs, io.budgetNs));
  const spanNs = bottomHalfSpanNs(bottomHalfNs, io);
  const wait = `(${exactUs(io.periodNs)} - ${exactUs(io.budgetNs)})`;
  const handlerWait = handler === null ? '' : ` + (${exactUs(handler.periodNs)} - ${exactUs(handler.budgetNs)})`;
  return {
    text:
      (handler === null
        ? tr`If its I/O server has just exhausted the budget, delivery takes ${formatBound(delayNs)}: `
        : tr`If both servers have just exhausted the budget, delivery takes ${formatBound(delayNs)}: `) +
      trCount(
        budgets,
        'the bottom half of {1} needs {0} budget of {2}.',
        'the bottom half of {1} needs {0} budgets of {2}.',
        formatInstant(bottomHalfNs),
        formatDeclared(io.budgetNs),
      ),
    tex:
      `k = ${budgets}, \\quad \\Delta_{bh} = ${budgets - 1} \\cdot ${exactUs(io.periodNs)} + ${exactUs(bottomHalfNs)} - ` +
      `${budgets - 1} \\cdot ${exactUs(io.budgetNs)} = ${exactUs(spanNs)}, \\quad WCD = ${wait}${handlerWait} + ${exactUs(spanNs)} = ${exactUs(delayNs)}\\,\\text{µs}`,
    numbers: { WCD: delayNs, k: budgets, spanBh: spanNs },
  };
}
