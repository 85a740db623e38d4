// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../../generator/sketch/edits.ts';
import type { Channel } from '../../../../../generator/sketch/model.ts';
import {
  KIND_BOOT,
  KIND_CHANNEL_OVERFLOW,
  KIND_CHANNEL_READ,
  KIND_CHANNEL_WRITE,
} from '../../../../../generator/trace/kinds.ts';
import { testSession } from '../../../state/session/test-session.ts';
import { show } from '../../test-view.ts';
import { CanvasView } from '../canvas-view.tsx';

/** Writes twice as often as the reader reads. */
const sketchWith = (over: Partial<Channel>) =>
  newSketch('s', {
    target: 'freertos',
    tasks: [
      newTask('Sense', { periodUs: 10_000, budgetUs: 1_000, position: { x: 0, y: 0 } }),
      newTask('Act', { periodUs: 20_000, budgetUs: 1_000, position: { x: 400, y: 0 } }),
      newTask('Log', { periodUs: 80_000, budgetUs: 1_000, position: { x: 400, y: 200 } }),
    ],
    channels: [
      newChannel('queue', {
        kind: 'ring-buffer',
        capacity: 8,
        writer: 'Sense',
        readers: ['Act'],
        position: { x: 200, y: 0 },
        ...over,
      }),
    ],
  });

async function cardOf(over: Partial<Channel> = {}) {
  const sketch = sketchWith(over);
  const session = testSession(sketch);
  const view = await show(session, <CanvasView />);
  await view.until(() => expect(view.container.querySelectorAll('.react-flow__node')).toHaveLength(4));
  return {
    session,
    view,
    texts: () => [...view.container.querySelectorAll('.channel-fill > span')].map((span) => span.textContent),
    stale: () =>
      [...view.container.querySelectorAll('.channel-fill > span')].map((span) => span.getAttribute('data-stale')),
    /** Plays a run in which the board sent these events of the channel. */
    run: (...kinds: readonly number[]) =>
      view.change(() => {
        session.trace.beginTrace(sketch);
        session.run.store.setState({ phase: 'running' });
        const { store } = session.trace.store.getState();
        for (const [at, kind] of [KIND_BOOT, ...kinds].entries())
          store.event(at * 1000, kind, kind === KIND_BOOT ? -1 : 0, 0);
        session.run.store.setState({ phase: 'idle' });
        return new Promise((resolve) => setTimeout(resolve));
      }),
  };
}

describe('the card of a ring buffer', () => {
  it('shows the most items that can wait, and no measured number before a run', async () => {
    const { view, texts } = await cardOf();
    await view.until(() => expect(texts()).toEqual(['≤ 2 of 8']));
  });

  it('says that it can overflow', async () => {
    const { view, texts } = await cardOf({ capacity: 2, readers: ['Log'] });
    await view.until(() => expect(texts()).toEqual(['can overflow']));
  });

  it('shows nothing where nothing is known', async () => {
    const { view, texts } = await cardOf({ writer: null });
    await view.until(() => expect(texts()).toEqual([]));
  });

  it('shows the most items that waited, until the sketch changes: then the number is stale', async () => {
    const { session, view, texts, stale, run } = await cardOf();
    await run(KIND_CHANNEL_WRITE, KIND_CHANNEL_WRITE, KIND_CHANNEL_READ);
    await view.until(() => expect(texts()).toEqual(['≤ 2 of 8', 'max 2']));
    expect(stale()[1]).toBe('false');
    await view.change(() =>
      session.document.edit('Change', (now) => updateElement(now, 'tasks', 'Sense', { periodUs: 11_000 })),
    );
    expect(texts()[1]).toBe('max 2');
    expect(stale()[1]).toBe('true');
  });

  it('counts lost items', async () => {
    const { texts, run } = await cardOf();
    await run(KIND_CHANNEL_WRITE, KIND_CHANNEL_OVERFLOW, KIND_CHANNEL_OVERFLOW);
    expect(texts()[1]).toBe('lost 2');
  });

  it('shows the most items that waited for one of several readers', async () => {
    const { texts, run } = await cardOf({ readers: ['Act', 'Log'] });
    // A write is an event for each reader.
    await run(KIND_CHANNEL_WRITE, KIND_CHANNEL_WRITE, KIND_CHANNEL_WRITE, KIND_CHANNEL_WRITE);
    expect(texts()[1]).toBe('max 2');
  });

  it('says that the fill is unknown if no reader is known', async () => {
    const { texts, view, run } = await cardOf({ readers: ['Act', 'Log'] });
    await run(KIND_CHANNEL_READ, KIND_CHANNEL_WRITE, KIND_CHANNEL_WRITE);
    expect(texts()[1]).toBe('max unknown');
    expect(view.container.querySelector('[title^="The record does not show which reader"]')).not.toBeNull();
  });
});
