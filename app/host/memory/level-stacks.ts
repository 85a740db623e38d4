/**
 * The stack of a program without a kernel in which jobs preempt each other: the deepest chain of levels.
 *
 * - At the bottom is `main`, with setup code or a background task.
 * - Each level has an interrupt up to the call of the dispatcher, the dispatcher, and a job. A job that ends a critical
 *   section calls the dispatcher too; that is a part of its own depth.
 * - A handler of a deadline or a budget runs on top of all jobs, one at a time.
 * - On top are interrupts. Only the outermost one calls the dispatcher, so these start no jobs.
 */
import { preemptionLevels } from '../../../generator/lower/levels.ts';
import type { LoweredTask } from '../../../generator/lower/program.ts';
import type { Policy } from '../../../generator/sketch/model.ts';
import type { StackLevel } from '../../contract/builds.ts';
import { sourceName } from '../devices/elf-symbols.ts';
import type { AvrFunction } from './avr-stack.ts';
import type { StackDepth, StackGraph } from './stack-graph.ts';

/** The dispatcher of runtime-c/src/preempt.c, and its function that calls a body which can be stopped. */
export const DISPATCHER = 'pl_hook_preempt';
export const RELAY = 'run_body';

export type StackOwner = Pick<
  LoweredTask,
  'name' | 'identifier' | 'element' | 'kind' | 'rank' | 'deadlineTicks' | 'overrun' | 'stackBytes'
>;

/** The code of a program, as far as the levels need it. */
export interface LeveledCode {
  readonly graph: StackGraph;
  readonly vectors: readonly AvrFunction[];
  readonly dispatcher: AvrFunction | null;
  readonly main: AvrFunction | null;
  /** The functions of this name that belong to the elements, or to all elements. */
  codeOf(names: readonly string[], owners?: readonly StackOwner[]): readonly AvrFunction[];
}

export interface LevelStacks {
  readonly levels: readonly StackLevel[];
  readonly unknown: readonly string[];
}

const BODY = ['pl_body'];
const HANDLERS = ['pl_deadline_handler', 'pl_budget_handler'];
const SETUP = ['pl_setup'];

/** Without the interrupts on top. From the bottom of the stack. */
export function levelStacks(code: LeveledCode, owners: readonly StackOwner[], policy: Policy): LevelStacks {
  const { graph, vectors, dispatcher, main } = code;
  if (dispatcher === null || main === null) return { levels: [], unknown: [] };
  const path = Math.max(0, ...vectors.map((vector) => graph.depthAtCall(vector, sourceName(dispatcher.name))));
  const found: { readonly part: StackLevel['part']; readonly tasks: string[]; readonly depth: StackDepth }[] = [];
  const add = (part: StackLevel['part'], tasks: string[], entries: readonly AvrFunction[]) => {
    const { bytes, unknown } = graph.depth(dispatcher, entries);
    found.push({ part, tasks, depth: { bytes: path + bytes, unknown } });
  };
  const backgrounds = owners.filter(({ kind }) => kind === 'background');
  const below = [...code.codeOf(SETUP), ...(backgrounds.length > 0 ? code.codeOf(BODY, backgrounds) : [])];
  found.push({ part: 'main', tasks: backgrounds.map(({ name }) => name), depth: graph.depth(main, below) });
  for (const level of preemptionLevels(owners, policy)) {
    const names = level.map(({ name }) => name);
    add('jobs', names, code.codeOf(BODY, level));
  }
  const handlers = code.codeOf(HANDLERS);
  if (handlers.length > 0) add('handlers', [], handlers);
  return {
    levels: found.map(({ part, tasks, depth }) => ({ part, tasks, bytes: depth.bytes })),
    unknown: [...new Set(found.flatMap(({ depth }) => depth.unknown))],
  };
}
