// @vitest-environment happy-dom
import { Position, ReactFlowProvider } from '@xyflow/react';
import type { ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import { testSession } from '../../state/session/test-session.ts';
import { useFlowsUpdated } from '../../state/sketch/help.ts';
import { show } from '../test-view.ts';
import { edgesOf } from './canvas-model.ts';
import { ReaderEdge } from './reader-edge.tsx';

const SKETCH = newSketch('s', {
  target: 'freertos',
  tasks: [
    newTask('Sense', { periodUs: 10_000, budgetUs: 1_000 }),
    newTask('Act', { periodUs: 20_000, budgetUs: 1_000 }),
  ],
  channels: [newChannel('value', { writer: 'Sense', readers: ['Act'] })],
});
const EDGE = edgesOf(SKETCH).find(({ type }) => type === 'reader');

function Edge({ targetX }: { readonly targetX: number }) {
  useFlowsUpdated();
  const ends = {
    ...{ sourceX: 0, sourceY: 0, targetX, targetY: 80 },
    ...{ sourcePosition: Position.Right, targetPosition: Position.Left },
  };
  return (
    <svg aria-hidden="true">
      <ReaderEdge {...({ ...EDGE, ...ends } as ComponentProps<typeof ReaderEdge>)} />
    </svg>
  );
}

async function edge(targetX = 200) {
  const session = testSession(SKETCH);
  const view = await show(
    session,
    <ReactFlowProvider>
      <Edge targetX={targetX} />
    </ReactFlowProvider>,
  );
  const age = () => view.container.querySelector('.wire-age');
  return { session, view, age };
}

describe('a wire to a reader', () => {
  it('shows the greatest age of the data at its middle, and names the reader', async () => {
    const { view, age } = await edge();
    await view.until(() => expect(age()).not.toBeNull());
    expect(age()?.querySelector('title')?.textContent).toMatch(
      /^Data that Act has from value is at most \S+\sms old\.$/,
    );
    expect(age()?.textContent).toMatch(/≤ [\d.]+\sms$/);
    expect([age()?.getAttribute('x'), age()?.getAttribute('y')]).toEqual(['100', '40']);
    expect(view.container.querySelector('.react-flow__edge-path')?.getAttribute('d')).toMatch(/^M0,0 C/);
  });

  it('shows it before the reader’s card where the card would cover its end', async () => {
    const { view, age } = await edge(30);
    await view.until(() => expect(age()).not.toBeNull());
    expect([age()?.getAttribute('x'), age()?.getAttribute('text-anchor')]).toEqual(['22', 'end']);
  });

  it('follows the sketch', async () => {
    const { session, view, age } = await edge();
    await view.until(() => expect(age()).not.toBeNull());
    const before = age()?.textContent;
    await view.change(() => {
      session.document.edit('Change period', (sketch) =>
        updateElement(sketch, 'tasks', 'Act', { periodUs: 40_000, deadlineUs: 40_000 }),
      );
    });
    await view.until(() => {
      expect(age()?.textContent).not.toBe(before);
      expect(age()?.getAttribute('data-stale')).toBe('false');
    });
  });
});
