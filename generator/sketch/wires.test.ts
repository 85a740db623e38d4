import { describe, expect, it } from 'vitest';
import { newChannel, newInterrupt, newPart, newResource, newSketch, newTask } from './create.ts';
import { connectWire } from './edits.ts';
import { ELEMENT_KINDS, type ElementKind, elementsOf } from './elements.ts';
import { MAX_ELEMENTS } from './limits.ts';
import type { Sketch } from './model.ts';
import { checkSketch } from './read.ts';
import { type WireEnd, wireEffect, wireProblem } from './wires.ts';

const SKETCH: Sketch = newSketch('x', {
  tasks: [newTask('Sense'), newTask('Act'), newTask('Log')],
  interrupts: [newInterrupt('Edge', '2')],
  channels: [newChannel('value1', { writer: 'Sense', readers: ['Act'] }), newChannel('queue1')],
  resources: [newResource('Bus', { users: [{ task: 'Sense', criticalSectionUs: 5 }] })],
  parts: [newPart('Lamp', 'led', { pins: { anode: '13' } })],
});

const end = (kind: ElementKind) => (name: string) => ({ kind, name }) satisfies WireEnd;
const task = end('tasks');
const channel = end('channels');
const edge = end('interrupts')('Edge');
const bus = end('resources')('Bus');
const lamp = end('parts')('Lamp');

const ENDS: readonly WireEnd[] = [
  ...ELEMENT_KINDS.flatMap((kind) => elementsOf<ElementKind>(SKETCH, kind).map(({ name }) => ({ kind, name }))),
  task('Gone'),
];
const PAIRS = ENDS.flatMap((from) => ENDS.map((to) => [from, to] as const));

describe('a wire that is not possible', () => {
  it.each<[from: WireEnd, to: WireEnd, reason: string]>([
    [task('Sense'), task('Sense'), 'Task "Sense" cannot be wired to itself.'],
    [channel('value1'), channel('value1'), 'Channel "value1" cannot be wired to itself.'],
    [channel('value1'), task('Act'), '"Act" already reads "value1".'],
    [task('Sense'), channel('value1'), '"Sense" already writes "value1".'],
    [task('Sense'), bus, '"Sense" already locks "Bus".'],
    [channel('value1'), task('Sense'), '"Sense" writes "value1" and cannot read it too.'],
    [task('Act'), channel('value1'), '"Act" reads "value1" and cannot write it too.'],
    [
      edge,
      bus,
      '"Edge" is an interrupt, which cannot hold a resource. Give it a channel. Resource "Bus" is for tasks.',
    ],
    [channel('value1'), bus, 'Channel "value1" cannot use resource "Bus". Draw the wire from a task.'],
    [bus, task('Act'), 'Resource "Bus" sends no data to task "Act". Draw the wire from a task to the resource.'],
    [
      channel('value1'),
      channel('queue1'),
      'Channel "value1" cannot be wired to channel "queue1". Put a task between them that reads one and writes the other.',
    ],
    [
      task('Act'),
      lamp,
      'Task "Act" cannot be wired to part "Lamp". Wire the terminals of "Lamp" to pins of the board.',
    ],
    [
      lamp,
      task('Act'),
      'Part "Lamp" cannot be wired to task "Act". Wire the terminals of "Lamp" to pins of the board.',
    ],
    [task('Gone'), task('Act'), 'The sketch has no task "Gone".'],
  ])('from %o to %o has a reason', (from, to, reason) => {
    expect(wireProblem(SKETCH, from, to)).toBe(reason);
  });

  it('names the limit on channels', () => {
    const full = {
      ...SKETCH,
      channels: Array.from({ length: MAX_ELEMENTS }, (_, index) => newChannel(`channel ${index}`)),
    };
    expect(wireProblem(full, task('Act'), task('Log'))).toBe(
      'A wire from "Act" to "Log" needs a channel, and the sketch has the most it can have, 1000.',
    );
    expect(wireProblem(full, task('Act'), channel('channel 7'))).toBeNull();
  });
});

describe('the edit', () => {
  it('is refused with the words of the drag, and is done otherwise', () => {
    let done = 0;
    for (const [from, to] of PAIRS) {
      const problem = wireProblem(SKETCH, from, to);
      const result = connectWire(SKETCH, from, to, newChannel('value2'));
      if (result.ok) {
        done += 1;
        expect(problem).toBeNull();
        expect(result.sketch).not.toEqual(SKETCH);
        expect(checkSketch(result.sketch).filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(wireProblem(result.sketch, from, to), 'a second channel is possible').toSatisfy(
          (again: string | null) => to.kind !== 'channels' || again === `"${from.name}" already writes "${to.name}".`,
        );
      } else {
        expect(result.problems.map(({ message }) => message)).toEqual([problem]);
      }
    }
    expect(done).toBeGreaterThan(15);
  });

  it('adds a channel between two tasks, and a user to a resource', () => {
    const between = connectWire(SKETCH, task('Act'), edge, newChannel('value2', { kind: 'ring-buffer' }));
    expect(between).toMatchObject({ ok: true });
    expect(between.ok && between.sketch.channels[2]).toMatchObject({
      name: 'value2',
      kind: 'ring-buffer',
      writer: 'Act',
      readers: ['Edge'],
    });
    const locked = connectWire(SKETCH, task('Act'), bus, newChannel('value2'));
    expect(locked.ok && locked.sketch.resources[0]?.users[1]).toEqual({ task: 'Act', criticalSectionUs: 100 });
  });
});

describe('the effect of a wire', () => {
  it.each<[from: WireEnd, to: WireEnd, effect: string]>([
    [task('Act'), bus, '"Act" locks "Bus".'],
    [channel('value1'), task('Log'), '"Log" reads "value1".'],
    [edge, channel('queue1'), '"Edge" writes "queue1".'],
    [task('Log'), channel('value1'), '"Log" writes "value1" instead of "Sense".'],
    [task('Log'), edge, 'A new channel from "Log" to "Edge".'],
  ])('from %o to %o', (from, to, effect) => {
    expect(wireProblem(SKETCH, from, to)).toBeNull();
    expect(wireEffect(SKETCH, from, to)).toBe(effect);
  });
});
