// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { uno } from '../../../../generator/boards/uno/index.ts';
import { newPart } from '../../../../generator/sketch/create.ts';
import { fitOf, layOutScene } from './board-scene.ts';
import { boardNeeds, nameHeight, partNeeds } from './part-needs.ts';
import { READABLE } from './zooming.ts';

/** The panel of the board in a window of 1280 × 720 pixels. */
const PANEL = { width: 306, height: 170 };

it('gives a name as much space on the screen on a small drawing as on a large one', () => {
  const part = newPart('Answer 12', 'led', { pins: { anode: '12' } });
  for (const zoom of [READABLE, 0.6, 1]) {
    const { above, leastWidth } = partNeeds(part, zoom);
    expect(above * zoom).toBeGreaterThanOrEqual(13);
    expect(leastWidth * zoom).toBeGreaterThanOrEqual(6 * part.name.length);
    expect(nameHeight(zoom)).toBe(above);
  }
});

it('fits ten LEDs into the panel of the smallest window, with readable names', () => {
  const around = boardNeeds(
    'arduino-uno',
    uno.pins.map(({ name }) => name),
  );
  const parts = Array.from({ length: 10 }, (_, index) =>
    partNeeds(newPart(`LED ${index}`, 'led', { pins: { anode: String(index + 2) } }), READABLE),
  );
  expect(fitOf(layOutScene(PANEL, around, parts), PANEL)).toBeGreaterThanOrEqual(READABLE);
});
