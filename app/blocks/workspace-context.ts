/** The context of a workspace. Drop-downs read it, so they always show the sketch as it is now. */
import type { Workspace } from 'blockly/core';
import type { BlocksContext } from './context.ts';

const contexts = new WeakMap<Workspace, BlocksContext>();

/** Call it before a state is loaded into the workspace, and after each edit of the sketch. */
export function setContext(workspace: Workspace, context: BlocksContext): void {
  contexts.set(workspace, context);
}

/** Undefined: it has not been set. A flyout shows the context of the workspace that it belongs to. */
export function contextIn(workspace: Workspace): BlocksContext | undefined {
  const own = contexts.get(workspace);
  if (own !== undefined) return own;
  const target = targetOf(workspace);
  return target === null ? undefined : contexts.get(target);
}

/** The workspace that owns this flyout, or null. */
function targetOf(workspace: Workspace): Workspace | null {
  const { targetWorkspace } = workspace as Workspace & { readonly targetWorkspace?: Workspace | null };
  return targetWorkspace ?? null;
}
