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
  const view = await show(session, <BoardView />);
  const label = (selector: string) =>
    view.container.querySelector(selector)?.getAttribute('aria-label')?.replace(/\s/g, ' ');
  return { session, view, label };
}

/** Waits until the pictures are loaded. */
async function drawn(changes: Partial<Sketch> = {}) {
  const made = await board(changes);
  const { view } = made;
  await view.until(() => expect(view.container.querySelector('.drawn-part')).not.toBeNull());
  const part = (name: string) => made.label(`[data-testid="part-${name}"] .part-face`);
  const range = (name: string) =>
    [...view.container.querySelectorAll<HTMLInputElement>('input[type="range"]')].find(
      (each) => each.getAttribute('aria-label') === name,
    ) as HTMLInputElement;
  return { ...made, part, range };
}

const runs = ({ run }: Session) =>
  run.store.setState({ phase: 'running', features: { pause: true, speedControl: true, pins: true } });
const inputs = ({ pins }: Session) => Object.fromEntries(pins.store.getState().inputs);
const out = (pin: string, duty: number) => ({ pin, direction: 'out', level: duty > 0 ? 1 : 0, duty }) as const;

const light = (part: string, brightness: number) => ({ part, view: { shows: 'light', brightness } }) as const;
const values = ({ pins }: Session) => Object.fromEntries(pins.store.getState().values);

