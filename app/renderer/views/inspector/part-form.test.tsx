// @vitest-environment happy-dom
/** The lists that wire the terminals of a part to pins. */
import { describe, expect, it } from 'vitest';
import { ESTIMATE } from '../../../../generator/sketch/budgets/budget-from.ts';
import { newPart, newSketch } from '../../../../generator/sketch/create.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { PartForm } from './part-form.tsx';

async function form(...parts: readonly [Part, ...Part[]]) {
  const session = testSession(newSketch('s', { board: 'uno', parts }));
  session.settings.changeSettings({ detail: 'full' });
  const view = await show(session, <PartForm name={parts[0].name} />);
  const options = (terminal: string) =>
    [...(view.get('list', terminal) as HTMLSelectElement).options].map(({ textContent }) => textContent);
  const pins = () => session.document.currentSketch().parts[0]?.pins;
  return { session, view, options, pins };
}

it('offers sample code whose task has an automatic budget', async () => {
  const { session, view } = await form(newPart('LED', 'led', { pins: { anode: '13' } }));
  await view.press('button', 'Blink LED');
  expect(session.document.currentSketch().tasks[0]).toMatchObject({ name: 'blink', budgetFrom: ESTIMATE });
});

describe('the pins of a part', () => {
  it('are listed for each terminal, with what they can do and which part uses them', async () => {
    const { options } = await form(
      newPart('Mix', 'rgb-led', { pins: { red: '9' } }),
      newPart('Key', 'button', { pins: { a: '2' } }),
    );
    expect(options('Red')).toContain('9~');
    expect(options('Green')).toContain('not wired');
    expect(options('Green')).toContain('2 · Key');
    expect(options('Green')).not.toContain('9~ · Mix');
  });

  it('are wired and unwired one by one, and undone', async () => {
    const { session, view, pins } = await form(newPart('Mix', 'rgb-led', { pins: { red: '9' } }));
    await view.choose('Green', '10~');
    expect(pins()).toEqual({ red: '9', green: '10' });
    await view.choose('Red', 'not wired');
    expect(pins()).toEqual({ green: '10' });
    await view.change(session.document.undo);
    expect(pins()).toEqual({ red: '9', green: '10' });
  });

  it.each([
    ['potentiometer', 'wiper', 'Wiper'],
    ['light-sensor', 'signal', 'Signal'],
  ] as const)('are analog pins for a %s, and the pin that it has', async (kind, terminal, label) => {
    const { options } = await form(newPart('Part', kind, { pins: { [terminal]: '7' } }));
    expect(options(label)).toEqual(['not wired', '7', 'A0', 'A1', 'A2', 'A3', 'A4', 'A5']);
  });

  it('are kept in their order when the kind changes, and a terminal without a pin is named', async () => {
    const { view, pins } = await form(newPart('Part', 'rgb-led', { pins: { red: '9', green: '10' } }));
    await view.choose('Kind', 'Ultrasonic sensor');
    expect(pins()).toEqual({ trigger: '9', echo: '10' });
    await view.choose('Kind', 'LCD 16×2');
    expect(pins()).toEqual({ rs: '9', e: '10' });
    expect(view.all('list', 'Data 4')).toHaveLength(1);
  });
});
