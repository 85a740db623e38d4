/** Makes all block types known to Blockly. */
import * as Blockly from 'blockly/core';
import { BLOCKS } from './catalog.ts';
import { registerChannelShapes } from './categories/channels.ts';
import { START } from './categories/control.ts';
import { registerFunctionShapes } from './functions/shapes.ts';
import { blocklyWords } from './locale.ts';
import { registerReferenceField } from './reference-field.ts';
import { type BlockSpec, CATEGORIES } from './spec.ts';

/** Registers the blocks. A second call does nothing. */
export function defineBlocks(): void {
  if (Blockly.Blocks[START] !== undefined) return;
  // Fields of variables need Blockly's own words, and the window may have set other ones.
  if (Blockly.Msg.RENAME_VARIABLE === undefined) Blockly.setLocale({ ...blocklyWords() });
  registerReferenceField();
  registerChannelShapes();
  registerFunctionShapes();
  Blockly.common.defineBlocksWithJsonArray(BLOCKS.map(definitionOf));
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
