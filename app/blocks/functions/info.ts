/** The functions of a body, as the blocks that define them say. */
import type * as Blockly from 'blockly/core';
import { tr } from '../../../generator/words/tr.ts';
import { VARIABLE_TYPES, type VariableType } from '../categories/variables.ts';
import type { ValueKind } from '../spec.ts';

export const FUNCTION = 'polyloop_function';
export const MOST_INPUTS = 3;
export type ResultType = VariableType | 'NONE';

export interface FunctionInput {
  readonly name: string;
  readonly type: VariableType;
}

/** A function of the workspace, as its calls see it. */
export interface FunctionInfo {
  /** The id of its block. */
  readonly id: string;
  readonly name: string;
  readonly inputs: readonly FunctionInput[];
  readonly result: ResultType;
}

export const TYPE_OPTIONS = [
  [tr`whole number`, 'Whole'],
  [tr`decimal number`, 'Decimal'],
  [tr`true or false`, 'Truth'],
] as const;
export const C_TYPES: Readonly<Record<VariableType, string>> = { Whole: 'int32_t', Decimal: 'float', Truth: 'bool' };
export const KINDS: Readonly<Record<VariableType, ValueKind>> = { Whole: 'whole', Decimal: 'decimal', Truth: 'truth' };
export const checkOf = (type: VariableType) => (type === 'Truth' ? 'Boolean' : 'Number');
export const typeOf = (value: unknown): VariableType => VARIABLE_TYPES.find((type) => type === value) ?? 'Whole';

/** The workspace with the functions that a block can call. For a block in a flyout: the flyout's target. */
export function workspaceOf(block: Blockly.Block): Blockly.Workspace {
  const { targetWorkspace } = block.workspace as Blockly.Workspace & { targetWorkspace?: Blockly.Workspace | null };
  return targetWorkspace ?? block.workspace;
}

export function functionsIn(workspace: Blockly.Workspace): FunctionInfo[] {
  return workspace
    .getTopBlocks(true)
    .filter(({ type }) => type === FUNCTION)
    .map(infoOf);
}

export function infoOf(block: Blockly.Block): FunctionInfo {
  const inputs = Array.from({ length: MOST_INPUTS }, (_, index) => index + 1)
    .filter((index) => block.getField(`P${index}`) !== null)
    .map((index) => ({
      name: String(block.getFieldValue(`P${index}`)),
      type: typeOf(block.getFieldValue(`T${index}`)),
    }));
  const result = block.getFieldValue('RESULT');
  return {
    id: block.id,
    name: String(block.getFieldValue('NAME') ?? ''),
    inputs,
    result: result === 'NONE' ? 'NONE' : typeOf(result),
  };
}

export const isNumber = (result: ResultType) => result === 'Whole' || result === 'Decimal';
export const isTruth = (result: ResultType) => result === 'Truth';
