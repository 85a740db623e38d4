import * as Blockly from 'blockly/core';
import { describe, expect, it } from 'vitest';
import { BOARDS } from '../../generator/boards/index.ts';
import { PART_TYPES } from '../../generator/parts/kinds.ts';
import { wirePart } from '../../generator/parts/wire.ts';
import { newChannel, newInterrupt, newPart, newSketch, newTask } from '../../generator/sketch/create.ts';
import { PART_KINDS, type Sketch } from '../../generator/sketch/model.ts';
import { BLOCK_BY_TYPE } from './catalog.ts';
import { type BlocksContext, type BlocksMember, type BlocksOwner, contextOf } from './context.ts';
import { defineBlocks } from './define.ts';
import { functionsIn } from './functions/info.ts';
import { CATEGORIES, type CategoryId } from './spec.ts';
import { offersOf, toolboxOf } from './toolbox.ts';
import { setContext } from './workspace-context.ts';

const sketch = newSketch('toolbox', {
  tasks: [newTask('reader'), newTask('writer')],
  channels: [newChannel('level', { writer: 'writer', readers: ['reader'] })],
  interrupts: [newInterrupt('edge', '2', { handlerBudgetUs: 0 })],
  parts: [newPart('lamp', 'led', { pins: { anode: '13' } }), newPart('loose', 'servo')],
});

function contextFor(owner: BlocksOwner, member: BlocksMember = 'body', of: Sketch = sketch): BlocksContext {
  const context = contextOf(of, owner, member);
  if (context === null) throw new Error('The sketch has no such body.');
  return context;
}

const reader: BlocksOwner = { kind: 'tasks', name: 'reader' };
const typesIn = (context: BlocksContext, category: CategoryId) => offersOf(context, category).map(({ type }) => type);

describe('a toolbox', () => {
  const places = BOARDS.flatMap((board) =>
    board.pins.length === 0 ? [] : PART_KINDS.map((kind) => ({ board, kind, on: board.id })),
  );

  it.each(places)('has blocks for a $kind on the board $on', ({ board, kind }) => {
    const wiring = wirePart(newSketch('parts', { board: board.id }), board, kind);
    if (!wiring.ok) throw new Error(wiring.reason);
    const parts = [newPart('the part', kind, { pins: wiring.pins })];
    const context = contextFor(reader, 'body', { ...sketch, board: board.id, parts });
    const offers = offersOf(context, 'parts');
    const roles = offers.map(({ type }) => BLOCK_BY_TYPE.get(type)?.role);
    const { control, shows } = PART_TYPES[kind];
    // What the user operates is read. What the part shows is set.
    if (control !== null) expect(roles).toContain('value');
    if (shows !== null) expect(roles).toContain('statement');
    expect(offers.every(({ fields }) => fields?.PART === 'the part')).toBe(true);
  });

  it('has blocks for all that a part can do', () => {
    const all = PART_KINDS.flatMap((kind) => {
      const board = BOARDS.find(({ id }) => id === 'uno');
      const wiring = board && wirePart(newSketch('parts'), board, kind);
      if (wiring?.ok !== true) return [];
      const parts = [newPart('the part', kind, { pins: wiring.pins })];
      return typesIn(contextFor(reader, 'body', { ...sketch, parts }), 'parts').map((type) => `${kind} ${type}`);
    });
    for (const each of [
      'buzzer polyloop_buzzer_beep',
      'led-strip polyloop_strip_colour',
      'led-strip polyloop_strip_fill',
    ])
      expect(all).toContain(each);
  });

  it('offers the ends of channels that the owner has', () => {
    expect(typesIn(contextFor(reader), 'channels')).toContain('polyloop_channel_if');
    expect(typesIn(contextFor(reader), 'channels')).not.toContain('polyloop_channel_write');
    expect(typesIn(contextFor({ kind: 'tasks', name: 'writer' }), 'channels')).toEqual(['polyloop_channel_write']);
  });

  it('offers no channels to a handler that a kernel runs beside its job', () => {
    const preemptive = { ...sketch, target: 'freertos' as const };
    expect(typesIn(contextFor(reader, 'deadlineHandler'), 'channels')).not.toEqual([]);
    expect(typesIn(contextFor(reader, 'deadlineHandler', preemptive), 'channels')).toEqual([]);
  });

  it('offers the blocks of wired parts', () => {
    const types = typesIn(contextFor(reader), 'parts');
    expect(types).toContain('polyloop_led');
    // Pin 13 has no PWM, and the servo has no wire.
    expect(types).not.toContain('polyloop_led_brightness');
    expect(types).not.toContain('polyloop_servo');
  });

  it('offers nothing that waits or measures in an interrupt', () => {
    const types = CATEGORIES.flatMap(({ id }) => typesIn(contextFor({ kind: 'interrupts', name: 'edge' }), id));
    expect(types).not.toContain('polyloop_wait');
    expect(types).not.toContain('polyloop_measured');
  });

  it('shows only categories with blocks', () => {
    const names = toolboxOf(contextFor(reader)).contents.map((each) => ('name' in each ? each.name : ''));
    expect(names).toEqual([
      'Pins',
      'Parts',
      'Channels',
      'Time',
      'Control',
      'Logic',
      'Math',
      'Text',
      'Variables',
      'Functions',
    ]);
  });

  it('offers the calls of the functions of the workspace', () => {
    defineBlocks();
    const context = contextFor(reader);
    const workspace = new Blockly.Workspace();
    setContext(workspace, context);
    const fields = { NAME: 'half', COUNT: '1', RESULT: 'Decimal', P1: 'x', T1: 'Decimal' };
    const definition = { type: 'polyloop_function', id: 'half', fields, extraState: { count: 1, result: 'Decimal' } };
    Blockly.serialization.blocks.append(definition, workspace);
    const calls = offersOf(context, 'functions', functionsIn(workspace)).map(({ type, fields: chosen }) => [
      type,
      chosen,
    ]);
    expect(calls).toContainEqual(['polyloop_call_number', { FUNCTION: 'half' }]);
    expect(calls).toContainEqual(['polyloop_parameter_number', { INPUT: '1' }]);
    workspace.dispose();
  });
});
