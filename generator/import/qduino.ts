/**
 * Imports a sketch written by hand with Qduino's functions: each `loop(n, C, T)` becomes a task with
 * its C and T, and its channels, ring buffers, spinlocks and interrupts become elements.
 */

import { Probe } from '../analysis/help/probe.ts';
import { boardById } from '../boards/index.ts';
import { contextOf } from '../judge/context.ts';
import { newChannel, newInterrupt, newResource, newSketch, newTask } from '../sketch/create.ts';
import type { Channel, FieldType, Interrupt, IoServer, Resource, Sketch, Task } from '../sketch/model.ts';
import { type Constants, constantsOf } from './constants.ts';
import { dedented, type Edit, rendered } from './edits.ts';
import { joinFiles, type SketchFile } from './files.ts';
import { pinName } from './interrupts.ts';
import {
  argumentsOf,
  calledName,
  namesIn,
  type Program,
  programOf,
  reachedNames,
  type UserFunction,
} from './program.ts';
import { type ImportNote, type ImportOptions, type ImportResult, nameOf, type Proposal } from './result.ts';
import { sharedVariables } from './shared.ts';
import { commentsAbove, includesOf, sharedCode } from './shared-code.ts';
import { lineOf, type Node, nodesOf, outerWords, parseSource, type Source, textOf } from './source.ts';
import { libraryNotes, sharedNote } from './words.ts';

/** The head of a loop with its parameters. */
interface Head {
  readonly id: string;
  readonly budget: string;
  readonly period: string;
  readonly from: number;
  readonly to: number;
  /** The name of the function that replaces the head. */
  readonly name: string;
}

interface Wire {
  readonly kind: 'CHANNEL' | 'RINGBUF';
  readonly name: string;
  readonly type: string;
  readonly places: string | null;
  readonly from: number;
  readonly to: number;
}

/** Returns null if no loop of the sketch has the parameters of Qduino. */
export function importQduino(files: readonly SketchFile[], options: ImportOptions = {}): ImportResult | null {
  const joined = joinFiles(files);
  const { text } = joined;
  const heads = headsOf(text);
  if (heads.length === 0) return null;
  const wires = wiresOf(text);
  const edits = [
    ...heads.map(({ from, to, name }) => ({ from, to, text: padded(`void ${name}()`, text.slice(from, to)) })),
    ...wires.map(({ from, to }) => ({ from, to, text: padded('', text.slice(from, to)) })),
  ];
  const program = programOf(parseSource(rendered(text, 0, text.length, edits)));
  return new QduinoImport(program, heads, wires, files, options, joined.placeOf).result();
}

/** The text with as many line breaks as the text that it replaces, so that lines keep their numbers. */
const padded = (text: string, old: string): string => text + '\n'.repeat(old.split('\n').length - 1);

/** A call as text: its arguments, and where it ends. */
function callAt(text: string, from: number): { readonly args: string[]; readonly to: number } | null {
  const open = text.indexOf('(', from);
  if (open < 0 || text.slice(from, open).trim() !== '') return null;
  let depth = 0;
  const args = [''];
  for (let at = open; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === ')' && --depth === 0) return { args: args.map((arg) => arg.trim()), to: at + 1 };
    if (char === ',' && depth === 1) args.push('');
    else if (at > open) args[args.length - 1] += char;
    if (char === '(') depth++;
  }
  return null;
}

/**
 * The heads of loops. They are macros, which the grammar does not know, so they are found by their
 * words, and the text is parsed with a function head in their place.
 */
