// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { newPart, newSketch } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { Session } from '../../state/session/session.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { BoardView } from './board-view.tsx';

const SKETCH = newSketch('s', {
  board: 'uno',
  parts: [
    newPart('Lamp', 'led', { pins: { anode: '13' } }),
    newPart('Key', 'button', { pins: { contact: '2' } }),
    newPart('Loose', 'led'),
  ],
});

async function board(changes: Partial<Sketch> = {}) {
  const session = testSession({ ...SKETCH, ...changes });
  return { session, view: await show(session, <BoardView />) };
}

const runs = ({ run }: Session) =>
  run.store.setState({ phase: 'running', features: { pause: true, speedControl: true, pins: true } });
const inputs = ({ pins }: Session) => Object.fromEntries(pins.store.getState().inputs);

describe('the virtual board', () => {
  it('shows the state of each pin, and lights the LED that is connected to it', async () => {
    const { session, view } = await board();
    const lamp = () => view.container.querySelector('[data-testid="part-Lamp"] .led')?.getAttribute('aria-label');
    expect(lamp()).toBe('Lamp is dark');
    await view.change(() => session.pins.updatePins([{ pin: '13', direction: 'out', level: 1, duty: 1 }]));
    expect(lamp()).toBe('Lamp is lit');
    await view.change(() => session.pins.updatePins([{ pin: '13', direction: 'out', level: 1, duty: 0.25 }]));
    expect(lamp()?.replace(/\s/g, ' ')).toBe('Lamp is lit at 25 %');
    await view.change(session.pins.clearPins);
    expect(lamp()).toBe('Lamp is dark');
  });

  it('drives free inputs of a running program, but no outputs', async () => {
    const { session, view } = await board();
    expect(view.all('button', /^Drive/)).toEqual([]);
    await view.change(() => {
      runs(session);
      session.pins.updatePins([{ pin: '5', direction: 'out', level: 0, duty: 0 }]);
    });
    expect(view.all('button', /^Drive pin (5|13) /)).toEqual([]);
    await view.press('button', 'Drive pin 7 high');
    expect(inputs(session)).toEqual({ '7': { kind: 'digital', level: 1 } });
    await view.press('button', 'Drive pin 7 low');
    expect(inputs(session)).toEqual({ '7': { kind: 'digital', level: 0 } });
  });

  it('pulls the pin of a button low while it is pressed, and releases it again', async () => {
    const { session, view } = await board();
    const key = () => view.get('button', 'Press Key');
    expect(key()).toHaveProperty('disabled', true);
    await view.change(() => runs(session));
    const send = (type: string) =>
      view.change(() => void key().dispatchEvent(new KeyboardEvent(type, { key: ' ', bubbles: true })));
    await send('keydown');
    expect(inputs(session)['2']).toEqual({ kind: 'digital', level: 0 });
    expect(key().getAttribute('aria-pressed')).toBe('true');
    await send('keyup');
    expect(inputs(session)['2']).toEqual({ kind: 'floating' });
  });

  it('sets a voltage on the pin of a potentiometer as soon as the part exists', async () => {
    const knob = newPart('Knob', 'potentiometer', { pins: { wiper: 'A0' } });
    const { session } = await board({ parts: [knob] });
    expect(inputs(session)).toEqual({ A0: { kind: 'analog', millivolts: 0 } });
  });

  it('reports a part without wires, and an unknown board', async () => {
    const { view } = await board();
    expect(view.container.querySelector('[data-testid="part-Loose"]')?.textContent).toContain('Not wired yet.');
    const unknown = await board({ board: 'dodo' });
    expect(unknown.view.text()).toContain('The board “dodo” is unknown.');
  });
});
