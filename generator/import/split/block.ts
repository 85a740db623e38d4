/** A block as the code of a task. */
import { dedented, rendered } from '../edits.ts';
import type { Guard } from '../guards.ts';
import type { Variable } from '../program.ts';
import { isSame, lineOf, type Node, textOf } from '../source.ts';
import { startOf } from '../timers.ts';
import type { Container, Context } from './containers.ts';
import type { Found } from './find-guards.ts';
import { keptStatements, type Local, namesOfItems } from './locals.ts';

/** A block that can be a task of its own. */
export interface Block {
  readonly id: string;
  /** The function that has it. */
  readonly owner: string;
  readonly guard: Guard;
  /** The line of its condition. */
  readonly line: number;
  readonly code: string;
  /** The statements of its body. */
  readonly nodes: readonly Node[];
  readonly offsetUs: number;
  /** Parts of the original that are not needed any more. */
  readonly leftOut: readonly string[];
}

export function blockOf(
  context: Context,
  { made }: Container,
  found: Found,
  locals: ReadonlyMap<string, Local>,
  hoisted: readonly Variable[],
): Block {
  const { program } = context;
  const { source } = program;
  const { guard, item, link, condition } = found;
  const items = keptStatements(context, found);
  const names = namesOfItems(context, items);
  const own = new Set(items);
  const needed = [...locals.values()].filter(
    ({ variable, item: from }) => names.has(variable.name) && !own.has(from) && !hoisted.includes(variable),
  );
  const copies = needed.map((local) => copyOf(context, local));
  const isFirst = link === null || item.node === null || isSame(link.node, item.node);
  const before = isFirst ? dedented(source.text.slice(item.from, item.node?.from ?? item.from)) : '';
  const after = link === null || item.node === null ? '' : dedented(source.text.slice(item.node.to, item.to));
  const body = dedented(items.map(({ from, to }) => rendered(source.text, from, to, [])).join(''));
  const parts = [before, ...copies, body, isFirst ? after : ''].filter((part) => part !== '');
  const isReset = items.some(({ node }) => node?.from === guard.reset.statement.from);
  return {
    id: found.id,
    owner: made.name,
    guard,
    line: lineOf(source, condition.from),
    code: parts.join('\n'),
    nodes: items.flatMap(({ nodes }) => nodes),
    offsetUs: startOf(program, context.constants, guard),
    leftOut: isReset ? [] : [textOf(source, guard.reset.statement)],
  };
}

/** The declaration of a variable for a block. A clock gets the time when the block runs. */
function copyOf({ program: { source }, clocks }: Context, { variable, item, copies, setBy }: Local): string {
  const { name, type, declaration } = variable;
  if (setBy !== null)
    return `${type.replace(/\b(static|volatile)\s+/g, '')} ${name} = ${clocks.get(name) ?? 'millis'}();`;
  if (variable.isAlone && copies === 'static') return dedented(source.text.slice(item.from, item.to));
  return variable.isAlone ? textOf(source, declaration) : `${type} ${textOf(source, variable.declarator)};`;
}
