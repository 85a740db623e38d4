/** The names that stand for the time: variables that hold it, and macros. */
import { type ClockNames, clockOf } from '../guards.ts';
import { type Program, variablesIn } from '../program.ts';
import { type Node, nodesOf, type Source, textOf } from '../source.ts';

/** Variables that are set to the time and to nothing else, outside conditions. */
export function clockNames(program: Program): ClockNames {
  const { source, writes, variables } = program;
  const names = new Map<string, string>();
  const subtracted = new Set<string>();
  for (const node of nodesOf(source.top)) {
    const right = node.lastChild;
    if (node.name !== 'BinaryExpression' || right?.name !== 'Identifier') continue;
    if (node.firstChild?.nextSibling?.name === 'ArithOp') subtracted.add(textOf(source, right));
  }
  const directly = (clock: Node | null): string | null => clockOf(source, clock, new Map());
  const add = (name: string, clock: string | null): void => {
    if (clock === null || subtracted.has(name)) return;
    const isAlways = (writes.get(name) ?? []).every(
      (write) =>
        write.name === 'AssignmentExpression' &&
        directly(write.lastChild) === clock &&
        write.parent?.parent?.parent?.name === 'FunctionDefinition',
    );
    if (isAlways) names.set(name, clock);
  };
  for (const node of nodesOf(source.top)) {
    for (const { name, init, isStatic } of variablesIn(source, node)) if (!isStatic) add(name, directly(init));
  }
  for (const [name, [write]] of writes) {
    if (write?.name !== 'AssignmentExpression') continue;
    const isZero = variables.get(name)?.init == null || textOf(source, variables.get(name)?.init as Node) === '0';
    if (isZero) add(name, directly(write.lastChild));
  }
  for (const { name, text } of timeMacros(source)) {
    const [, clock] = /^\(?\s*(millis|micros)\s*\(\s*\)\s*\)?$/.exec(text) ?? [];
    if (clock !== undefined) names.set(name, clock);
  }
  return names;
}

interface TimeMacro {
  readonly name: string;
  readonly text: string;
}

/** Macros that read the time. */
export function timeMacros({ directives }: Source): TimeMacro[] {
  return directives.flatMap(({ word, rest }): TimeMacro[] => {
    if (word !== 'define' || !/\b(millis|micros)\s*\(/.test(rest)) return [];
    const [, name = '', text = ''] = /^(\w+)\s*([\s\S]*)$/.exec(rest) ?? [];
    return [{ name, text: text.trim() }];
  });
}
