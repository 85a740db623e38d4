/**
 * A value change dump (IEEE Std 1364-2005, clause 18), for waveform viewers such as GTKWave and
 * PulseView. Two wires per task: `run` while it has the processor, `ready` while one of its jobs is
 * pending. Per interrupt `active`; per mark and per plot a number; per recorded stack its unused
 * bytes. Before the first event, and after a gap or a restart, a variable is unknown until its value
 * is certain again: `x`, or `nan` for a real number, which has no `x`.
 */
import { visible } from '../../words/visible.ts';
import {
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_INTERRUPT_ENTER,
  KIND_INTERRUPT_EXIT,
  KIND_MARK,
  KIND_PLOT,
  KIND_RELEASE,
  KIND_STACK,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../kinds.ts';
import { numberOf } from '../number.ts';
import { stackOf } from '../stack.ts';
import type { TraceStore } from '../store/store.ts';
import { namedSegments } from './segments.ts';
import type { TraceWriter } from './writer.ts';

const PRINTABLE_FIRST = 33;
const PRINTABLE_COUNT = 94;
/** The kinds of variables, and what each is while its value is unknown. */
const WIRE = { type: 'wire', bits: 1, unknown: 'x' } as const;
const INTEGER = { type: 'integer', bits: 32, unknown: 'bx ' } as const;
const REAL = { type: 'real', bits: 64, unknown: 'rnan ' } as const;
const MARKS = 'marks';
const NUMBERS = 'numbers';
const STACK = 'stack_unused';
const PIECE = 4096;

/** The identifier code of variable n: printable characters, as few as possible (18.2.1). */
function code(n: number): string {
  const digit = String.fromCharCode(PRINTABLE_FIRST + (n % PRINTABLE_COUNT));
  return n < PRINTABLE_COUNT ? digit : digit + code(Math.floor(n / PRINTABLE_COUNT) - 1);
}

class Variables {
  /** Codes by scope and name. */
  readonly #codes = new Map<string, string>();
  readonly #values = new Map<string, string>();
  /** What each variable is while its value is unknown. */
  readonly #unknown = new Map<string, string>();
  readonly #scopes = new Map<string, string[]>();

  declare(scope: string, name: string, { type, bits, unknown }: typeof WIRE | typeof INTEGER | typeof REAL): void {
    if (this.find(scope, name) !== null) return;
    const made = code(this.#codes.size);
    this.#codes.set(`${scope}\n${name}`, made);
    this.#values.set(made, unknown);
    this.#unknown.set(made, unknown);
    const lines = this.#scopes.get(scope) ?? [];
    lines.push(`$var ${type} ${bits} ${made} ${identifier(visible(name))} $end`);
    this.#scopes.set(scope, lines);
  }

  find(scope: string, name: string): string | null {
    return this.#codes.get(`${scope}\n${name}`) ?? null;
  }

  /** The line that sets a variable, or '' if it has this value already, or does not exist. */
  set(scope: string, name: string, value: string): string {
    const variable = this.find(scope, name);
    if (variable === null || this.#values.get(variable) === value) return '';
    this.#values.set(variable, value);
    return `${value}${variable}\n`;
  }

  /** Lines that set every variable to unknown. */
  forget(): string {
    let lines = '';
    for (const [variable, unknown] of this.#unknown) {
      if (this.#values.get(variable) === unknown) continue;
      this.#values.set(variable, unknown);
      lines += `${unknown}${variable}\n`;
    }
    return lines;
  }

  /** Read this before any value is set. */
  header(): string {
    let text = '$version Polyloop $end\n$timescale 1 ns $end\n$scope module polyloop $end\n';
    for (const [scope, lines] of this.#scopes) {
      text += `$scope module ${identifier(visible(scope))} $end\n${lines.join('\n')}\n$upscope $end\n`;
    }
    text += '$upscope $end\n$enddefinitions $end\n$dumpvars\n';
    for (const [variable, value] of this.#values) text += `${value}${variable}\n`;
    return `${text}$end\n`;
  }
}

/** Names must not contain white space. */
function identifier(name: string): string {
  return name.replaceAll(/\s/gu, '_') || '_';
}

/** All variables: the objects of the metadata, and marks, which need no name. */
function declared(store: TraceStore): Variables {
  const variables = new Variables();
  for (const { segment, names } of namedSegments(store)) {
    for (const object of segment.metadata?.objects ?? []) {
      if (object.class === 'task') variables.declare(object.name, 'run', WIRE);
      if (object.class === 'task') variables.declare(object.name, 'ready', WIRE);
      if (object.class === 'interrupt') variables.declare(object.name, 'active', WIRE);
    }
    for (const mark of store.objects(KIND_MARK)) variables.declare(MARKS, names.of(KIND_MARK, mark), INTEGER);
    for (const plot of store.objects(KIND_PLOT)) variables.declare(NUMBERS, names.of(KIND_PLOT, plot), REAL);
    for (const thread of store.objects(KIND_STACK)) variables.declare(names.of(KIND_STACK, thread), STACK, INTEGER);
  }
  return variables;
}

/** A number as C's printf() writes it, which clause 18.2.1 requires: `nan`, `inf`, not `NaN`, `Infinity`. */
const real = (value: number) => `r${String(value).replace('Infinity', 'inf').replace('NaN', 'nan')} `;

const binary = (value: number) => `b${(value >>> 0).toString(2)} `;

/** The lines for one event. `open` counts the pending jobs of each task. */
function changes(variables: Variables, open: Map<string, number>, name: string, kind: number, value: number): string {
  const jobs = open.get(name) ?? 0;
  const set = (variable: string, level: string) => variables.set(name, variable, level);
  switch (kind) {
    case KIND_RELEASE:
      open.set(name, jobs + 1);
      return (jobs === 0 ? set('run', '0') : '') + set('ready', '1');
    case KIND_START:
    case KIND_SWITCH_IN:
      return set('run', '1') + set('ready', '1');
    case KIND_SWITCH_OUT:
      return set('run', '0');
    case KIND_COMPLETE:
      open.set(name, Math.max(0, jobs - 1));
      return set('run', '0') + set('ready', jobs > 1 ? '1' : '0');
    case KIND_INTERRUPT_ENTER:
      return set('active', '1');
    case KIND_INTERRUPT_EXIT:
      return set('active', '0');
    case KIND_MARK:
      return variables.set(MARKS, name, binary(value));
    case KIND_PLOT:
      return variables.set(NUMBERS, name, real(numberOf(kind, value)));
    case KIND_STACK:
      return variables.set(name, STACK, binary(stackOf(value).unusedBytes));
    case KIND_GAP:
    case KIND_EVENTS_DROPPED:
      open.clear();
      return variables.forget();
    default:
      return '';
  }
}

export const vcd: TraceWriter = function* ({ store }) {
  const variables = declared(store);
  yield variables.header();
  let shownNs = -1;
  for (const { names, from, to } of namedSegments(store)) {
    const open = new Map<string, number>();
    let body = shownNs < 0 ? '' : variables.forget();
    if (body !== '') body = `#${store.timeNs(from)}\n${body}`;
    for (let first = from; first < to; first += PIECE) {
      store.walk(first, Math.min(to, first + PIECE), (_index, timeNs, kind, object, value) => {
        const lines = changes(variables, open, names.of(kind, object), kind, value);
        if (lines === '') return;
        body += timeNs === shownNs ? lines : `#${timeNs}\n${lines}`;
        shownNs = timeNs;
      });
      yield body;
      body = '';
    }
  }
};
