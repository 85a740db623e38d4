/** The code of a body with the shared code before it, parsed together, and the lines as the user sees them. */
import { type Constants, constantsOf } from '../import/constants.ts';
import { type Program, programOf, type UserFunction } from '../import/program.ts';
import { lineOf, type Node, nodesOf, parseSource, type Source } from '../import/source.ts';

/** Where a statement is, for the user. */
export interface Place {
  readonly in: 'body' | 'shared';
  /** From 1, in its piece of code. */
  readonly line: number;
}

export interface Code {
  readonly source: Source;
  readonly program: Program;
  readonly constants: Constants;
  /** The body, as a function. */
  readonly main: UserFunction;
  /** The first thing that is no C++, or null. */
  readonly fault: Place | null;
  placeOf(node: Node): Place;
}

/** No identifier of a sketch has this form (generator/sketch/identifiers.ts). */
const MAIN = 'polyloop__body';

/** Returns null if the body does not end where it should: it has a brace too many or too few. */
export function codeOf(prelude: string, body: string): Code | null {
  const head = `${prelude}\nvoid ${MAIN}() {\n`;
  const source = parseSource(`${head}${body}\n}`);
  const program = programOf(source);
  const main = program.functions.get(MAIN);
  if (main === undefined || main.body.to !== source.text.length) return null;
  const before = head.split('\n').length - 1;
  const placeOf = (node: Node): Place => {
    const line = lineOf(source, node.from);
    return line > before ? { in: 'body', line: line - before } : { in: 'shared', line };
  };
  const wrong = [...nodesOf(main.body)].find(({ type }) => type.isError);
  return {
    source,
    program,
    constants: constantsOf(program),
    main,
    fault: wrong === undefined ? null : placeOf(wrong),
    placeOf,
  };
}
