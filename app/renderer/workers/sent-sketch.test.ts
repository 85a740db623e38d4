import { expect, it } from 'vitest';
import { newSketch, newTask } from '../../../generator/sketch/create.ts';
import { updateElement } from '../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { SketchReceiver, SketchSender } from './sent-sketch.ts';

const sketch = newSketch('s', { tasks: ['a', 'b', 'c'].map((name) => newTask(name)), prelude: 'int x;' });

function edited(before: Sketch, name: string, budgetUs: number): Sketch {
  const result = updateElement(before, 'tasks', name, { budgetUs });
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.sketch;
}

function line() {
  const [sender, receiver] = [new SketchSender(), new SketchReceiver()];
  const sent: { elements: number }[] = [];
  return {
    sender,
    sent,
    pass(each: Sketch): Sketch {
      const message = sender.send(each);
      sent.push({ elements: message.added.length });
      return receiver.receive(structuredClone(message));
    },
  };
}

it('an edit sends the one element that it changed', () => {
  const { pass, sent } = line();
  expect(pass(sketch)).toEqual(sketch);
  const next = edited(sketch, 'b', 1234);
  expect(pass(next)).toEqual(next);
  expect(pass(sketch)).toEqual(sketch);
  expect(pass(sketch)).toEqual(sketch);
  expect(sent.map(({ elements }) => elements)).toEqual([3, 1, 1, 0]);
});

it('keeps in the worker what an edit does not change', () => {
  const { pass } = line();
  const first = pass(sketch);
  const second = pass(edited(sketch, 'b', 1234));
  expect(second.tasks[0]).toBe(first.tasks[0]);
  expect(second.tasks[1]).not.toBe(first.tasks[1]);
});

it('sends elements that were removed and are back, and all of them after a message was lost', () => {
  const { pass, sender, sent } = line();
  pass(sketch);
  pass({ ...sketch, tasks: sketch.tasks.slice(1) });
  expect(pass(sketch)).toEqual(sketch);
  sender.send(edited(sketch, 'a', 77));
  sender.forget();
  expect(pass(sketch)).toEqual(sketch);
  expect(sent.map(({ elements }) => elements)).toEqual([3, 0, 1, 3]);
});