describe('the drawn board', () => {
  it('lights an LED as bright as its pin drives it, and the board’s own LED with it', async () => {
    const { session, view, part } = await drawn();
    const own = () => view.container.querySelector<HTMLElement>('[data-testid="light-L"]')?.style.opacity;
    expect(part('Lamp')).toBe('Lamp is dark');
    await view.change(() => {
      runs(session);
      session.pins.updatePins([out('13', 1)]);
      session.pins.updateViews([light('Lamp', 1)]);
    });
    expect(part('Lamp')).toBe('Lamp is lit');
    expect(own()).toBe('1');
    await view.change(() => {
      session.pins.updatePins([out('13', 0.25)]);
      session.pins.updateViews([light('Lamp', 0.25)]);
    });
    expect(part('Lamp')).toBe('Lamp is lit at 25 %');
    expect(own()).toBe('0.25');
    await view.change(session.pins.clearPins);
    expect(part('Lamp')).toBe('Lamp is dark');
  });

  it('wires each part to its pin', async () => {
    const { view } = await drawn();
    const wires = [...view.container.querySelectorAll('[data-testid^="wire-"]')];
    expect(wires.map((wire) => wire.getAttribute('data-testid'))).toEqual(['wire-Lamp-13', 'wire-Key-2']);
    for (const wire of wires) expect(wire.getAttribute('d')).toMatch(/^M [\d.]+ [\d.]+ L .* Q /);
  });

  it('presses a button while a key is held, in a running program', async () => {
    const { session, view } = await drawn();
    const key = () => view.get('button', 'Press Key');
    expect(key()).toHaveProperty('disabled', true);
    expect(key()).toHaveProperty('title', 'Run the program to press Key.');
    await view.change(() => runs(session));
    const send = (type: string) =>
      view.change(() => void key().dispatchEvent(new KeyboardEvent(type, { key: ' ', bubbles: true })));
    await send('keydown');
    expect(values(session)).toEqual({ Key: 1 });
    expect(key().getAttribute('aria-pressed')).toBe('true');
    await send('keyup');
    expect(values(session)).toEqual({ Key: 0 });
  });

  it('turns a potentiometer, and says its voltage', async () => {
    const { session, view, range } = await drawn({
      parts: [newPart('Dial', 'potentiometer', { pins: { wiper: 'A0' } })],
    });
    expect(range('Turn Dial').value).toBe('50');
    await view.change(() => {
      const knob = range('Turn Dial');
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      setter?.call(knob, '100');
      knob.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(values(session)).toEqual({ Dial: 100 });
    expect(range('Turn Dial').getAttribute('aria-valuetext')?.replace(/\s/g, ' ')).toBe('5.00 V');
  });

  it('keeps the position of a slide switch', async () => {
    const { session, view } = await drawn({ parts: [newPart('Way', 'slide-switch', { pins: { common: '4' } })] });
    expect(view.get('button', 'Switch Way').getAttribute('aria-checked')).toBe('false');
    await view.press('button', 'Switch Way');
    expect(values(session)).toEqual({ Way: 1 });
    expect(view.get('button', 'Switch Way').getAttribute('aria-checked')).toBe('true');
  });

  it('says in words what each part shows', async () => {
    const { session, view, part } = await drawn({
      parts: [
        newPart('Arm', 'servo', { pins: { signal: '9' } }),
        newPart('Mix', 'rgb-led', { pins: { red: '3', green: '5', blue: '6' } }),
        newPart('Horn', 'buzzer', { pins: { signal: '8' } }),
        newPart('Text', 'lcd', { pins: { rs: '12' } }),
        newPart('Strip', 'led-strip', { pins: { data: '4' }, pixels: 3 }),
        newPart('Digit', 'seven-segment', { pins: { a: '7', b: 'A0' } }),
      ],
    });
    expect(part('Arm')).toBe('Arm is at 90°, not driven');
    expect(part('Mix')).toBe('Mix is dark');
    expect(part('Text')).toBe('Text is empty');
    await view.change(() => {
      session.pins.updateViews([
        { part: 'Arm', view: { shows: 'angle', degrees: 45.2, driven: true } },
        { part: 'Mix', view: { shows: 'colour', red: 1, green: 0.5, blue: 0 } },
        { part: 'Horn', view: { shows: 'tone', hertz: 440 } },
        { part: 'Digit', view: { shows: 'segments', segments: [1, 0, 0, 0.02, 0, 0, 0, 1] } },
        { part: 'Strip', view: { shows: 'pixels', pixels: [0xff0000, 0, 0x00ff00] } },
        {
          part: 'Text',
          view: {
            shows: 'text',
            on: true,
            characters: [...'Hello           world           '].map((letter) => letter.charCodeAt(0)),
            glyphs: [],
            cursor: null,
            blink: null,
          },
        },
      ]);
    });
    expect(part('Arm')).toBe('Arm is at 45°');
    expect(part('Mix')).toBe('Mix is lit: red 100 %, green 50 %, blue 0 %');
    expect(part('Horn')).toBe('Horn sounds at 440 Hz');
    expect(part('Text')).toBe('Text shows “Hello / world”');
    expect(part('Strip')).toBe('Strip: 2 of 3 LEDs are lit');
    expect(part('Digit')).toBe('Digit shows a, point');
  });

  it('draws the characters of an LCD, its own ones, the cursor, and nothing while it is off', async () => {
    const { session, view, part } = await drawn({ parts: [newPart('Text', 'lcd', { pins: { rs: '12' } })] });
    const text = {
      shows: 'text' as const,
      on: true,
      characters: [2, ...[...'Hi'].map((letter) => letter.charCodeAt(0)), ...Array.from({ length: 29 }, () => 32)],
      glyphs: Array.from({ length: 64 }, (_, row) => (row >= 16 && row < 24 ? 0b10000 : 0)),
      cursor: { column: 3, row: 0 },
      blink: null,
    };
    const shown = () =>
      view.container.querySelector('wokwi-lcd1602') as unknown as Record<string, unknown> & { font: Uint8Array };
    await view.change(() => session.pins.updateViews([{ part: 'Text', view: text }]));
    expect(part('Text')).toBe('Text shows “▢Hi / ”, cursor in line 1, column 4');
    expect(shown()).toMatchObject({ cursor: true, blink: false, cursorX: 3, cursorY: 0 });
    expect([...shown().font.slice(16, 24)]).toEqual(Array.from({ length: 8 }, () => 1));
    await view.change(() => session.pins.updateViews([{ part: 'Text', view: { ...text, on: false, cursor: null } }]));
    expect(part('Text')).toBe('Text shows “▢Hi / ”, the display is off');
    expect(shown()).toMatchObject({ characters: new Uint8Array(), cursor: false, blink: false });
  });

  it('offers pins that can do it for a part without a wire', async () => {
    const { session, view } = await drawn({
      parts: [newPart('Loose', 'potentiometer'), newPart('Lamp', 'led', { pins: { anode: '13' } })],
    });
    const list = view.get('list', 'Wire wiper of Loose to a pin') as HTMLSelectElement;
    expect([...list.options].slice(1).map(({ value }) => value)).toEqual(['A0', 'A1', 'A2', 'A3', 'A4', 'A5']);
    await view.choose('Wire wiper of Loose to a pin', 'Pin A2');
    expect(session.document.currentSketch().parts[0]?.pins).toEqual({ wiper: 'A2' });
    expect(view.all('list')).toEqual([]);
  });

  it('names a pin with its level, and drives a free input', async () => {
    const { session, view, label } = await drawn();
    const pin = (name: string) => `[data-testid="drawn-pin-${name}"]`;
    expect(label(pin('13'))).toBe('Pin 13, Lamp');
    expect(label(pin('0'))).toBe('Pin 0, serial line');
    await view.change(() => {
      runs(session);
      session.pins.updatePins([out('13', 0.5), { pin: '7', direction: 'in', level: 0, duty: 0 }]);
    });
    expect(label(pin('13'))).toBe('Pin 13, output 50 %, Lamp');
    await view.press('button', 'Pin 7, input low. Drive high');
    expect(inputs(session)['7']).toEqual({ kind: 'digital', level: 1 });
  });

  it('is one stop of the Tab key, and arrow keys go from pin to pin', async () => {
    const { view } = await drawn();
    const stops = () => [...view.container.querySelectorAll<HTMLElement>('.drawn-pin[tabindex="0"]')];
    expect(stops()).toHaveLength(1);
    await view.change(() => {
      stops()[0]?.focus();
      stops()[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
    });
    expect(document.activeElement).toHaveProperty('dataset.pin', '0');
    expect(stops()).toEqual([document.activeElement]);
  });
});

describe('the view of the drawn board', () => {
  const zoomed = async () => {
    const made = await drawn();
    const panel = made.view.container.querySelector('.drawn-board') as HTMLElement;
    const shown = () => made.view.container.querySelector<HTMLElement>('.drawn-scene')?.style.transform ?? '';
    const zoom = () => Number(/scale\((.*)\)/.exec(shown())?.[1]);
    const send = (event: Event, target: Element = panel) => made.view.change(() => void target.dispatchEvent(event));
    const key = (name: string, target: Element = panel) =>
      send(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }), target);
    return { ...made, panel, shown, zoom, send, key };
  };

  it('is zoomed by buttons and keys, and shows all again', async () => {
    const { view, zoom, shown, key } = await zoomed();
    const first = shown();
    const fit = zoom();
    await view.press('button', 'Enlarge the board');
    expect(zoom()).toBeCloseTo(fit * 1.25);
    await view.press('button', 'Shrink the board');
    expect(zoom()).toBeCloseTo(fit);
    await key('+');
    await key('+');
    expect(zoom()).toBeCloseTo(fit * 1.25 ** 2);
    await key('-');
    expect(zoom()).toBeCloseTo(fit * 1.25);
    await key('ArrowLeft');
    const before = shown();
    await key('ArrowRight');
    expect(shown()).not.toBe(before);
    await key('0');
    expect(shown()).toBe(first);
    await key('+');
    await view.press('button', 'Show the whole board');
    expect(shown()).toBe(first);
  });

  it('is moved by the wheel and the pointer, and zoomed by the wheel with Ctrl', async () => {
    const { panel, zoom, shown, send } = await zoomed();
    // A wheel event of happy-dom has no keys and no position.
    const wheel = (deltaY: number, ctrlKey: boolean) =>
      Object.assign(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true }), {
        ctrlKey,
        clientX: 50,
        clientY: 50,
      });
    const fit = zoom();
    const turned = wheel(-100, true);
    await send(turned);
    expect(turned.defaultPrevented).toBe(true);
    expect(zoom()).toBeGreaterThan(fit);
    const [before, atZoom] = [shown(), zoom()];
    await send(wheel(30, false));
    expect(shown()).not.toBe(before);
    expect(zoom()).toBe(atZoom);
    const pointer = (type: string, clientX: number) =>
      new PointerEvent(type, { clientX, clientY: 10, button: 0, bubbles: true });
    const moved = shown();
    await send(pointer('pointerdown', 10), panel);
    await send(pointer('pointermove', 40), panel);
    await send(pointer('pointerup', 40), panel);
    const dragged = shown();
    expect(dragged).not.toBe(moved);
    await send(pointer('pointermove', 90), panel);
    expect(shown()).toBe(dragged);
  });

  it('stays while a part is pressed or turned, and is kept by the session', async () => {
    const { session, view, shown, send, key } = await zoomed();
    await view.change(() => runs(session));
    await key('+');
    const before = shown();
    const button = view.get('button', 'Press Key');
    const pointer = (type: string, clientX: number) =>
      new PointerEvent(type, { clientX, clientY: 10, button: 0, bubbles: true });
    await send(pointer('pointerdown', 10), button);
    expect(values(session)).toEqual({ Key: 1 });
    await send(pointer('pointermove', 60), button);
    await send(pointer('pointerup', 60), button);
    expect(values(session)).toEqual({ Key: 0 });
    expect(shown()).toBe(before);
    await view.unmount();
    const again = await show(session, <BoardView />);
    await again.until(() =>
      expect(again.container.querySelector<HTMLElement>('.drawn-scene')?.style.transform).toBe(before),
    );
  });
});

