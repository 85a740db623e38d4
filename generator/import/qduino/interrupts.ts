/** The interrupts of a Qduino sketch and the budget that they share. */
import { newInterrupt } from '../../sketch/create.ts';
import type { Interrupt, IoServer } from '../../sketch/model.ts';
import { tr } from '../../words/tr.ts';
import { pinName } from '../interrupts.ts';
import { argumentsOf, type UserFunction } from '../program.ts';
import { lineOf, type Node, textOf } from '../source.ts';
import type { QduinoCode } from './code.ts';

export interface QduinoInterrupts {
  readonly interrupts: readonly Interrupt[];
  /** The handler of each interrupt. */
  readonly handlers: readonly UserFunction[];
  readonly ioServer: IoServer | null;
  /** The statements of setup() that the interrupts and the budget replace. */
  readonly statements: readonly Node[];
}

export function interruptsOf(code: QduinoCode, setup: UserFunction | undefined): QduinoInterrupts {
  const statements: Node[] = [];
  const interrupts: Interrupt[] = [];
  const handlers: UserFunction[] = [];
  let ioServer: IoServer | null = null;
  const inSetup = (call: Node): boolean => call.parent?.parent?.from === setup?.body.from;
  for (const call of code.calls('interruptsVcpu')) {
    const [budget, period] = argumentsOf(call).map((each) => code.constants.valueOf(each));
    if (!inSetup(call) || budget == null || period == null || call.parent === null) {
      code.note(lineOf(code.source, call.from), tr`interruptsVcpu() stays. Set the I/O budget of the sketch instead.`);
      continue;
    }
    ioServer = { budgetUs: code.inUs(budget), periodUs: code.inUs(period) };
    statements.push(call.parent);
  }
  for (const call of [...code.calls('attachInterruptVcpu'), ...code.calls('attachInterrupt_vcpu')]) {
    const made = interruptOf(code, call);
    if (made === null || !inSetup(call) || call.parent === null) {
      code.note(lineOf(code.source, call.from), tr`attachInterruptVcpu() stays. Draw an interrupt instead.`);
      continue;
    }
    statements.push(call.parent);
    interrupts.push({ ...made.interrupt, ...(ioServer === null ? {} : { ioBudgetUs: null, ioPeriodUs: null }) });
    handlers.push(made.handler);
  }
  return { statements, interrupts, handlers, ioServer };
}

function interruptOf(code: QduinoCode, call: Node): { interrupt: Interrupt; handler: UserFunction } | null {
  const [pinNode, isr, mode, budget, period] = argumentsOf(call);
  if (pinNode === undefined || isr === undefined || mode === undefined) return null;
  const pin = pinName(code.program, code.constants, pinNode);
  const handler = code.program.functions.get(textOf(code.source, isr));
  const word = textOf(code.source, mode).toLowerCase();
  const known = (['rising', 'falling', 'change', 'low'] as const).find((each) => each === word);
  if (pin === null || handler === undefined || known === undefined) return null;
  const timeOf = (node: Node | undefined) => (node === undefined ? null : code.constants.valueOf(node));
  const [c, t] = [timeOf(budget), timeOf(period)];
  const interrupt = newInterrupt(handler.name, pin, {
    ...{ mode: known, body: code.bodyOf(handler, []) },
    ...(c === null ? {} : { handlerBudgetUs: code.inUs(c) }),
    ...(t === null ? {} : { handlerPeriodUs: code.inUs(t) }),
  });
  return { interrupt, handler };
}
