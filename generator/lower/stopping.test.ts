import { describe, expect, it } from 'vitest';
import { uno } from '../boards/uno/index.ts';
import { effectsOfStop } from '../sketch/code/unfinished.ts';
import { newSketch, newTask } from '../sketch/create.ts';
import type { TargetName } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { lower } from './lower.ts';

const messages = (body: string, target: TargetName = 'preemptive', over: object = {}) =>
  lower(
    newSketch('x', { target, tasks: [newTask('a', { exhaustion: 'stop', body, ...over })] }),
    uno,
    targetById(target),
  )
    .diagnostics.map(({ pointer, message, severity }) => `${severity} ${pointer} ${message}`)
    .filter((line) => /stop/.test(line));

describe('a body that is stopped', () => {
  it('is no problem if nothing in it stays unfinished', () => {
    expect(messages('x = x + 1; // a String of new Serial')).toEqual([]);
  });

  it.each([
    ['String s = "x";', /destructor of String/],
    ['int *p = new int[3];', /Memory from new/],
    ['p = malloc(3);', /Memory from malloc/],
    ['Wire.beginTransmission(3);', /transfer of Wire/],
    ['int v = analogRead(A0);', /analogRead\(\)/],
    ['Serial.println("on");', /Text of Serial/],
  ])('names what %j leaves unfinished', (body, effect) => {
    const [found, ...others] = messages(body);
    expect(found).toMatch(/^warning \/tasks\/0\/body /);
    expect(found).toMatch(effect);
    expect(others).toEqual([]);
  });

  it('names several things in one message', () => {
    expect(effectsOfStop('String s; Serial.print(s);')).toHaveLength(2);
    expect(messages('String s; Serial.print(s);')).toHaveLength(1);
  });

  it('is not checked if its job is only reported', () => {
    expect(messages('String s;', 'preemptive', { exhaustion: 'background' })).toEqual([]);
  });
});

it.each([
  ['superloop', /only reported/],
  ['freertos', /waits until/],
] as const)('warns that the target %s cannot stop a job', (target, message) => {
  const [found] = messages('x++;', target);
  expect(found).toMatch(message);
  expect(found).toMatch(/^warning/);
});
