/** Interrupts, and the I/O servers that limit them. */

import type { Board, BoardPin, InterruptSource } from '../platform/board.ts';
import { deliveryCostNs } from '../platform/overheads.ts';
import type { Interrupt, IoServer, Sketch } from '../sketch/model.ts';
import { didYouMean, quote } from '../sketch/problem.ts';
import { usOfNs } from '../sketch/time.ts';
import type { IoServer as SystemIoServer } from '../system/io-servers.ts';
import { systemOf } from '../system/system.ts';
import { tr } from '../words/tr.ts';
import { identifierOf } from './names.ts';
import type { LoweredInterrupt, LoweredServer } from './program.ts';
import type { Reporter } from './reporter.ts';
import { originOf, type Surroundings, serverTicksAt, ticksAt } from './tasks.ts';

interface LoweredInterrupts {
  readonly interrupts: readonly LoweredInterrupt[];
  readonly ioServers: readonly LoweredServer[];
}

export function lowerInterrupts(sketch: Sketch, surroundings: Surroundings): LoweredInterrupts {
  const system = systemOf(sketch);
  const interrupts = sketch.interrupts.map((interrupt, index) => {
    const { server = null, handler = null } = system.interrupts[index] ?? {};
    return {
      name: interrupt.name,
      identifier: identifierOf(surroundings.names, interrupt.name),
      element: 'interrupt' as const,
      line: lineOf(interrupt, index, surroundings),
      mode: interrupt.mode,
      displaces: sourceOf(interrupt, surroundings.board)?.displaces ?? [],
      costTicks: costOf(interrupt, index, sketch, surroundings),
      server,
      handler,
      body: {
        text: handler === null ? interrupt.body : '',
        origin: originOf('interrupt', interrupt.name, 'body'),
      },
    };
  });
  checkLinesOnce(interrupts, sketch, surroundings.reporter);
  return { interrupts, ioServers: system.ioServers.map((server) => lowerServer(server, sketch, surroundings)) };
}

/** Uses the times of the sketch, which are exact for any length. */
function lowerServer({ interrupt }: SystemIoServer, sketch: Sketch, surroundings: Surroundings): LoweredServer {
  const owner = interrupt === null ? undefined : sketch.interrupts[interrupt];
  const [path, budget, period, budgetUs, periodUs] =
    owner === undefined
      ? [['ioServer'], 'budgetUs', 'periodUs', sketch.ioServer?.budgetUs, sketch.ioServer?.periodUs]
      : [['interrupts', interrupt ?? 0], 'ioBudgetUs', 'ioPeriodUs', owner.ioBudgetUs, owner.ioPeriodUs];
  return {
    budgetTicks: ticksAt([...path, budget], budgetUs ?? 0, surroundings),
    periodTicks: serverTicksAt([...path, period], periodUs ?? 0, surroundings),
  };
}

function costOf(interrupt: Interrupt, index: number, sketch: Sketch, surroundings: Surroundings): number {
  const costUs = interrupt.topHalfUs + interrupt.bottomHalfUs;
  checkBottomHalf(interrupt, index, surroundings.reporter);
  const { ioBudgetUs, ioPeriodUs } = interrupt;
  if (ioBudgetUs !== null && ioPeriodUs !== null) {
    const own = { budgetUs: ioBudgetUs, periodUs: ioPeriodUs };
    checkRoom(interrupt, ['interrupts', index, 'ioBudgetUs'], own, sketch, surroundings);
  } else if (sketch.ioServer !== null) {
    checkRoom(interrupt, ['ioServer', 'budgetUs'], sketch.ioServer, sketch, surroundings);
  }
  return Math.max(1, ticksAt(['interrupts', index, 'bottomHalfUs'], costUs, surroundings));
}

/** Code with a declared execution time of 0 is not part of any bound. */
function checkBottomHalf(interrupt: Interrupt, index: number, reporter: Reporter): void {
  const { bottomHalfUs, handlerBudgetUs, body } = interrupt;
  if (bottomHalfUs > 0 || handlerBudgetUs > 0 || body.trim() === '') return;
  const text =
    tr`0 µs do not cover its code, which runs in the interrupt, so the verdict and the I/O budget are too optimistic. ` +
    tr`Give the longest time that the code takes, or a handlerBudgetUs, so that it runs in a handler.`;
  reporter.report(['interrupts', index, 'bottomHalfUs'], text, 'warning');
}

