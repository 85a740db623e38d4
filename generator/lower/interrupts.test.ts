import { describe, expect, it } from 'vitest';
import { mps2An385 } from '../boards/mps2-an385.ts';
import { uno } from '../boards/uno.ts';
import { newInterrupt, newSketch, newTask } from '../sketch/create.ts';
import type { Interrupt, Sketch } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { lower } from './lower.ts';
import { traceMetadata } from './metadata.ts';

const tasks = [newTask('slow', { periodUs: 50_000 }), newTask('fast', { periodUs: 1_000, budgetUs: 10 })];
const lowered = (interrupts: readonly Interrupt[], over: Partial<Sketch> = {}, board = uno) =>
  lower(newSketch('x', { tasks, interrupts, ...over }), board, targetById('superloop'));
const messages = (interrupts: readonly Interrupt[], over: Partial<Sketch> = {}, board = uno) =>
  lowered(interrupts, over, board).diagnostics.map(({ pointer, message }) => `${pointer} ${message}`);

describe('interrupts', () => {
  const own = newInterrupt('own', '2', { topHalfUs: 5, bottomHalfUs: 15, mode: 'low', body: 'handle();' });
  const first = { ...own, name: 'shares', pin: 'A5', ioBudgetUs: null, ioPeriodUs: null, mode: 'change' as const };
  const second = { ...first, name: 'half', pin: '7', handlerBudgetUs: 0, topHalfUs: 0, bottomHalfUs: 0 };
  const off = newInterrupt('off', '3', { ioBudgetUs: 0 });
  const ioServer = { budgetUs: 1_000, periodUs: 20_000 };
  const { program } = lowered([own, first, second, off], { ioServer });

  it('have a server each, or share the last', () => {
    expect(program?.ioServers).toEqual([
      { budgetTicks: 400, periodTicks: 20_000 },
      { budgetTicks: 0, periodTicks: 20_000 },
      { budgetTicks: 2_000, periodTicks: 40_000 },
    ]);
    expect(program?.interrupts.map(({ server }) => server)).toEqual([0, 2, 2, 1]);
  });

  it('have the line of their pin, and at least one tick of cost', () => {
    expect(program?.interrupts.map(({ line }) => line)).toEqual([0, 21, 9, 1]);
    expect(program?.interrupts.map(({ costTicks }) => costTicks)).toEqual([40, 40, 1, 1]);
  });

  it('with a handler are sporadic tasks after the others, also in telemetry', () => {
    expect(program?.interrupts.map(({ handler }) => handler)).toEqual([2, 3, null, 4]);
    expect(program?.tasks.map(({ name }) => name)).toEqual(['slow', 'fast', 'own', 'shares', 'off']);
    expect(program?.tasks[2]).toMatchObject({
      kind: 'sporadic',
      element: 'interrupt',
      periodTicks: 20_000,
      deadlineTicks: 20_000,
      budgetTicks: 2_000,
      rank: 1,
      body: { text: 'handle();', origin: 'interrupt:own/body' },
    });
    const { objects } = traceMetadata(newSketch('x', { tasks, interrupts: [second, own] }), uno);
    expect(objects.map((object) => `${object.class} ${object.index} ${object.name}`)).toEqual([
      ...['task 0 slow', 'task 1 fast', 'task 2 own'],
      ...['interrupt 0 half', 'interrupt 1 own'],
    ]);
    expect(objects[2]).toMatchObject({ periodNs: 10_000_000, offsetNs: null, budgetNs: 1_000_000 });
  });

  it('without one run their code in the bottom half', () => {
    expect(program?.interrupts.map(({ bottomHalf }) => bottomHalf.text)).toEqual(['', '', 'handle();', '']);
  });

  it('that nothing limits have no server', () => {
    const { program: free } = lowered([first]);
    expect(free).toMatchObject({ ioServers: [], interrupts: [{ server: null }] });
  });
});

describe('what an interrupt cannot be', () => {
  const button = newInterrupt('button', '2');

  it('a pin or source that the board has not, with those that it has', () => {
    const source = { ...button, pin: null, source: 'timer3' };
    expect(messages([source])).toEqual([
      '/interrupts/0/source Interrupt "button", source: Arduino Uno has no source "timer3". Did you mean "timer2"?',
    ]);
    expect(messages([{ ...source, source: 'adc' }], {}, mps2An385)[0]).toContain('It has timer1, dualtimer.');
    expect(messages([{ ...source, source: 'adc' }], {}, { ...uno, interruptSources: [] })[0]).toContain('Choose a pin');
    expect(messages([{ ...button, pin: 'D2' }])).toEqual([
      '/interrupts/0/pin Interrupt "button", pin: Arduino Uno has no pin "D2". Did you mean "2"?',
    ]);
  });

  it('on a pin that makes none, or cannot tell what is asked for', () => {
    const deaf = { ...uno, pins: uno.pins.map((pin) => (pin.name === '2' ? { ...pin, interruptLine: null } : pin)) };
    expect(messages([button], {}, deaf)[0]).toMatch(
      /pin 2 of Arduino Uno makes no interrupts\. Choose one of: 0, 1, 3/,
    );
    expect(messages([{ ...button, pin: '7', mode: 'low' }])[0]).toMatch(
      /pin 7 .* cannot tell "low"\. Choose rising or falling or change, or pin 2 or 3\.$/,
    );
  });

  it('the second one on a pin', () => {
    expect(messages([button, { ...button, name: 'again' }])).toEqual([
      '/interrupts/1/pin Interrupt "again", pin: "button" has it already. Choose another, or join the two.',
    ]);
  });

  it('longer than its budget', () => {
    const long = { ...button, topHalfUs: 100, bottomHalfUs: 150 };
    expect(messages([long])[0]).toMatch(/^\/interrupts\/0\/ioBudgetUs .*200 µs have no room .* take 250 µs/);
    const shared = { ...long, ioBudgetUs: null, ioPeriodUs: null };
    expect(messages([shared], { ioServer: { budgetUs: 1, periodUs: 9 } })[0]).toMatch(/^\/ioServer\/budgetUs /);
    expect(messages([{ ...long, ioBudgetUs: 0 }])).toEqual([]);
  });

  it('one too many', () => {
    const many = Array.from({ length: 31 }, (_, n) => newTask(`t${n}`));
    expect(messages([button], { tasks: many })).toEqual([]);
    expect(messages([button], { tasks: [...many, newTask('more')] })[0]).toMatch(/found 33 with the handlers/);
  });
});
