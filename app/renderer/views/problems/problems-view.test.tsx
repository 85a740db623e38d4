// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { newPart, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Diagnostic } from '../../../contract/builds.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { ProblemsView } from './problems-view.tsx';

const found = (changes: Partial<Diagnostic>): Diagnostic => ({
  severity: 'error',
  message: 'something',
  file: null,
  line: null,
  column: null,
  element: null,
  member: null,
  ...changes,
});

async function afterBuild(diagnostics: readonly Diagnostic[]) {
  const session = testSession(newSketch('s', { tasks: [newTask('Blink')] }));
  session.build.store.setState({ phase: diagnostics.length === 0 ? 'ok' : 'failed', diagnostics });
  return { session, view: await show(session, <ProblemsView />) };
}

describe('problems', () => {
  it('distinguish a build without problems from no build', async () => {
    const { session, view } = await afterBuild([]);
    expect(view.text()).toBe('The last build found no problems in your code.');
    await view.change(session.build.clearBuild);
    expect(view.text()).toBe('Problems that a build finds are listed here.');
  });

  it('are listed most severe first, each with its position', async () => {
    const { view } = await afterBuild([
      found({ severity: 'note', message: 'declared here', file: 'Arduino.h', line: 7 }),
      found({
        severity: 'warning',
        message: 'unused',
        element: { kind: 'task', name: 'Blink' },
        member: 'body',
        line: 3,
      }),
      found({
        message: 'expected ;',
        element: { kind: 'task', name: 'Blink' },
        member: 'budgetHandler',
        line: 2,
        column: 5,
      }),
    ]);
    expect(view.names('item')).toEqual([
      'expected ;Blink · budget handler · line 2:5',
      'unusedBlink · body · line 3',
      'declared hereArduino.h · line 7',
    ]);
  });

  it('open the code at the line, and select its element', async () => {
    const blink = { kind: 'task', name: 'Blink' } as const;
    const { session, view } = await afterBuild([found({ element: blink, member: 'setup', line: 4, column: 2 })]);
    await view.press('button', /^something/);
    expect(session.selection.currentSelection()).toEqual([{ kind: 'tasks', name: 'Blink' }]);
    expect(session.bodies.store.getState().reveal).toMatchObject({ member: 'setup', line: 4, column: 2 });
  });

  it('of the prelude open the prelude', async () => {
    const { session, view } = await afterBuild([
      found({ element: { kind: 'sketch', name: 's' }, member: 'prelude', line: 1 }),
    ]);
    await view.press('button', /^something/);
    expect(session.bodies.store.getState()).toMatchObject({ open: [{ owner: null }], reveal: { member: 'prelude' } });
  });

  it('of the sketch’s own members show its form, even if the inspector was hidden', async () => {
    const { session, view } = await afterBuild([found({ element: { kind: 'sketch', name: 's' }, member: 'board' })]);
    session.layout.toggleInspector();
    session.selection.select([{ kind: 'tasks', name: 'Blink' }]);
    await view.press('button', /^something/);
    expect(session.layout.store.getState().inspector).toBe(true);
    expect(session.selection.currentSelection()).toEqual([]);
  });

  it('of a deleted element do nothing', async () => {
    const { session, view } = await afterBuild([
      found({ element: { kind: 'task', name: 'Gone' }, member: 'body', line: 1 }),
    ]);
    await view.press('button', /^something/);
    expect(session.bodies.store.getState().open).toEqual([]);
    expect(session.layout.store.getState().wanted).toBeNull();
  });

  it('without an element show the output of the build', async () => {
    const { session, view } = await afterBuild([found({ message: 'region `text’ overflowed' })]);
    await view.press('button', /^region/);
    expect(session.layout.store.getState().wanted?.panel).toBe('build');
  });

  it('of wiring are listed before any build, and select their part', async () => {
    const parts = [
      newPart('Knob', 'potentiometer', { pins: { wiper: '7' } }),
      newPart('Lamp', 'led', { pins: { anode: '13' } }),
    ];
    const session = testSession(newSketch('s', { parts }));
    const view = await show(session, <ProblemsView />);
    expect(view.names('item')).toEqual([
      'Part "Knob", wiper: pin 7 does not work, because this needs an analog pin.Knob · wiper',
    ]);
    await view.press('button', /^Part "Knob"/);
    expect(session.selection.currentSelection()).toEqual([{ kind: 'parts', name: 'Knob' }]);
    await view.change(() =>
      session.document.edit('wire', (sketch) => ({
        ok: true,
        sketch: {
          ...sketch,
          parts: sketch.parts.map((part) => (part.name === 'Knob' ? { ...part, pins: { wiper: 'A0' } } : part)),
        },
      })),
    );
    expect(view.names('item')).toEqual([]);
  });
});
