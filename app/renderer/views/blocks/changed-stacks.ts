/** The stacks of blocks that differ between two states of a workspace. */
import type { WorkspaceState } from '../../../../generator/sketch/blocks/workspace.ts';
import { same } from '../../../../generator/sketch/merge.ts';

interface ChangedStacks {
  readonly gone: readonly string[];
  readonly added: readonly object[];
}

/**
 * The stacks of blocks that differ between two states. Null if more than the stacks differ, for example
 * the variables, so that the whole state has to be loaded.
 */
export function changedStacks(now: WorkspaceState, next: WorkspaceState): ChangedStacks | null {
  const { blocks: old, ...others } = now;
  const { blocks: wanted, ...nextOthers } = next;
  if (old === undefined || !same(others, nextOthers)) return null;
  const [before, after] = [old.blocks, wanted?.blocks ?? []];
  const left = before.filter((stack) => after.some((each) => same(each, stack)));
  return {
    gone: before.filter((stack) => !left.includes(stack)).flatMap(({ id }) => id ?? []),
    added: after.filter((stack) => !left.some((each) => same(each, stack))),
  };
}
