/** What is wrong with blocks, in words that name the block, the problem and the remedy. */
import type * as Blockly from 'blockly/core';
import { tr } from '../../generator/words/tr.ts';
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
  channels: tr`channel`,
  resources: tr`resource`,
  parts: tr`part`,
  tasks: tr`task`,
  pins: tr`pin`,
  slots: tr`field`,
  functions: tr`function`,
  parameters: tr`input of the function`,
};
const REMEDY: Readonly<Record<ReferenceKind, string>> = {
  channels: tr`connect it to the channel on the canvas, or choose another one`,
  resources: tr`add it as a user of the resource on the canvas, or choose another one`,
  parts: tr`add and wire the part again, or choose another one`,
  tasks: tr`choose a sporadic task of the sketch`,
  pins: tr`choose another pin`,
  slots: tr`add the field to the channel again, or choose another one`,
  functions: tr`define the function again, or choose another one`,
  parameters: tr`choose an input of the function around the block`,
};

export function missing(kind: ReferenceKind, name: string): string {
  const what = name === '' ? tr`there is no ${WHAT[kind]} to choose` : tr`this body cannot use ${WHAT[kind]} “${name}”`;
  return `${what}: ${REMEDY[kind]}`;
}

/** The words on the block, shortened. */
export function titleOf(block: Blockly.Block): string {
  const words = withoutMarks(block.toString(48)).replace(/\s+/g, ' ').trim();
  return `“${words}”`;
}
