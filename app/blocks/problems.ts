/** What is wrong with blocks, in words that name the block, the problem and the remedy. */
import type * as Blockly from 'blockly/core';
import { withoutMarks } from './line-map.ts';
import type { ReferenceKind } from './reference-field.ts';

export interface BlockProblem {
  /** error: the code does not do what the blocks say. warning: it does, and that is likely not meant. */
  readonly severity: 'error' | 'warning';
  /** Null: the state as a whole. */
  readonly blockId: string | null;
  /** Names the block, what is wrong and the remedy. */
  readonly message: string;
}

const WHAT: Readonly<Record<ReferenceKind, string>> = {
  channels: 'channel',
  resources: 'resource',
  parts: 'part',
  tasks: 'task',
  pins: 'pin',
  slots: 'field',
  functions: 'function',
  parameters: 'input of the function',
};
const REMEDY: Readonly<Record<ReferenceKind, string>> = {
  channels: 'connect it to the channel on the canvas, or choose another one',
  resources: 'add it as a user of the resource on the canvas, or choose another one',
  parts: 'add and wire the part again, or choose another one',
  tasks: 'choose a sporadic task of the sketch',
  pins: 'choose another pin',
  slots: 'add the field to the channel again, or choose another one',
  functions: 'define the function again, or choose another one',
  parameters: 'choose an input of the function around the block',
};

export function missing(kind: ReferenceKind, name: string): string {
  const what = name === '' ? `there is no ${WHAT[kind]} to choose` : `this body cannot use ${WHAT[kind]} “${name}”`;
  return `${what}: ${REMEDY[kind]}`;
}

/** The words on the block, shortened. */
export function titleOf(block: Blockly.Block): string {
  const words = withoutMarks(block.toString(48)).replace(/\s+/g, ' ').trim();
  return `“${words}”`;
}
