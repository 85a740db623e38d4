/** Makes all block types known to Blockly. */
import * as Blockly from 'blockly/core';
import * as english from 'blockly/msg/en';
import { BLOCKS } from './catalog.ts';
import { registerChannelShapes } from './categories/channels.ts';
import { START } from './categories/control.ts';
import { registerFunctionShapes } from './functions/shapes.ts';
import { registerReferenceField } from './reference-field.ts';
import { type BlockSpec, CATEGORIES } from './spec.ts';

/** Registers the blocks. A second call does nothing. */
export function defineBlocks(): void {
  if (Blockly.Blocks[START] !== undefined) return;
  // Fields of variables need Blockly's own words, and the window may have set other ones.
  if (Blockly.Msg.RENAME_VARIABLE === undefined) Blockly.setLocale(wordsOf(english));
  registerReferenceField();
  registerChannelShapes();
  registerFunctionShapes();
  Blockly.common.defineBlocksWithJsonArray(BLOCKS.map(definitionOf));
}

function wordsOf(messages: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  );
}

function definitionOf(spec: BlockSpec): object {
  const colour = CATEGORIES.find(({ id }) => id === spec.category)?.hue;
  return { type: spec.type, colour, ...connectionsOf(spec), ...spec.shape };
}

function connectionsOf(spec: BlockSpec): object {
  if (spec.role === 'root') return {};
  if (spec.role === 'value') return { output: spec.check };
  return spec.isLast === true ? { previousStatement: null } : { previousStatement: null, nextStatement: null };
}
