import { expect, it } from 'vitest';
import { newSketch } from './create.ts';
import { closeStep, type History, record, redo, redoLabel, startHistory, undo, undoLabel } from './history.ts';

const a = newSketch('a');
const b = newSketch('b');
const c = newSketch('c');
const d = newSketch('d');

it('undoes and redoes steps', () => {
  const history = record(record(startHistory(a), b, 'to b'), c, 'to c');
  expect(undoLabel(history)).toBe('to c');
  const back = undo(undo(history));
  expect(back.present).toBe(a);
  expect(undoLabel(back)).toBeNull();
  expect(redoLabel(back)).toBe('to b');
  expect(undo(back)).toBe(back);
  expect(redo(redo(back))).toEqual(history);
  expect(redo(history)).toBe(history);
});

it('drops undone steps when a new step is recorded', () => {
  const history = record(undo(record(startHistory(a), b, 'to b')), c, 'to c');
  expect(redoLabel(history)).toBeNull();
  expect(undo(history).present).toBe(a);
});

it('merges the changes of a drag into one step', () => {
  let history = record(startHistory(a), b, 'Change budget', 'drag 1');
  history = record(history, c, 'Change budget', 'drag 1');
  expect(undo(history).present).toBe(a);
  expect(redo(undo(history)).present).toBe(c);
  const after = record(closeStep(history), d, 'Change budget', 'drag 1');
  expect(undo(after).present).toBe(c);
  expect(undo(record(history, d, 'Change budget', 'drag 2')).present).toBe(c);
});

it('does not merge into a step that was recorded before an undo', () => {
  const history = record(record(startHistory(a), b, 'x', 'k'), c, 'y', 'l');
  expect(undo(record(undo(history), d, 'x', 'k')).present).toBe(b);
});

it('ignores unchanged sketches, and limits the number of steps', () => {
  let history: History = startHistory(a);
  expect(record(history, a, 'nothing')).toBe(history);
  for (let i = 0; i < 1_000; i++) history = record(history, newSketch(`s${i}`), 'step');
  expect(history.past).toHaveLength(500);
});
