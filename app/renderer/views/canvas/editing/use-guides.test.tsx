// @vitest-environment happy-dom
import { type NodeChange, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../../generator/sketch/create.ts';
import { testSession } from '../../../state/session/test-session.ts';
import { show } from '../../test-view.ts';
import { nodesOf } from '../canvas-model.ts';
import type { SketchNode } from '../nodes/node-frame.tsx';
import { GuideLines, useGuides } from './use-guides.tsx';

const SKETCH = newSketch('s', {
  tasks: [
    newTask('Fixed', { position: { x: 0, y: 0 } }),
    newTask('Moved', { position: { x: 400, y: 400 } }),
    newTask('With', { position: { x: 400, y: 600 } }),
  ],
});
const NODES = nodesOf(SKETCH, [], new Set());

type Align = ReturnType<typeof useGuides>['align'];

interface Props {
  readonly isFree: boolean;
  readonly onAlign: (align: Align) => void;
}

function Canvas({ isFree, onAlign }: Props) {
  const { guides, align } = useGuides(isFree);
  onAlign(align);
  return (
    <ReactFlow nodes={NODES}>
      <GuideLines guides={guides} />
    </ReactFlow>
  );
}

async function canvas(isFree = false) {
  let align: Align = (changes) => changes;
  const take = (given: Align) => {
    align = given;
  };
  const view = await show(
    testSession(SKETCH),
    <ReactFlowProvider>
      <Canvas isFree={isFree} onAlign={take} />
    </ReactFlowProvider>,
  );
  const move = async (to: Readonly<Record<string, readonly [x: number, y: number]>>, dragging: boolean) => {
    let result: NodeChange<SketchNode>[] = [];
    await view.change(() => {
      result = align(
        Object.entries(to).map(([name, [x, y]]) => ({
          type: 'position',
          id: `tasks:${name}`,
          position: { x, y },
          dragging,
        })),
      );
    });
    return result.map((change) => (change.type === 'position' ? change.position : undefined));
  };
  const lines = () => [...view.container.querySelectorAll('.guide')].map((line) => line.getAttribute('data-axis'));
  return { move, lines };
}

describe('a dragged card', () => {
  it('takes the edges of another card, shows lines, and keeps its place at the end', async () => {
    const { move, lines } = await canvas();
    expect(await move({ Moved: [3, 400] }, true)).toEqual([{ x: 0, y: 400 }]);
    expect(lines()).toEqual(['x', 'x', 'x']);
    expect(await move({ Moved: [3, 400] }, false)).toEqual([{ x: 0, y: 400 }]);
    expect(lines()).toEqual([]);
  });

  it('moves all that are dragged by the same distance, and is not aligned with them', async () => {
    const { move } = await canvas();
    expect(await move({ Moved: [3, 303], With: [3, 503] }, true)).toEqual([
      { x: 0, y: 303 },
      { x: 0, y: 503 },
    ]);
  });

  it('goes where the pointer is while Alt is held', async () => {
    const { move, lines } = await canvas(true);
    expect(await move({ Moved: [3, 400] }, true)).toEqual([{ x: 3, y: 400 }]);
    expect(lines()).toEqual([]);
  });

  it('has no guides when a key moves it', async () => {
    const { move, lines } = await canvas();
    expect(await move({ Moved: [3, 400] }, false)).toEqual([{ x: 3, y: 400 }]);
    expect(lines()).toEqual([]);
  });
});
