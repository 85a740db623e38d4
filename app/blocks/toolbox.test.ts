import * as Blockly from 'blockly/core';
import { describe, expect, it } from 'vitest';
import { newChannel, newInterrupt, newPart, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
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