describe('the table of pins', () => {
  it('drives free inputs of a running program, but no outputs', async () => {
    const { session, view } = await drawn();
    await view.press('button', 'Show the table of pins');
    expect(view.all('button', /^Drive/)).toEqual([]);
    await view.change(() => {
      runs(session);
      session.pins.updatePins([out('5', 0)]);
    });
    expect(view.all('button', /^Drive pin (5|13) /)).toEqual([]);
    await view.press('button', /^Drive pin 7 high/);
    expect(inputs(session)['7']).toEqual({ kind: 'digital', level: 1 });
    await view.press('button', /^Drive pin 7 low/);
    expect(inputs(session)['7']).toEqual({ kind: 'digital', level: 0 });
    await view.press('button', 'Show the drawing');
    await view.until(() => expect(view.container.querySelector('.drawn-part')).not.toBeNull());
  });
});

describe('other boards', () => {
  it('are an outline with a sentence when they have no pins', async () => {
    const { view } = await board({ board: 'host', parts: [] });
    expect(view.text()).toContain('This virtual board has no pins for parts.');
    expect(view.container.querySelector('.drawn-board')).toBeNull();
  });

  it('are reported when they are unknown', async () => {
    const { view } = await board({ board: 'dodo' });
    expect(view.text()).toContain('The board “dodo” is unknown.');
  });
});

describe('the sound of a buzzer', () => {
  it('is off at first, can be switched on, and the choice is kept', async () => {
    const { session, view } = await drawn({ parts: [newPart('Horn', 'buzzer', { pins: { signal: '8' } })] });
    await view.press('button', 'Let the buzzer sound');
    expect(session.settings.store.getState().settings.sound).toBe(true);
    await view.press('button', 'Mute the buzzer');
    expect(session.settings.store.getState().settings.sound).toBe(false);
  });
});
