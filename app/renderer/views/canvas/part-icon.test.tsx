// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { newPart, newSketch } from '../../../../generator/sketch/create.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { PartIcon } from './part-icon.tsx';

async function icon(part: Part) {
  const session = testSession(newSketch('s', { parts: [part] }));
  const view = await show(session, <PartIcon part={part} />);
  const values = () => Object.fromEntries(session.pins.store.getState().values);
  const run = () =>
    view.change(() =>
      session.run.store.setState({ phase: 'running', features: { pause: true, speedControl: true, pins: true } }),
    );
  return { session, view, values, run };
}

describe('a part on the canvas', () => {
  it('lights an LED in its colour', async () => {
    const { session, view } = await icon(newPart('Lamp', 'led', { color: 'blue', pins: { anode: '13' } }));
    const light = () => view.container.querySelector<HTMLElement>('.small-icon');
    expect(light()?.dataset.lit).toBe('false');
    await view.change(() => session.pins.updateViews([{ part: 'Lamp', view: { shows: 'light', brightness: 0.4 } }]));
    expect(light()?.dataset.lit).toBe('true');
    expect(light()?.style.getPropertyValue('--lit')).toBe('0.4');
    expect(light()?.style.getPropertyValue('--light')).toBe('#7fb0ff');
  });

  it('is pressed with a key while a program runs', async () => {
    const { view, values, run } = await icon(newPart('Key', 'button', { pins: { a: '2' } }));
    const key = () => view.get('button', 'Press Key');
    expect(key()).toHaveProperty('disabled', true);
    await run();
    await view.change(() => void key().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
    expect(values()).toEqual({ Key: 1 });
    await view.change(() => void key().dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true })));
    expect(values()).toEqual({ Key: 0 });
  });

  it('points a knob to its position', async () => {
    const { session, view } = await icon(newPart('Dial', 'potentiometer', { pins: { wiper: 'A0' } }));
    const mark = () => view.container.querySelector('.knob-mark')?.getAttribute('transform');
    expect(mark()).toBe('rotate(0 15 15)');
    await view.change(() => session.run.setPart('Dial', 100));
    expect(mark()).toBe('rotate(135 15 15)');
  });

  it('switches a slide switch', async () => {
    const { view, values } = await icon(newPart('Way', 'slide-switch', { pins: { common: '4' } }));
    await view.press('button', 'Switch Way');
    expect(values()).toEqual({ Way: 1 });
    expect(view.get('button', 'Switch Way').getAttribute('aria-checked')).toBe('true');
  });
});