/**
 * A budget that is too small for one delivery would look like a broken wire; 0 states that no
 * delivery is wanted. A budget that covers only the halves is overdrawn after every delivery, which
 * masks the lines for whole periods.
 */
function checkRoom(
  interrupt: Interrupt,
  path: readonly PropertyKey[],
  { budgetUs, periodUs }: IoServer,
  sketch: Sketch,
  { overheads, reporter }: Surroundings,
): void {
  const costUs = interrupt.topHalfUs + interrupt.bottomHalfUs;
  if (budgetUs === 0) return;
  if (budgetUs < costUs) {
    const text =
      tr`${budgetUs} µs have no room for one ${quote(interrupt.name)}. Its halves take ${costUs} µs, so it would never be delivered. ` +
      tr`Choose at least ${costUs} µs, or 0 to switch it off.`;
    reporter.report(path, text);
    return;
  }
  if (overheads === null) return;
  const runtimeUs = Math.ceil(usOfNs(deliveryCostNs(overheads, systemOf(sketch))));
  const neededUs = costUs + runtimeUs;
  if (budgetUs >= neededUs) return;
  const text =
    tr`${budgetUs} µs are less than the cost of one ${quote(interrupt.name)}, ${costUs} µs for its halves and ${runtimeUs} µs for the runtime: each one masks it for a period or more. ` +
    (neededUs > periodUs
      ? tr`Choose at least ${neededUs} µs, and a longer period.`
      : tr`Choose at least ${neededUs} µs.`);
  reporter.report(path, text, 'warning');
}

function sourceOf({ source }: Interrupt, board: Board): InterruptSource | undefined {
  return board.interruptSources.find(({ name }) => name === source);
}

/** The interrupt line of the pin or source; 0, with a report, if the board does not have it. */
function lineOf(interrupt: Interrupt, index: number, { board, reporter }: Surroundings): number {
  const pin = board.pins.find(({ name }) => name === interrupt.pin);
  if (pin !== undefined) return lineOfPin(pin, interrupt, index, board, reporter);
  const { source } = interrupt;
  // A missing pin is reported together with those of the parts.
  if (source === null) return 0;
  const found = sourceOf(interrupt, board);
  if (found !== undefined) return found.line;
  const names = board.interruptSources.map(({ name }) => name);
  const way =
    names.length === 0
      ? tr` Choose a pin, or another board.`
      : didYouMean(source, names, tr` It has ${names.join(', ')}.`);
  reporter.report(['interrupts', index, 'source'], tr`${board.label} has no source ${quote(source)}.${way}`);
  return 0;
}

function lineOfPin(pin: BoardPin, { mode }: Interrupt, index: number, board: Board, reporter: Reporter): number {
  if (pin.interruptLine === null) {
    const able = board.pins.filter(({ interruptLine }) => interruptLine !== null).map(({ name }) => name);
    const way = able.length === 0 ? tr`Choose another board.` : tr`Choose one of: ${able.join(', ')}.`;
    reporter.report(['interrupts', index, 'pin'], tr`pin ${pin.name} of ${board.label} makes no interrupts. ${way}`);
  } else if (!pin.interruptModes.includes(mode)) {
    const modes = pin.interruptModes.join(tr` or `);
    const others = otherPins(mode, board);
    const cannot = tr`pin ${pin.name} of ${board.label} cannot tell ${quote(mode)}. `;
    const text = cannot + (others === '' ? tr`Choose ${modes}.` : tr`Choose ${modes}, or pin ${others}.`);
    reporter.report(['interrupts', index, 'mode'], text);
  }
  return pin.interruptLine ?? 0;
}

function otherPins(mode: Interrupt['mode'], board: Board): string {
  const able = board.pins.filter(({ interruptModes }) => interruptModes.includes(mode)).map(({ name }) => name);
  return able.join(tr` or `);
}

function checkLinesOnce(interrupts: readonly LoweredInterrupt[], sketch: Sketch, reporter: Reporter): void {
  interrupts.forEach(({ line }, index) => {
    const first = interrupts.findIndex((other) => other.line === line);
    const { pin, source } = sketch.interrupts[index] ?? { pin: null, source: null };
    const other = sketch.interrupts[first];
    // The lines of missing pins and sources are all 0 and already reported.
    if (first === index || other === undefined || (other.pin !== pin && other.source !== source)) return;
    const member = pin === null ? 'source' : 'pin';
    reporter.report(
      ['interrupts', index, member],
      tr`${quote(other.name)} has it already. Choose another, or join the two.`,
    );
  });
}
