import { describe, expect, it } from 'vitest';
import { uno } from '../boards/uno/index.ts';
import { effectsOfStop } from '../sketch/code/unfinished.ts';
import { newInterrupt, newSketch, newTask } from '../sketch/create.ts';
import type { TargetName } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { lower } from './lower.ts';

const messages = (body: string, target: TargetName = 'preemptive', over: object = {}, more: object = {}) =>
  lower(
    newSketch('x', { target, tasks: [newTask('a', { exhaustion: 'stop', body, ...over })], ...more }),
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

  it.each([
    ['a shared function', 'void say() { Serial.print(1); } void twice() { say(); }', 'twice();', 'In say(): Text of'],
    ['a destructor', 'struct Guard { Guard() {} ~Guard() { x = 0; } };', 'Guard g;', 'The destructor of Guard'],
    [
      'a destructor in a function',
      'class A { ~A(); }; int f() { A a; return 1; }',
      'f();',
      'In f(): The destructor of A',
    ],
    ['a static variable', 'struct P { P(int); };', 'static P pid(3);', 'constructor of the static variable pid'],
    ['a library', '#include <Display.h>\nDisplay screen(128, 64);', 'screen.clear();', 'A call of screen'],
    ['a pointer to one', 'Display *made(); Display other;', 'other.clear();', 'A call of other'],
  ])('names %s', (_, prelude, body, effect) => {
    expect(effectsOfStop(body, prelude)).toEqual([expect.stringContaining(effect)]);
  });

  it.each([
    ['enum Mode { ON, OFF }; Mode mode = ON;', 'static Mode last = ON; mode = last;'],
    ['struct Point { int x; int y; }; Point at;', 'static Point old; at.x = old.x;'],
    ['int count; void f(int n) { count = n; }', 'static int calls = 0; static const uint8_t most = 3; f(calls);'],
    ['void unused() { Serial.print(1); }', 'x++;'],
  ])('finds nothing in %j', (prelude, body) => {
    expect(effectsOfStop(body, prelude)).toEqual([]);
  });

  it('is the code of a handler, too', () => {
    const interrupts = [newInterrupt('edge', '2', { handlerExhaustion: 'stop', body: 'String s = "x";' })];
    const found = messages('x++;', 'preemptive', { exhaustion: 'background' }, { interrupts });
    expect(found).toContainEqual(expect.stringMatching(/^warning \/interrupts\/0\/body .*destructor of String/));
  });

  it('is not checked if its job is only reported', () => {
    expect(messages('String s;', 'preemptive', { exhaustion: 'background' })).toEqual([]);
  });
});

describe('beside a task that is stopped', () => {
  const warnings = (over: object) =>
    lower(newSketch('x', { target: 'preemptive', ...over }), uno, targetById('preemptive'))
      .diagnostics.filter(({ message }) => message.includes('nothing stops'))
      .map(({ pointer, message }) => `${pointer} ${message}`);

  it('names what nothing stops', () => {
    const tasks = [
      newTask('plain'),
      newTask('a', { exhaustion: 'stop', budgetHandler: 'x++;', deadlineHandler: 'y++;' }),
      newTask('rest', { kind: 'background', periodUs: null, budgetUs: null }),
    ];
    const interrupts = [
      newInterrupt('edge', '2', { handlerBudgetUs: 100, body: 'z++;' }),
      newInterrupt('line', '3', { handlerBudgetUs: 0, body: 'z++;' }),
    ];
    expect(warnings({ tasks, interrupts })).toEqual([
      '/tasks/1/exhaustion Task "a", exhaustion: nothing stops task "plain", the handler of "edge", the budget handler of "a", the deadline handler of "a", the bottom half of "line". If one of them does not end in time, it delays all less urgent jobs.',
    ]);
  });

  it('names the handler of an interrupt only if its jobs are not stopped', () => {
    const tasks = [newTask('plain')];
    const stopped = newInterrupt('edge', '2', { handlerExhaustion: 'stop', body: 'z++;' });
    expect(warnings({ tasks, interrupts: [stopped] })).toEqual([
      '/interrupts/0/handlerExhaustion Interrupt "edge", handlerExhaustion: nothing stops task "plain". If one of them does not end in time, it delays all less urgent jobs.',
    ]);
    expect(warnings({ tasks: [newTask('a', { exhaustion: 'stop' })], interrupts: [stopped] })).toEqual([]);
  });

  it('says nothing if all can be stopped, or none is', () => {
    expect(warnings({ tasks: [newTask('a', { exhaustion: 'stop' })] })).toEqual([]);
    expect(warnings({ tasks: [newTask('a'), newTask('b')] })).toEqual([]);
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

it('warns that the target cannot stop the job of a handler', () => {
  const interrupts = [newInterrupt('edge', '2', { handlerExhaustion: 'stop' })];
  const [found] = messages('x++;', 'freertos', { exhaustion: 'background' }, { interrupts });
  expect(found).toMatch(/^warning \/interrupts\/0(\/handlerExhaustion)? .*waits until/);
});
