import { describe, expect, it } from 'vitest';
import { admit } from '../analysis/admission.ts';
import { buildTaskSet } from '../analysis/task-set.ts';
import { BOARDS, boardOf } from '../boards/index.ts';
import { mps2An385 } from '../boards/mps2-an385/index.ts';
import { uno } from '../boards/uno/index.ts';
import { deliveryCostNs, NO_OVERHEADS } from '../platform/overheads.ts';
import { newInterrupt, newSketch, newTask } from '../sketch/create.ts';
import type { Interrupt, Sketch } from '../sketch/model.ts';
import { systemOf } from '../system/system.ts';
import { TARGETS, targetById } from '../targets/index.ts';
import { lower } from './lower.ts';
import { traceMetadata } from './metadata.ts';

const tasks = [newTask('slow', { periodUs: 50_000 }), newTask('fast', { periodUs: 1_000, budgetUs: 10 })];
const lowered = (interrupts: readonly Interrupt[], over: Partial<Sketch> = {}, board = uno) =>
  lower(newSketch('x', { tasks, interrupts, ...over }), board, targetById('superloop'));
const messages = (interrupts: readonly Interrupt[], over: Partial<Sketch> = {}, board = uno) =>
  lowered(interrupts, over, board).diagnostics.map(({ pointer, message }) => `${pointer} ${message}`);

it('are refused on a board where nothing is known of what they cost', () => {
  const boardFacts = {
    ...{ name: 'ESP32 Dev', platform: 'espressif32', mcu: 'esp32', usb: [] },
    ...{ clockHz: 240_000_000, ramBytes: 327_680, flashBytes: 4_194_304 },
  };
  const esp32 = boardOf({ board: 'esp32dev', boardFacts }) ?? expect.fail('no board');
  expect(messages([], {}, esp32)).toEqual([]);
  const [message, ...more] = messages([newInterrupt('Edge', '2')], {}, esp32);
  expect(more).toEqual([]);
  expect(message).toMatch(/^\/interrupts\/0 Interrupt "Edge": what an interrupt costs on ESP32 Dev .*uno, nano/);
});

describe('interrupts', () => {
  const own = newInterrupt('own', '2', { topHalfUs: 5, bottomHalfUs: 15, mode: 'low', body: 'handle();' });
  const first = { ...own, name: 'shares', pin: 'A5', ioBudgetUs: null, ioPeriodUs: null, mode: 'change' as const };
  const second = { ...first, name: 'half', pin: '7', handlerBudgetUs: 0, topHalfUs: 0, bottomHalfUs: 0 };
  const off = newInterrupt('off', '3', { ioBudgetUs: 0 });
  const ioServer = { budgetUs: 1_000, periodUs: 20_000 };
  const { program } = lowered([own, first, second, off], { ioServer });

  it('have a server each, or share the last', () => {
    expect(program?.ioServers).toEqual([
      { budgetTicks: 2_400, periodTicks: 40_000 },
      { budgetTicks: 0, periodTicks: 40_000 },
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
      periodTicks: 40_000,
      deadlineTicks: 40_000,
      budgetTicks: 2_000,
      rank: 1,
      body: { text: 'handle();', origin: 'interrupt:own/body' },
    });
    const { objects } = traceMetadata(newSketch('x', { tasks, interrupts: [second, own] }), uno);
    expect(objects.map((object) => `${object.class} ${object.index} ${object.name}`)).toEqual([
      ...['task 0 slow', 'task 1 fast', 'task 2 own'],
      ...['interrupt 0 half', 'interrupt 1 own'],
    ]);
    expect(objects[2]).toMatchObject({ periodNs: 20_000_000, offsetNs: null, budgetNs: 1_000_000 });
  });

  it('without one run their code in the bottom half', () => {
    expect(program?.interrupts.map(({ body }) => body.text)).toEqual(['', '', 'handle();', '']);
  });

  it('without a limit have no server', () => {
    const { program: free } = lowered([first]);
    expect(free).toMatchObject({ ioServers: [], interrupts: [{ server: null }] });
  });
});

