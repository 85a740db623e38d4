/** The functions in which statements are examined: `loop()`, and functions that only `loop()` calls. */
import type { Constants } from '../constants.ts';
import type { ClockNames } from '../guards.ts';
import { type Item, itemsInside } from '../items.ts';
import { calledName, type Program, type UserFunction } from '../program.ts';

export interface Context {
  readonly program: Program;
  readonly constants: Constants;
  readonly clocks: ClockNames;
  /** The longest period of a task on the board. */
  readonly mostUs: number;
}

export interface Container {
  readonly made: UserFunction;
  readonly items: readonly Item[];
  /** The item of loop that calls it. Null for loop. */
  readonly call: Item | null;
}

/** Loop, and functions without parameters that one statement of loop calls, and nothing else does. */
export function containersOf(program: Program, loop: UserFunction): Container[] {
  const { source, functions, mentions } = program;
  const items = itemsInside(source, loop.body);
  const containers: Container[] = [{ made: loop, items, call: null }];
  for (const item of items) {
    const call = item.node?.name === 'ExpressionStatement' ? item.node.firstChild : null;
    const name = call === null ? null : calledName(source, call);
    const made = functions.get(name ?? '');
    if (made === undefined || made === loop || name === null) continue;
    const isEmptyCall = call?.getChild('ArgumentList')?.firstChild?.nextSibling?.name === ')';
    const uses = (mentions.get(name) ?? []).filter(({ parent }) => parent?.name !== 'FunctionDeclarator');
    if (!isEmptyCall || uses.length !== 1) continue;
    containers.push({ made, items: itemsInside(source, made.body), call: item });
  }
  return containers;
}
