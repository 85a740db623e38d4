import { expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { placeOf } from './projected-dock.ts';

const DOCK = { width: 853, height: 423 };
const sketchAt = (...places: readonly (readonly [number, number])[]) =>
  newSketch('s', { tasks: places.map(([x, y], index) => newTask(`T${index}`, { position: { x, y } })) });

it('puts a drawing where it is larger', () => {
  expect(placeOf(sketchAt([0, 0], [0, 200], [0, 400], [240, 200]), DOCK)).toBe('beside');
  expect(placeOf(sketchAt([0, 0], [300, 0], [600, 0], [900, 0]), DOCK)).toBe('above');
});

it('puts a drawing that is at its largest in both places, and an empty one, beside the schedule', () => {
  expect(placeOf(sketchAt([0, 0]), { width: 3000, height: 2000 })).toBe('beside');
  expect(placeOf(newSketch('s'), DOCK)).toBe('beside');
});