function headsOf(text: string): Head[] {
  const words = outerWords(text);
  return words.flatMap(({ word, from }, index) => {
    const call = word === 'loop' ? callAt(text, from + word.length) : null;
    const [id, budget, period] = call?.args ?? [];
    if (call === null || id === undefined || budget === undefined || period === undefined) return [];
    if (call.args.length !== 3 || !/^\s*\{/.test(text.slice(call.to))) return [];
    const before = words[index - 1];
    const type =
      before !== undefined && text.slice(before.from + before.word.length, from).trim() === '' ? before : null;
    return { id, budget, period, from: type?.from ?? from, to: call.to, name: `polyloop_loop_${index}` };
  });
}

function wiresOf(text: string): Wire[] {
  return outerWords(text).flatMap(({ word, from }) => {
    const kind = (['CHANNEL', 'RINGBUF'] as const).find((each) => each === word);
    const call = kind === undefined ? null : callAt(text, from + kind.length);
    const [name, type, places] = call?.args ?? [];
    if (kind === undefined || call === null || name === undefined || type === undefined) return [];
    const to = text[call.to] === ';' ? call.to + 1 : call.to;
    return { kind, name, type, places: places ?? null, from, to };
  });
}

/** Sizes of C's types on a board with 16-bit and with 32-bit integers. */
const TYPES: Readonly<Record<string, readonly [FieldType, FieldType]>> = {
  bool: ['bool', 'bool'],
  boolean: ['bool', 'bool'],
  char: ['int8', 'int8'],
  'signed char': ['int8', 'int8'],
  'unsigned char': ['uint8', 'uint8'],
  byte: ['uint8', 'uint8'],
  short: ['int16', 'int16'],
  'unsigned short': ['uint16', 'uint16'],
  word: ['uint16', 'uint32'],
  int: ['int16', 'int32'],
  unsigned: ['uint16', 'uint32'],
  'unsigned int': ['uint16', 'uint32'],
  long: ['int32', 'int32'],
  'unsigned long': ['uint32', 'uint32'],
  float: ['float', 'float'],
  double: ['float', 'double'],
  ...Object.fromEntries(
    (['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'] as const).map((type) => [
      `${type}_t`,
      [type, type] as const,
    ]),
  ),
};

interface Loop {
  readonly head: Head;
  readonly made: UserFunction;
  readonly name: string;
}

class QduinoImport {
  readonly #program: Program;
  readonly #source: Source;
  readonly #constants: Constants;
  readonly #wires: readonly Wire[];
  readonly #loops: readonly Loop[];
  readonly #plain: UserFunction | undefined;
  readonly #files: readonly SketchFile[];
  readonly #options: ImportOptions;
  readonly #placeOf: (line: number) => string;
  readonly #unitUs: number;
  readonly #notes: ImportNote[] = [];

  constructor(
    program: Program,
    heads: readonly Head[],
    wires: readonly Wire[],
    files: readonly SketchFile[],
    options: ImportOptions,
    placeOf: (line: number) => string,
  ) {
    this.#program = program;
    this.#source = program.source;
    this.#constants = constantsOf(program);
    this.#wires = wires;
    this.#files = files;
    this.#options = options;
    this.#placeOf = placeOf;
    this.#plain = program.functions.get('loop');
    this.#unitUs = this.#constants.valueOfText('QDUINO_UNIT_US') ?? 1000;
    this.#loops = heads.flatMap((head) => {
      const made = program.functions.get(head.name);
      return made === undefined ? [] : { head, made, name: `loop ${head.id}` };
    });
  }

  result(): ImportResult {
    const program = this.#program;
    const board = this.#options.board ?? 'uno';
    const setup = program.functions.get('setup');
    const resources = this.#resources();
    const { interrupts, ioServer, statements, handlers } = this.#interrupts(setup);
    const channels = this.#channels();
    const plain = this.#plainTask();
    const tasks = [...this.#loops.map((loop) => this.#task(loop)), ...(plain === null ? [] : [plain])];
    const edits = [...this.#callEdits(channels), ...statements.map(({ from, to }) => ({ from, to: to + 1, text: '' }))];
    const bodyOf = (made: UserFunction) => this.#bodyOf(made, edits);
    const gone = [
      ...(setup === undefined ? [] : [setup]),
      ...this.#loops.map(({ made }) => made),
      ...(this.#plain === undefined ? [] : [this.#plain]),
      ...handlers,
    ];
    const locks = [...program.variables.values()].filter(({ type }) => type.includes('spinlock_t'));
    const prelude = sharedCode(program, {
      nodes: [...gone.map(({ node }) => node), ...locks.map(({ declaration }) => declaration)],
      names: new Set(gone.map(({ name }) => name)),
      edits: [...edits, ...this.#headerEdits()],
      hoisted: [],
    });
    const main = this.#setupOwner(setup, channels) ?? tasks[0]?.name;
    const sketch: Sketch = {
      ...newSketch(this.#options.name ?? nameOf(this.#files), { board }),
      ...{ prelude, channels, resources, ioServer, interrupts },
      tasks: tasks.map((task) => {
        const made = this.#loops.find(({ name }) => name === task.name)?.made ?? this.#plain;
        const code = setup !== undefined && task.name === main ? bodyOf(setup) : '';
        return { ...task, body: made === undefined ? '' : bodyOf(made), setup: code };
      }),
    };
    const runnables = this.#loops.map(({ name, made }) => ({ name, nodes: [made.body] }));
    const shared = sharedVariables(program, runnables, new Set(locks.map(({ name }) => name)));
    const includes = includesOf(program).filter(({ header }) => !isQduinoHeader(header));
    this.#noteDelays();
    return {
      ...{ ok: true, dialect: 'qduino', sketch, includes, shared },
      proposals: this.#proposals(tasks, interrupts, handlers),
      notes: [
        ...this.#notes,
        ...shared.map((each) => sharedNote(each, this.#placeOf)),
        ...libraryNotes(includes, this.#placeOf),
      ],
      admitted: new Probe(contextOf(sketch, false)).admits(sketch),
    };
  }

  #note(line: number, text: string): void {
    this.#notes.push({ kind: 'kept', place: this.#placeOf(line), text });
  }

  #timeUs(text: string, line: number): number | null {
    const value = this.#constants.valueOfText(text);
    if (value === null) this.#note(line, `The value of ${text} is not known, so a default is used.`);
    return value === null ? null : Math.round(value * this.#unitUs);
  }

  #task({ head, made, name }: Loop): Task {
    const line = lineOf(this.#source, made.node.from);
    const budgetUs = Math.max(1, this.#timeUs(head.budget, line) ?? 1_000);
    const periodUs = Math.max(1, this.#timeUs(head.period, line) ?? 100_000);
    return newTask(name, { budgetUs, periodUs });
  }

  /** Qduino's plain loop() runs when no other loop is ready. */
  #plainTask(): Task | null {
    return this.#plain === undefined ? null : newTask('loop', { kind: 'background', periodUs: null, budgetUs: 1_000 });
  }

  #users(name: string): Loop[] {
    return this.#loops.filter(({ made }) => reachedNames(this.#program, [made.body]).has(name));
  }

  #resources(): Resource[] {
    const locks = [...this.#program.variables.values()].filter(({ type }) => type.includes('spinlock_t'));
    return locks.map(({ name }) =>
      newResource(name, { users: this.#users(name).map((loop) => ({ task: loop.name, criticalSectionUs: 100 })) }),
    );
  }

  #calls(word: string): Node[] {
    return [...nodesOf(this.#source.top)].filter((node) => calledName(this.#source, node) === word);
  }

  /** The loops or handlers that contain a call with this name as its first argument. */
  #callers(words: readonly string[], name: string): string[] {
    const calls = words
      .flatMap((word) => this.#calls(word))
      .filter((call) => textOf(this.#source, argumentsOf(call)[0] ?? call) === name);
    return this.#loops
      .filter(({ made }) => calls.some((call) => call.from >= made.body.from && call.to <= made.body.to))
      .map((loop) => loop.name);
  }

  #channels(): Channel[] {
    const isSmall = boardById(this.#options.board ?? 'uno')?.id === 'uno';
    return this.#wires.flatMap(({ kind, name, type, places, from }) => {
      const line = lineOf(this.#source, from);
      const types = TYPES[type.replaceAll(/\s+/g, ' ')];
      if (types === undefined) {
        this.#note(
          line,
          `${kind}(${name}, ${type}) is left out, because ${type} is not a number. Draw a channel with its fields.`,
        );
        return [];
      }
      const isRing = kind === 'RINGBUF';
      const writers = this.#callers([isRing ? 'ringbufWrite' : 'channelWrite'], name);
      const readers = this.#callers([isRing ? 'ringbufRead' : 'channelRead'], name);
      if (writers.length > 1)
        this.#note(line, `${name} has ${writers.length} writers. A channel has one: ${writers[0]}.`);
      const capacity = places === null ? null : this.#constants.valueOfText(places);
      return newChannel(name, {
        kind: isRing ? 'ring-buffer' : 'four-slot',
        item: [{ name: 'value', type: types[isSmall ? 0 : 1], count: 1 }],
        ...(capacity === null ? {} : { capacity }),
        writer: writers[0] ?? null,
        readers: readers.filter((reader) => reader !== writers[0]),
      });
    });
  }

  /** Qduino's calls as calls of the sketch's elements. */
  #callEdits(channels: readonly Channel[]): Edit[] {
    const edits: Edit[] = [];
    const known = new Map(channels.map((channel) => [channel.name, channel]));
    const replace = (
      word: string,
      text: (name: string, value: string, channel: Channel | undefined) => string,
    ): void => {
      for (const call of this.#calls(word)) {
        const [first, second] = argumentsOf(call).map((argument) => textOf(this.#source, argument));
        if (first === undefined) continue;
        edits.push({
          from: call.from,
          to: call.to,
          text: text(first.replace(/^&/, ''), second ?? '', known.get(first)),
        });
      }
    };
    replace('channelWrite', (name, value) => `${name}_write(${value})`);
    replace('channelRead', (name, _, channel) => {
      const type = channel?.item[0]?.type ?? 'int16';
      const word = ['bool', 'float', 'double'].includes(type) ? type : `${type}_t`;
      return `({ static ${word} newest; ${name}_read(&newest); newest; })`;
    });
    replace('ringbufWrite', (name, value) => `${name}_write(${value})`);
    replace('ringbufRead', (name, value) => `${name}_read(&${value})`);
    replace('spinlockLock', (name) => `${name}_lock()`);
    replace('spinlockUnlock', (name) => `${name}_unlock()`);
    for (const word of ['ringbufInit', 'spinlockInit']) {
      for (const { parent } of this.#calls(word)) {
        if (parent?.name === 'ExpressionStatement') edits.push({ from: parent.from, to: parent.to, text: '' });
      }
    }
    return edits;
  }

  #interrupts(setup: UserFunction | undefined) {
    const statements: Node[] = [];
    const interrupts: Interrupt[] = [];
    const handlers: UserFunction[] = [];
    let ioServer: IoServer | null = null;
    const inSetup = (call: Node): boolean => call.parent?.parent?.from === setup?.body.from;
    for (const call of this.#calls('interruptsVcpu')) {
      const [budget, period] = argumentsOf(call).map((each) => this.#constants.valueOf(each));
      if (!inSetup(call) || budget == null || period == null || call.parent === null) {
        this.#note(
          lineOf(this.#source, call.from),
          'interruptsVcpu() stays. Set the I/O budget of the sketch instead.',
        );
        continue;
      }
      ioServer = { budgetUs: Math.round(budget * this.#unitUs), periodUs: Math.round(period * this.#unitUs) };
      statements.push(call.parent);
    }
    for (const call of [...this.#calls('attachInterruptVcpu'), ...this.#calls('attachInterrupt_vcpu')]) {
      const made = this.#interruptOf(call);
      if (made === null || !inSetup(call) || call.parent === null) {
        this.#note(lineOf(this.#source, call.from), 'attachInterruptVcpu() stays. Draw an interrupt instead.');
        continue;
      }
      statements.push(call.parent);
      interrupts.push({ ...made.interrupt, ...(ioServer === null ? {} : { ioBudgetUs: null, ioPeriodUs: null }) });
      handlers.push(made.handler);
    }
    return { statements, interrupts, handlers, ioServer };
  }

  #interruptOf(call: Node): { interrupt: Interrupt; handler: UserFunction } | null {
    const [pinNode, isr, mode, budget, period] = argumentsOf(call);
    if (pinNode === undefined || isr === undefined || mode === undefined) return null;
    const pin = pinName(this.#program, this.#constants, pinNode);
    const handler = this.#program.functions.get(textOf(this.#source, isr));
    const word = textOf(this.#source, mode).toLowerCase();
    const known = (['rising', 'falling', 'change', 'low'] as const).find((each) => each === word);
    if (pin === null || handler === undefined || known === undefined) return null;
    const timeOf = (node: Node | undefined) => (node === undefined ? null : this.#constants.valueOf(node));
    const [c, t] = [timeOf(budget), timeOf(period)];
    const interrupt = newInterrupt(handler.name, pin, {
      ...{ mode: known, body: this.#bodyOf(handler, []) },
      ...(c === null ? {} : { handlerBudgetUs: Math.round(c * this.#unitUs) }),
      ...(t === null ? {} : { handlerPeriodUs: Math.round(t * this.#unitUs) }),
    });
    return { interrupt, handler };
  }

  #bodyOf({ name, body }: UserFunction, edits: readonly Edit[]): string {
    const code = dedented(rendered(this.#source.text, body.from + 1, body.to - 1, edits));
    return `${commentsAbove(this.#program, name)}${code}`;
  }

  /** The task whose channel setup writes, because a channel has one writer. */
  #setupOwner(setup: UserFunction | undefined, channels: readonly Channel[]): string | null {
    if (setup === undefined) return null;
    const names = namesIn(this.#source, setup.body);
    const owners = new Set(
      channels.flatMap(({ name, writer }) => (names.has(name) && writer !== null ? [writer] : [])),
    );
    if (owners.size > 1) {
      const line = lineOf(this.#source, setup.node.from);
      this.#note(
        line,
        `setup() writes channels of ${[...owners].join(' and ')}. Move each write to the setup of its task.`,
      );
    }
    return [...owners][0] ?? null;
  }

  /** The header of Qduino's functions. */
  #headerEdits(): Edit[] {
    return this.#source.directives
      .filter(({ word, rest }) => isQduinoDirective(word, rest))
      .map(({ from, to }) => ({ from, to, text: '' }));
  }

  #noteDelays(): void {
    for (const call of this.#calls('delay')) {
      const text = `${textOf(this.#source, call)} stays. On Quest only its own loop waits. On a super-loop it takes processor time from all tasks.`;
      this.#note(lineOf(this.#source, call.from), text);
    }
  }

  #proposals(tasks: readonly Task[], interrupts: readonly Interrupt[], handlers: readonly UserFunction[]): Proposal[] {
    const lineAt = (made: UserFunction | undefined) =>
      this.#placeOf(made === undefined ? 1 : lineOf(this.#source, made.node.from));
    return [
      ...tasks.map(({ name }): Proposal => {
        const loop = this.#loops.find((each) => each.name === name);
        const explanation =
          loop === undefined
            ? 'The plain loop() runs whenever no other task does.'
            : `loop(${loop.head.id}, ${loop.head.budget}, ${loop.head.period}) becomes a task with this budget and period.`;
        return { id: name, kind: 'task', name, place: lineAt(loop?.made ?? this.#plain), explanation, canMerge: false };
      }),
      ...interrupts.map(
        ({ name, pin }, index): Proposal => ({
          ...{ id: `interrupt:${name}`, kind: 'interrupt', name, place: lineAt(handlers[index]), canMerge: false },
          explanation: `attachInterruptVcpu() on pin ${pin ?? ''} becomes an interrupt with a handler.`,
        }),
      ),
    ];
  }
}

const isQduinoHeader = (header: string): boolean => /qduino/i.test(header);

const isQduinoDirective = (word: string, rest: string): boolean =>
  (word === 'include' && isQduinoHeader(rest)) || (word === 'define' && /^QDUINO_UNIT_US\b/.test(rest));
