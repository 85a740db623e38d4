/** Variables that several tasks or interrupts of an imported sketch use. */
import { FIELD_TYPES, type FieldType } from '../sketch/model.ts';
import { namesIn, type Program, reachedNames, type Variable } from './program.ts';
import { lineOf, type Node, nodesOf, textOf } from './source.ts';

export interface Shared {
  readonly name: string;
  readonly line: number;
  readonly writers: readonly string[];
  readonly users: readonly string[];
  /**
   * A channel has one writer. More writers, or an object, need a lock. Tasks that share it with an
   * interrupt mask interrupts while they use it.
   */
  readonly remedy: 'channel' | 'lock' | 'mask';
  /** Its type and its first value, if it is one number that its readers name in their own code alone. */
  readonly number: { readonly type: FieldType; readonly initial: string } | null;
}

/** A task or an interrupt, and its statements. */
export interface Runnable {
  readonly name: string;
  readonly isInterrupt?: boolean;
  readonly nodes: readonly Node[];
}

export function sharedVariables(
  program: Program,
  runnables: readonly Runnable[],
  leftOut: ReadonlySet<string>,
  hoisted: readonly Variable[] = [],
): Shared[] {
  const uses = runnables.map(({ name, nodes, isInterrupt = false }) => ({
    ...{ name, isInterrupt, names: reachedNames(program, nodes) },
    written: writtenNames(program, nodes),
  }));
  return [...program.variables.values(), ...hoisted].flatMap((variable) => {
    const { name } = variable;
    if (variable.isConst || leftOut.has(name)) return [];
    const involved = uses.filter(({ names }) => names.has(name));
    const users = involved.map((each) => each.name);
    const isObject = !isData(program, variable);
    const writers = uses.filter(({ names, written }) => (isObject ? names.has(name) : written.has(name)));
    if (users.length < 2 || writers.length === 0) return [];
    const hasOneWriter = writers.length === 1 && !isObject;
    const isMasked = involved.some(({ isInterrupt }) => isInterrupt);
    const remedy: Shared['remedy'] = hasOneWriter ? 'channel' : isMasked ? 'mask' : 'lock';
    const line = lineOf(program.source, variable.declaration.from);
    const readers = runnables.filter((each) => users.includes(each.name) && each.name !== writers[0]?.name);
    const number = hasOneWriter ? numberOf(program, variable, readers) : null;
    return [{ name, line, users, writers: writers.map((each) => each.name), remedy, number }];
  });
}

/** The types of Arduino's numbers on a board of 8 bits. */
const NUMBERS: Readonly<Record<string, FieldType>> = {
  bool: 'bool',
  boolean: 'bool',
  byte: 'uint8',
  'unsigned char': 'uint8',
  int: 'int16',
  word: 'uint16',
  unsigned: 'uint16',
  'unsigned int': 'uint16',
  long: 'int32',
  'unsigned long': 'uint32',
  float: 'float',
  double: 'float',
  ...Object.fromEntries(FIELD_TYPES.map((type) => [`${type}_t`, type])),
};

const LITERAL = /^-?(?:\d[\w.]*|true|false|LOW|HIGH)$/;

function numberOf(program: Program, variable: Variable, readers: readonly Runnable[]): Shared['number'] {
  const { source, functions } = program;
  const type =
    NUMBERS[
      variable.type
        .replaceAll(/\b(?:static|volatile)\b/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
    ];
  const initial = variable.init === null ? '0' : textOf(source, variable.init);
  if (type === undefined || !variable.isPlain || !LITERAL.test(initial)) return null;
  const isReached = readers.some(({ nodes }) =>
    [...reachedNames(program, nodes)].some((name) => {
      const made = functions.get(name);
      return made !== undefined && namesIn(source, made.body).has(variable.name);
    }),
  );
  return isReached ? null : { type, initial };
}

/** Whether a variable is a number or a structure of this sketch. Other types are classes of libraries. */
function isData({ source }: Program, { declaration }: Variable): boolean {
  const type = declaration.getChild('TypeIdentifier');
  if (type === null) return true;
  const name = textOf(source, type);
  if (['byte', 'boolean', 'word'].includes(name)) return true;
  return [...nodesOf(source.top)].some(
    (node) =>
      OWN_TYPES.includes(node.name) && node.getChildren('TypeIdentifier').some((own) => textOf(source, own) === name),
  );
}

const OWN_TYPES = ['StructSpecifier', 'EnumSpecifier', 'TypeDefinition'];

/** The variables that statements write, and the functions that they call. */
function writtenNames(program: Program, nodes: readonly Node[]): Set<string> {
  const { functions, writes } = program;
  const reached = reachedNames(program, nodes);
  const places = [...nodes, ...[...reached].flatMap((name) => functions.get(name)?.body ?? [])];
  const isIn = (node: Node) => places.some((place) => node.from >= place.from && node.to <= place.to);
  return new Set([...writes].flatMap(([name, all]) => (all.some(isIn) ? [name] : [])));
}
