/**
 * Traces a body on the Cortex-M3 instruction by instruction, and measures each span that a constant
 * of the port represents in the accounting of bodies and budgets. QEMU reports the running function
 * and the readings of the clock.
 */
import { traceCortex } from './cortex-trace.ts';

export const NS_PER_INSTRUCTION = 64;
/**
 * Largest rounding error of a clock reading. It is rounded down to 1 µs, and instructions are at
 * multiples of 64 ns.
 */
export const ROUNDED_NS = 992;

const HANDLERS: ReadonlySet<string> = new Set([
  'pl_m3_timer_handler',
  'pl_m3_beat_handler',
  'pl_m3_service_handler',
  'pl_m3_tick_handler',
  'pl_m3_transmit_handler',
  'pl_m3_receive_handler',
  'pl_m3_timer1_handler',
  'pl_m3_dualtimer_handler',
  'xPortPendSVHandler',
]);

/**
 * A function is entered, continues, or reads the clock. `at`: number of instructions executed
 * before.
 */
export interface Moment {
  readonly at: number;
  readonly kind: 'enter' | 'go on' | 'read';
  readonly name: string;
}

const isHandler = ({ kind, name }: Moment): boolean => kind === 'enter' && HANDLERS.has(name);

/** The function that reads the clock for its callers. */
const READS_FOR_OTHERS = 'pl_port_now';

/** Runs the program for this many instructions and returns its moments. */
export async function momentsOf(elf: string, instructions: number): Promise<Moment[]> {
  const moments: Moment[] = [];
  let last = '';
  /** A clock reading by a caller that is not known yet. */
  let read: number | null = null;
  await traceCortex(elf, instructions, {
    instruction(at, name, entered) {
      if (read !== null && name !== READS_FOR_OTHERS) {
        moments.push({ at: read, kind: 'read', name });
        read = null;
      }
      if (entered || name !== last) moments.push({ at, kind: entered ? 'enter' : 'go on', name });
      last = name;
    },
    read(at) {
      if (last === READS_FOR_OTHERS) read = at;
      else moments.push({ at, kind: 'read', name: last });
    },
  });
  return moments;
}

/** The interruption between two instructions of a body. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly moments: readonly Moment[];
  readonly handlers: readonly string[];
}

/** The interruptions of a function that calls no other function. */
export function gapsOf(moments: readonly Moment[], body: string): Gap[] {
  const gaps: Gap[] = [];
  let first: number | null = null;
  for (const [index, moment] of moments.entries()) {
    const before = moments[index - 1];
    if (moment.kind === 'read') continue;
    if (before?.name === body && isHandler(moment)) first = index;
    if (moment.name !== body) continue;
    if (first !== null && moment.kind === 'go on') {
      const within = moments.slice(first, index);
      const handlers = within.filter(isHandler).map(({ name }) => name);
      gaps.push({ from: within[0]?.at ?? moment.at, to: moment.at, moments: within, handlers });
    }
    first = null;
  }
  return gaps;
}

/** The last reading before this moment, if no interrupt came after it. */
function readBefore(moments: readonly Moment[], index: number): Moment | null {
  for (let at = index - 1; at >= 0; at -= 1) {
    const moment = moments[at] as Moment;
    if (moment.kind === 'read') return moment;
    if (isHandler(moment)) return null;
  }
  return null;
}

/** The first reading of this function from here on, if no interrupt precedes it. */
function readAfter(moments: readonly Moment[], index: number, by?: string): Moment | null {
  for (let at = index; at < moments.length; at += 1) {
    const moment = moments[at] as Moment;
    if (moment.kind === 'read' && (by === undefined || moment.name === by)) return moment;
    if (isHandler(moment)) return null;
  }
  return null;
}

/** Functions of the runtime that end a credit when they read the clock. */
const CREDITING: ReadonlySet<string> = new Set(['pl_thread_resume', 'pl_watch_enter', 'pl_watch_start', 'watch']);
const credits = ({ kind, name }: Moment) => kind === 'read' && CREDITING.has(name.split('.')[0] ?? name);

/** Spans as in uno-accounts.ts. Unit: instructions. */
export type KernelSpan = 'entry' | 'exit' | 'leaving' | 'return' | 'start' | 'end' | 'section' | 'tick' | 'transmit';
export type Spans<Name> = readonly (readonly [span: Name, instructions: number])[];

const COUNTED: ReadonlyMap<string, KernelSpan> = new Map([
  ['pl_m3_tick_handler', 'tick'],
  ['pl_m3_transmit_handler', 'transmit'],
]);

