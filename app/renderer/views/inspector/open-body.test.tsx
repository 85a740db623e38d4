// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { changeBlocks } from '../../../../generator/sketch/blocks/forms.ts';
import { blocksOfState } from '../../../../generator/sketch/blocks/workspace.ts';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { eventually } from '../../../../test/eventually.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { OpenBody } from './open-body.tsx';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('../blocks/blocks-view.tsx', () => {
  loaded();
  return { default: () => null };
});

const OWNER = { kind: 'tasks', name: 'blink' } as const;
const typed = newSketch('s', { tasks: [newTask('blink', { body: 'typed();' })] });

function fromBlocks(): Sketch {
  const sketch = newSketch('s', { tasks: [newTask('blink')] });
  const blocks = blocksOfState({
    blocks: { languageVersion: 0, blocks: [{ type: 'polyloop_start', id: 'start', x: 0, y: 0 }] },
  });
  const result = changeBlocks(sketch, OWNER, 'body', blocks, 'built();');
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.sketch;
}

/** What runs when the window is idle. */
const idle: IdleRequestCallback[] = [];
vi.stubGlobal('requestIdleCallback', (callback: IdleRequestCallback) => idle.push(callback));
vi.stubGlobal('cancelIdleCallback', (id: number) => void idle.splice(id - 1, 1));
afterEach(() => void idle.splice(0));

describe('the button that opens a body', () => {
  it('loads nothing for typed code', async () => {
    await show(testSession(typed), <OpenBody owner={OWNER} />);
    expect(idle).toHaveLength(0);
  });

  it('loads the view of blocks when the window is idle, and not before', async () => {
    await show(testSession(fromBlocks()), <OpenBody owner={OWNER} />);
    expect(loaded).not.toHaveBeenCalled();
    expect(idle).toHaveLength(1);
    for (const run of idle) run({ didTimeout: false, timeRemaining: () => 50 });
    await eventually(() => expect(loaded).toHaveBeenCalledTimes(1));
  });
});
