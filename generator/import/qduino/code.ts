/** The code of a Qduino sketch, and the notes about what stays in it. */
import { type Constants, constantsOf } from '../constants.ts';
import { dedented, type Edit, rendered } from '../edits.ts';
import type { Joined } from '../files.ts';
import { argumentsOf, calledName, type Program, programOf, reachedNames, type UserFunction } from '../program.ts';
import type { ImportNote } from '../result.ts';
import { commentsAbove } from '../shared-code.ts';
import { lineOf, type Node, nodesOf, parseSource, type Source, textOf } from '../source.ts';
import type { ChannelMacro, LoopHead, Macros } from './macros.ts';

export interface Loop {
  readonly head: LoopHead;
  readonly made: UserFunction;
  /** The name of its task. */
  readonly name: string;
}

export class QduinoCode {
  readonly program: Program;
  readonly constants: Constants;
  readonly channelMacros: readonly ChannelMacro[];
  readonly loops: readonly Loop[];
  /** `loop()` without parameters. */
  readonly plain: UserFunction | undefined;
  readonly notes: ImportNote[] = [];
  readonly placeOf: Joined['placeOf'];
  readonly #unitUs: number;

  constructor(macros: Macros, placeOf: Joined['placeOf']) {
    this.program = programOf(parseSource(macros.text));
    this.constants = constantsOf(this.program);
    this.channelMacros = macros.channels;
    this.placeOf = placeOf;
    this.plain = this.program.functions.get('loop');
    this.#unitUs = this.constants.valueOfText('QDUINO_UNIT_US') ?? 1000;
    this.loops = macros.loops.flatMap((head) => {
      const made = this.program.functions.get(head.name);
      return made === undefined ? [] : { head, made, name: `loop ${head.id}` };
    });
  }

  get source(): Source {
    return this.program.source;
  }

  note(line: number, text: string): void {
    this.notes.push({ kind: 'kept', place: this.placeOf(line), text });
  }

  /** A number of Qduino's units of time, in microseconds. */
  inUs(units: number): number {
    return Math.round(units * this.#unitUs);
  }

  calls(word: string): Node[] {
    return [...nodesOf(this.source.top)].filter((node) => calledName(this.source, node) === word);
  }

  /** The loops that contain a call with this name as its first argument. */
  callers(word: string, name: string): string[] {
    const calls = this.calls(word).filter((call) => textOf(this.source, argumentsOf(call)[0] ?? call) === name);
    return this.loops
      .filter(({ made }) => calls.some((call) => call.from >= made.body.from && call.to <= made.body.to))
      .map((loop) => loop.name);
  }

  /** The loops that use a name, also through functions that they call. */
  users(name: string): Loop[] {
    return this.loops.filter(({ made }) => reachedNames(this.program, [made.body]).has(name));
  }

  bodyOf({ name, body }: UserFunction, edits: readonly Edit[]): string {
    const code = dedented(rendered(this.source.text, body.from + 1, body.to - 1, edits));
    return `${commentsAbove(this.program, name)}${code}`;
  }

  lineAt(made: UserFunction | undefined): number {
    return made === undefined ? 1 : lineOf(this.source, made.node.from);
  }
}
