import { describe, expect, it } from 'vitest';
import type { WorkspaceState } from '../../../../generator/sketch/blocks/workspace.ts';
import { changedStacks } from './changed-stacks.ts';

const stack = (id: string, x = 0) => ({ type: 'print', id, x });
const state = (...blocks: object[]) => ({ blocks: { languageVersion: 0, blocks } }) as unknown as WorkspaceState;

describe('the stacks that differ between two states', () => {
  it('are those that went, came or moved', () => {
    const now = state(stack('stays'), stack('goes'), stack('moves'));
    const next = state(stack('stays'), stack('moves', 40), stack('comes'));
    expect(changedStacks(now, next)).toEqual({ gone: ['goes', 'moves'], added: [stack('moves', 40), stack('comes')] });
  });

  it('are not known if other members of the states differ', () => {
    const withVariable = { ...state(stack('a')), variables: [{ name: 'x', id: 'v' }] } as unknown as WorkspaceState;
    expect(changedStacks(state(stack('a')), withVariable)).toBeNull();
  });

  it('are not known for a state that has no blocks yet', () => {
    expect(changedStacks({}, state(stack('a')))).toBeNull();
  });
});