/** The spans in a gap of programs/accounts.c with a kernel. */
export function spansOfGap({ from, to, moments, handlers }: Gap): Spans<KernelSpan> {
  const spans: [KernelSpan, number][] = [];
  let [depth, came, read] = [0, 0, from];
  let [credited, returnsBy]: [number | null, 'exit' | 'return'] = [null, 'exit'];
  let left = false;
  for (const moment of moments) {
    const { at, kind, name } = moment;
    if (kind === 'read') read = at;
    if (credited !== null && credits(moment)) credited = at;
    if (isHandler(moment)) came += 1;
    if (kind !== 'enter') continue;
    if (name === 'pl_thread_pause') {
      if (depth === 0 && came === 1) spans.push(['entry', read - from]);
      depth += 1;
    } else if (name === 'pl_thread_resume') {
      depth -= 1;
      if (depth === 0) [credited, returnsBy] = [read, 'exit'];
    } else if (name === 'pl_watch_leave' && !left && credited !== null) {
      spans.push(['leaving', read - credited]);
      left = true;
    } else if (name === 'pl_watch_enter') [credited, returnsBy] = [at, 'return'];
  }
  const counted = handlers.length === 1 ? COUNTED.get(handlers[0] ?? '') : undefined;
  if (credited !== null) spans.push([returnsBy, to - credited]);
  else if (counted !== undefined) spans.push([counted, to - from]);
  return spans;
}

/** The spans around the body of programs/accounts.c and its critical section. */
export function spansAroundBody(moments: readonly Moment[]): Spans<KernelSpan> {
  const spans: [KernelSpan, number][] = [];
  let locked: number | null = null;
  for (const [index, moment] of moments.entries()) {
    const { at, kind, name } = moment;
    const before = moments[index - 1]?.name ?? '';
    const last = readBefore(moments, index);
    if (kind === 'enter' && name === 'accounts_body' && last !== null) spans.push(['start', at - last.at]);
    if (kind === 'enter' && name === 'accounts_inside') locked = last === null ? null : at - last.at;
    if (kind === 'go on' && name === 'pl_thread_main' && before.startsWith('accounts_')) {
      const end = readAfter(moments, index, 'pl_watch_end');
      if (end !== null) spans.push(['end', end.at - at]);
    }
    if (kind === 'go on' && name === 'accounts_body' && before === 'accounts_inside' && locked !== null) {
      const paid = moments.findIndex((next, after) => after > index && next.name === 'pl_account_pay');
      const unlocked = paid < 0 ? null : readBefore(moments, paid);
      if (unlocked !== null && unlocked.at > at) spans.push(['section', locked + unlocked.at - at]);
    }
  }
  return spans;
}

/**
 * alarm: the interrupts of the timer and of the telemetry beat, outside of their clock readings.
 * pause: the other interrupts, outside of their readings. body: from the first reading to the body,
 * and from the body to the last reading.
 */
export type LoopSpan = 'alarm' | 'pause' | 'body' | 'transmit';

/** By interrupt handler: the functions that begin and end its account when they read the clock. */
const ACCOUNTS: ReadonlyMap<string, { readonly span: LoopSpan; readonly begins: string; readonly ends: string }> =
  new Map([
    ['pl_m3_timer_handler', { span: 'alarm', begins: 'pl_m3_timer_handler', ends: 'pl_m3_timer_handler' }],
    ['pl_m3_beat_handler', { span: 'alarm', begins: 'pl_m3_beat_handler', ends: 'pl_m3_beat_handler' }],
    ['pl_m3_service_handler', { span: 'pause', begins: 'pl_body_pause', ends: 'pl_body_resume' }],
    ['pl_m3_timer1_handler', { span: 'pause', begins: 'pl_interrupt', ends: 'pl_body_resume' }],
  ]);

/** The spans of the handler at this index of the gap. */
function spansOfHandler({ to, moments }: Gap, index: number): Spans<LoopSpan> {
  const { at, name } = moments[index] as Moment;
  const after = moments.slice(index + 1);
  if (name === 'pl_m3_transmit_handler') return [['transmit', (after[0]?.at ?? to) - at]];
  const account = ACCOUNTS.get(name);
  if (account === undefined) return [];
  const first = readAfter(after, 0, account.begins);
  const last = after.findLastIndex((moment) => moment.kind === 'read' && moment.name === account.ends);
  if (first === null || last < 0) return [];
  const end = after.slice(last).find(isHandler)?.at ?? to;
  return [[account.span, first.at - at + end - (after[last] as Moment).at]];
}

/** The spans of programs/credits.c as a super-loop. */
export function spansOfLoop(moments: readonly Moment[]): Spans<LoopSpan> {
  const spans: (readonly [LoopSpan, number])[] = gapsOf(moments, 'credits_body').flatMap((gap) =>
    gap.moments.flatMap((moment, index) => (isHandler(moment) ? spansOfHandler(gap, index) : [])),
  );
  let begun: number | null = null;
  for (const [index, moment] of moments.entries()) {
    const last = readBefore(moments, index);
    if (moment.kind === 'enter' && moment.name === 'credits_body') begun = last === null ? null : moment.at - last.at;
    const ends = moments[index - 1]?.name === 'credits_body' && moment.kind === 'go on';
    const next = ends ? readAfter(moments, index) : null;
    if (begun !== null && next !== null) spans.push(['body', begun + next.at - moment.at]);
  }
  return spans;
}

export function longestOf<Name>(spans: Spans<Name>): ReadonlyMap<Name, number> {
  const longest = new Map<Name, number>();
  for (const [span, length] of spans) longest.set(span, Math.max(longest.get(span) ?? 0, length));
  return longest;
}
