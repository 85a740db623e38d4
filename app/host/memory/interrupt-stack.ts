/**
 * What interrupts need of the stack at the end of RAM, if tasks have stacks of their own (port/freertos/atmega.c). It is
 * found in the code of the program:
 *
 * - An interrupt of a task stores its registers on the task's stack, and the task's stack pointer on this one.
 * - Two kinds of routines allow further interrupts: the overflow of timer 1, while it sends telemetry, and deliveries,
 *   while a bottom half runs. An interrupt inside of them stores its registers on this stack.
 * - An interrupt's line is masked while its bottom half runs, and timer 1 overflows once in 32 ms. So the longest chain
 *   has one overflow, one delivery for each interrupt of the sketch, and one routine that allows no others.
 * - Setup code runs on this stack before the kernel starts, and before jobs are released and interrupts are attached.
 */
import { sourceName } from '../devices/elf-symbols.ts';
import type { AvrCore } from './avr-core.ts';
import type { AvrFunction } from './avr-stack.ts';
import type { StackDepth, StackGraph } from './stack-graph.ts';

/** The stack pointer of the interrupted task. */
const TASK_POINTER_BYTES = 2;
/** The return address, r31 and r30, and 13 registers more (PUSH in port/freertos/atmega.c). */
const contextBytes = ({ returnBytes, rampzBytes }: AvrCore) => returnBytes + 2 + 13 + rampzBytes;

/** Of main() and pl_start(), which call setup code. */
const START_BYTES = 10;

const BODY = /_vect_body$/;
const BOTTOM_HALF = /^interrupt_.*::pl_/;
const TASK = /^task_.*::pl_/;
const SETUP = /^task_.*::pl_setup$/;
const OVERFLOW = 'TIMER1_OVF_vect_body';
/** A routine of PL_ISR continues in its body. */
const VECTOR = /^__vector_\d+$/;
const ENTRY = 'pl_isr_enter';

/** The need of the longest chain. A burst of edges while telemetry is sent comes near it. */
export function interruptStackNeeds(
  graph: StackGraph,
  functions: readonly AvrFunction[],
  interruptCount: number,
  core: AvrCore,
): StackDepth {
  const context = contextBytes(core);
  const setup =
    START_BYTES +
    deepest(functions.filter(({ name }) => SETUP.test(sourceName(name))).map((each) => graph.depth(each)));
  const bottomHalves = bottomHalvesOf(functions, interruptCount);
  const bodies = functions
    .filter(({ name }) => BODY.test(sourceName(name)))
    .map((body) => ({
      isOverflow: sourceName(body.name) === OVERFLOW,
      whole: graph.depth(body, bottomHalves),
      open: graph.openDepth(body, bottomHalves),
    }));
  const others = functions
    .filter(({ name }) => VECTOR.test(name))
    .filter((vector) => !graph.own(vector).calls.some((call) => graph.nameAt(call.target) === ENTRY))
    .map((vector) => graph.depth(vector).bytes);
  const deliveries = bodies.filter(({ isOverflow, open }) => !isOverflow && open.bytes > 0);
  const closed = bodies.filter(({ open }) => open.bytes === 0);
  const overflow = bodies.find(({ isOverflow }) => isOverflow);

  const delivery = deepest(deliveries.map(({ open }) => open));
  const last = Math.max(context + deepest(closed.map(({ whole }) => whole)), ...others);
  const lastDelivery = context + deepest(deliveries.map(({ whole }) => whole));
  const nested = (count: number) => Math.max(0, count) * (context + delivery);
  // The overflow is the first of the chain, so its registers are on the task's stack.
  const inside = TASK_POINTER_BYTES + (overflow?.open.bytes ?? 0);
  const chain = inside + Math.max(nested(interruptCount) + last, nested(interruptCount - 1) + lastDelivery);
  return {
    bytes: Math.max(chain, setup + context + (overflow?.whole.bytes ?? 0)),
    unknown: [...new Set(bodies.flatMap(({ whole, open }) => [...whole.unknown, ...open.unknown]))],
  };
}

/** The compiler keeps one of several functions with the same code, so a bottom half can have the name of a task's body. */
function bottomHalvesOf(functions: readonly AvrFunction[], interruptCount: number): readonly AvrFunction[] {
  const own = functions.filter(({ name }) => BOTTOM_HALF.test(sourceName(name)));
  if (own.length >= interruptCount) return own;
  const others = functions.filter(({ name }) => TASK.test(sourceName(name)) && !SETUP.test(sourceName(name)));
  return [...own, ...others];
}

const deepest = (depths: readonly StackDepth[]): number => Math.max(0, ...depths.map(({ bytes }) => bytes));