describe('an invalid interrupt', () => {
  const button = newInterrupt('button', '2');

  it('has a pin or source that the board lacks; the message lists those that exist', () => {
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

  it('is on a pin without an interrupt, or with a mode that the pin does not support', () => {
    const deaf = { ...uno, pins: uno.pins.map((pin) => (pin.name === '2' ? { ...pin, interruptLine: null } : pin)) };
    expect(messages([button], {}, deaf)[0]).toMatch(
      /pin 2 of Arduino Uno makes no interrupts\. Choose one of: 0, 1, 3/,
    );
    expect(messages([{ ...button, pin: '7', mode: 'low' }])[0]).toMatch(
      /pin 7 .* cannot tell "low"\. Choose rising or falling or change, or pin 2 or 3\.$/,
    );
  });

  it('is the second on a pin', () => {
    expect(messages([button, { ...button, name: 'again' }])).toEqual([
      '/interrupts/1/pin Interrupt "again", pin: "button" has it already. Choose another, or join the two.',
    ]);
  });

  it('longer than its budget', () => {
    const long = { ...button, topHalfUs: 100, bottomHalfUs: 150, ioBudgetUs: 200 };
    expect(messages([long])[0]).toMatch(/^\/interrupts\/0\/ioBudgetUs .*200 µs have no room .* take 250 µs/);
    const shared = { ...long, ioBudgetUs: null, ioPeriodUs: null };
    expect(messages([shared], { ioServer: { budgetUs: 1, periodUs: 9 } })[0]).toMatch(/^\/ioServer\/budgetUs /);
    expect(messages([{ ...long, ioBudgetUs: 0 }])).toEqual([]);
  });

  it('has a budget period that its server cannot hold', () => {
    const ioPeriodUs = 2 ** 28;
    expect(messages([{ ...button, ioPeriodUs }])).toEqual([]);
    expect(messages([{ ...button, ioPeriodUs: ioPeriodUs + 1 }])).toEqual([
      '/interrupts/0/ioPeriodUs Interrupt "button", ioPeriodUs: 268435457 µs are too long for the period of a budget. ' +
        'Choose at most 268435456 µs.',
    ]);
    const shared = { ...button, ioBudgetUs: null, ioPeriodUs: null };
    const ioServer = { budgetUs: 1_000, periodUs: 2 ** 29 + 1 };
    expect(messages([shared], { ioServer })[0]).toMatch(/^\/ioServer\/periodUs .* at most 268435456 µs/);
    const timer = { ...button, pin: null, source: 'timer1', ioPeriodUs: 2 ** 29 };
    expect(messages([timer], {}, mps2An385)).toEqual([]);
  });

  it('exceeds the maximum number', () => {
    const many = Array.from({ length: 31 }, (_, n) => newTask(`t${n}`));
    expect(messages([button], { tasks: many })).toEqual([]);
    expect(messages([button], { tasks: [...many, newTask('more')] })[0]).toMatch(/found 33 with the handlers/);
  });
});

describe('a budget', () => {
  const HALVES_US = 30;
  /** The cost of one delivery on the Uno, in a sketch with so many interrupts. Unit: µs. */
  const runtimeUs = (interrupts: number) => {
    const { deliveryNs = 0, perInterruptNs = 0 } = uno.targets.superloop?.overheads?.interrupts ?? {};
    return Math.ceil((deliveryNs + interrupts * perInterruptNs) / 1000);
  };
  const enoughUs = HALVES_US + runtimeUs(1);
  const tooLittleUs = enoughUs - 1;
  const button = newInterrupt('button', '2', { topHalfUs: 10, bottomHalfUs: 20, ioBudgetUs: tooLittleUs });
  const warnings = (interrupts: readonly Interrupt[], over: Partial<Sketch> = {}, board = uno) =>
    lowered(interrupts, over, board).diagnostics.map(({ pointer, severity, message }) => ({
      place: `${severity} ${pointer}`,
      message,
    }));

  it('that is less than one delivery is a warning, with the required budget', () => {
    expect(warnings([button])).toEqual([
      {
        place: 'warning /interrupts/0/ioBudgetUs',
        message:
          `Interrupt "button", ioBudgetUs: ${tooLittleUs} µs are less than the cost of one "button", 30 µs for its halves and ` +
          `${runtimeUs(1)} µs for the runtime: each one masks it for a period or more. Choose at least ${enoughUs} µs.`,
      },
    ]);
    expect(warnings([{ ...button, ioBudgetUs: enoughUs }])).toEqual([]);
    // Every interrupt of the sketch adds to the cost of a delivery.
    const second = newInterrupt('second', '3');
    const bothUs = HALVES_US + runtimeUs(2);
    expect(bothUs).toBeGreaterThan(enoughUs);
    expect(warnings([{ ...button, ioBudgetUs: enoughUs }, second])[0]?.message).toContain(
      `Choose at least ${bothUs} µs.`,
    );
    expect(warnings([{ ...button, ioBudgetUs: bothUs }, second])).toEqual([]);
    expect(warnings([{ ...button, ioPeriodUs: tooLittleUs }])[0]?.message).toContain(
      `at least ${enoughUs} µs, and a longer period.`,
    );
    const shared = { ...button, ioBudgetUs: null, ioPeriodUs: null };
    expect(warnings([shared], { ioServer: { budgetUs: tooLittleUs, periodUs: 9_000 } })[0]).toMatchObject({
      place: 'warning /ioServer/budgetUs',
    });
  });

  it('of 0, or without measured overheads, is no warning', () => {
    expect(warnings([{ ...button, ioBudgetUs: 0 }])).toEqual([]);
    expect(warnings([{ ...button, pin: null, source: 'timer1' }], {}, mps2An385)).toEqual([]);
  });

  it('does not cover code with an execution time of 0', () => {
    const bare = newInterrupt('bare', '2', { handlerBudgetUs: 0, body: 'count++;' });
    const [warning, ...more] = warnings([bare]);
    expect(more).toEqual([]);
    expect(warning?.place).toBe('warning /interrupts/0');
    expect(warning?.message).toMatch(/bottomHalfUs: 0 µs do not cover its code.* or a handlerBudgetUs/);
    for (const fine of [{ bottomHalfUs: 5 }, { handlerBudgetUs: 100 }, { body: ' \n' }]) {
      expect(warnings([{ ...bare, ...fine }])).toEqual([]);
    }
  });
});

/** Boards and targets with new interrupts on the first two interrupt pins of the board. */
function newOnes() {
  return BOARDS.flatMap((board) =>
    TARGETS.flatMap(({ id, generates }) => {
      if (generates?.interrupts !== true || board.targets[id] === undefined) return [];
      const pins = board.pins.filter(({ interruptLine }) => interruptLine !== null);
      const places = [
        ...pins.map(({ name }) => ({ pin: name })),
        ...board.interruptSources.map(({ name }) => ({ pin: null, source: name })),
      ];
      const interrupts = places
        .slice(0, 2)
        .map((place, n) => newInterrupt(`i${n}`, '', { body: 'handle();', mode: 'change', ...place }));
      return [{ board, target: id, interrupts }];
    }),
  );
}

describe.each(newOnes())('new ones beside a new task: $board.id, $target', ({ board, target, interrupts }) => {
  const context = { capabilities: targetById(target), overheads: board.targets[target]?.overheads ?? null };
  const sketchOf = (some: readonly Interrupt[], policy: Sketch['policy']) =>
    newSketch('x', { board: board.id, target, policy, tasks: [newTask('t')], interrupts: some });

  it('have a budget for the overhead of one delivery', () => {
    const { diagnostics } = lower(sketchOf(interrupts, 'rate-monotonic'), board, context.capabilities);
    expect(diagnostics.filter(({ pointer }) => pointer.startsWith('/interrupts'))).toEqual([]);
  });

  it.each(['rate-monotonic', 'edf'] as const)('are admitted as they are: %s', (policy) => {
    const both = sketchOf(interrupts, policy);
    // Two interrupts that use 0.8 ms each leave too little of a new task's 10 ms.
    const counted = buildTaskSet(both, context.capabilities, context.overheads ?? NO_OVERHEADS).overheads.interrupts;
    const slow = counted !== undefined && deliveryCostNs(counted, systemOf(both)) > 800_000;
    const sketch = slow ? sketchOf(interrupts.slice(0, 1), policy) : both;
    expect(admit(sketch, context)).toMatchObject({ admitted: true });
  });
});
