/** Variables that several tasks or interrupts of an imported sketch use. */
import { type Program, reachedNames, type Variable } from './program.ts';
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
    return [{ name, line, users, writers: writers.map((each) => each.name), remedy }];
  });
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
