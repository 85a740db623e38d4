import { expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Task } from '../../../../generator/sketch/model.ts';
import { isDrawnAlike } from './drawn-sketch.ts';

it('a sketch is drawn alike until a name, a place or a wire changes', () => {
  const [first, second] = [newTask('A', { position: { x: 1, y: 2 } }), newTask('B')];
  const before = newSketch('s', { tasks: [first, second], channels: [newChannel('C', { writer: 'A' })] });
  const withFirst = (values: Partial<Task>) => ({ ...before, tasks: [{ ...first, ...values }, second] });
  expect(isDrawnAlike(before, { ...before, name: 'other', prelude: 'int x;' })).toBe(true);
  expect(isDrawnAlike(before, withFirst({ budgetUs: 5, body: 'x();', position: { x: 1, y: 2 } }))).toBe(true);
  expect(isDrawnAlike(before, withFirst({ name: 'Z' }))).toBe(false);
  expect(isDrawnAlike(before, withFirst({ position: { x: 1, y: 3 } }))).toBe(false);
  expect(isDrawnAlike(before, withFirst({ position: null }))).toBe(false);
  expect(isDrawnAlike(before, { ...before, tasks: [second, first] })).toBe(false);
  expect(isDrawnAlike(before, { ...before, tasks: [first] })).toBe(false);
  expect(isDrawnAlike(before, { ...before, channels: [newChannel('C', { writer: 'B' })] })).toBe(false);
});
