// @vitest-environment happy-dom
/** Keys: which command each runs, and where it acts. */
import { createRef } from 'react';
import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../generator/analysis/test-sketches.ts';
import { testSession } from '../state/session/test-session.ts';
import { CanvasView } from '../views/canvas/canvas-view.tsx';
import { FORMAT_COMMAND } from '../views/editor/formatting.ts';
import { PlainEditor } from '../views/editor/plain-editor.tsx';
import { show } from '../views/test-view.ts';
import { SHORTCUTS } from './shortcuts.ts';
import { Frame, frame, renameSketch } from './test-frame.ts';

describe('keys', () => {
  it('belong to commands', async () => {
    const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]));
    await show(
      session,
      <>
        <Frame />
        <CanvasView />
      </>,
    );
    const ids = [FORMAT_COMMAND, ...session.commands.store.getState().commands.map(({ id }) => id)];
    const missing = Object.keys(SHORTCUTS).filter((id) => !ids.includes(id));
    expect(missing, `declare the command ${missing.join(', ')}, or take its key away`).toEqual([]);
  });

  it('run their commands', async () => {
    const { session, press } = await frame();
    renameSketch(session, 'lights');
    await press('z', { ctrlKey: true });
    expect(session.document.currentSketch().name).toBe('test');
    await press('y', { ctrlKey: true });
    expect(session.document.currentSketch().name).toBe('lights');
    await press('j', { ctrlKey: true });
    expect(session.layout.store.getState().dock).toBe(false);
  });

  it('are ignored for events without a key, which browsers send when they fill in a field', async () => {
    const { view } = await frame();
    const errors: unknown[] = [];
    window.addEventListener('error', ({ error }) => errors.push(error), { once: true });
    await view.change(() => void document.body.dispatchEvent(new Event('keydown', { bubbles: true })));
    expect(errors).toEqual([]);
  });

  it('that edit text belong to an input field while the user types', async () => {
    const { session, view, press } = await frame();
    renameSketch(session, 'lights');
    await press('z', { ctrlKey: true }, view.get('field', 'Sketch name'));
    expect(session.document.currentSketch().name).toBe('lights');
    await press('j', { ctrlKey: true }, view.get('field', 'Sketch name'));
    expect(session.layout.store.getState().dock).toBe(false);
  });
});

describe('keys typed while an editor is loading', () => {
  it('write code and do not edit the drawing', async () => {
    const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]));
    session.bodies.openBody({ kind: 'tasks', name: 'T1' });
    const [body] = session.bodies.store.getState().open;
    if (body === undefined) throw new Error('no open body');
    const field = createRef<HTMLTextAreaElement>();
    const view = await show(
      session,
      <>
        <Frame />
        <CanvasView />
        <PlainEditor body={body} member="body" field={field} onRetry={null} />
      </>,
    );
    const before = session.document.currentSketch();
    expect(document.activeElement).toBe(field.current);
    await pressAll(view, field.current);
    expect(session.document.currentSketch()).toBe(before);
    await view.type('Body of T1', 'tclbp();');
    expect(session.document.currentSketch()).toEqual({
      ...before,
      tasks: before.tasks.map((task) => ({ ...task, body: 'tclbp();' })),
    });
  });
});

describe('keys of the drawing', () => {
  it('act only while the drawing has the focus', async () => {
    const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]));
    const view = await show(
      session,
      <>
        <Frame />
        <CanvasView />
        <button type="button">elsewhere</button>
      </>,
    );
    expect(document.activeElement).toBe(view.container.querySelector('.canvas'));
    const before = session.document.currentSketch();
    session.selection.select([{ kind: 'tasks', name: 'T1' }]);
    await pressAll(view, view.get('button', 'elsewhere'));
    await pressAll(view, document.body);
    expect(session.document.currentSketch()).toBe(before);
    await pressAll(view, view.container.querySelector('.canvas'));
    expect(session.document.currentSketch()).not.toBe(before);
  });
});

function pressAll(view: Awaited<ReturnType<typeof show>>, target: Element | null): Promise<void> {
  return view.change(() => {
    for (const key of [...'abcdefghijklmnopqrstuvwxyz', 'Backspace', 'Delete']) {
      target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  });
}
