/** The inputs of blocks that define and call functions. A block has as many as its function. */
import * as Blockly from 'blockly/core';
import { tr } from '../../../generator/words/tr.ts';
import {
  checkOf,
  type FunctionInput,
  functionsIn,
  infoOf,
  MOST_INPUTS,
  type ResultType,
  TYPE_OPTIONS,
  typeOf,
  workspaceOf,
} from './info.ts';

interface DefinitionState {
  readonly count: number;
  readonly result: ResultType;
}
interface CallState {
  readonly name: string;
  readonly inputs: readonly FunctionInput[];
}

interface DefinitionBlock extends Blockly.Block {
  shape(state: DefinitionState): void;
}
export interface CallBlock extends Blockly.Block {
  calledName: string;
  inputs: readonly FunctionInput[];
  shape(state: CallState): void;
}

export const DEFINITION_SHAPE = 'polyloop_function_shape';
export const CALL_SHAPE = 'polyloop_call_shape';
const USUAL_INPUTS = ['a', 'b', 'c'];

export function registerFunctionShapes(): void {
  Blockly.Extensions.registerMutator(
    DEFINITION_SHAPE,
    {
      saveExtraState(this: DefinitionBlock): DefinitionState {
        const { inputs, result } = infoOf(this);
        return { count: inputs.length, result };
      },
      loadExtraState(this: DefinitionBlock, state: Partial<DefinitionState>): void {
        const count = Math.min(MOST_INPUTS, Math.max(0, Number(state?.count ?? 0)));
        this.shape({
          count,
          result: state?.result === undefined || state.result === 'NONE' ? 'NONE' : typeOf(state.result),
        });
      },
      shape(this: DefinitionBlock, { count, result }: DefinitionState): void {
        for (let index = 1; index <= MOST_INPUTS; index++) shapeInput(this, index, index <= count);
        shapeResult(this, result);
      },
    },
    function (this: Blockly.Block) {
      const block = this as DefinitionBlock;
      this.getField('COUNT')?.setValidator((value: string) => {
        block.shape({ count: Number(value), result: infoOf(block).result });
        return undefined;
      });
      this.getField('RESULT')?.setValidator((value: string) => {
        block.shape({ count: infoOf(block).inputs.length, result: value === 'NONE' ? 'NONE' : typeOf(value) });
        return undefined;
      });
      this.setOnChange(() => updateCalls(block));
    },
  );
  Blockly.Extensions.registerMutator(
    CALL_SHAPE,
    {
      calledName: '',
      inputs: [],
      saveExtraState(this: CallBlock): CallState {
        return { name: this.calledName, inputs: this.inputs };
      },
      loadExtraState(this: CallBlock, state: Partial<CallState>): void {
        const inputs = Array.isArray(state?.inputs) ? state.inputs : [];
        this.shape({
          name: String(state?.name ?? ''),
          inputs: inputs.slice(0, MOST_INPUTS).map(({ name, type }) => ({ name: String(name), type: typeOf(type) })),
        });
      },
      shape(this: CallBlock, { name, inputs }: CallState): void {
        this.calledName = name;
        this.inputs = inputs;
        for (let index = 1; index <= MOST_INPUTS; index++) shapeArgument(this, index, inputs[index - 1]);
      },
    },
    function (this: Blockly.Block) {
      const block = this as CallBlock;
      this.getField('FUNCTION')?.setValidator((value: string) => {
        const called = functionsIn(workspaceOf(block)).find(({ id }) => id === value);
        if (called !== undefined) block.shape(called);
        return undefined;
      });
    },
  );
}

/** The row for an input of the function: its name and its type. */
function shapeInput(block: Blockly.Block, index: number, isThere: boolean): void {
  const row = `ROW${index}`;
  if (!isThere) {
    block.removeInput(row, true);
    return;
  }
  if (block.getInput(row) !== null) return;
  const type = new Blockly.FieldDropdown(TYPE_OPTIONS.map(([label, value]) => [label, value]));
  block
    .appendDummyInput(row)
    .appendField(tr`with`)
    .appendField(new Blockly.FieldTextInput(USUAL_INPUTS[index - 1] ?? 'x'), `P${index}`)
    .appendField(tr`as`)
    .appendField(type, `T${index}`);
  if (block.getInput('STATEMENTS') !== null) block.moveInputBefore(row, 'STATEMENTS');
}

function shapeResult(block: Blockly.Block, result: ResultType): void {
  if (result === 'NONE') {
    // A block in the input would be lost: it stays beside the function.
    block.removeInput('VALUE', true);
    return;
  }
  const input = block.getInput('VALUE') ?? block.appendValueInput('VALUE').appendField(tr`give back`);
  input.setCheck(checkOf(result));
}

function shapeArgument(block: CallBlock, index: number, input: FunctionInput | undefined): void {
  const name = `ARG${index}`;
  const own = block.getInput(name);
  const isHeld = own !== null && block.getInputTargetBlock(name)?.isShadow() === false;
  if (input === undefined) {
    // What the user has put there is kept: the printer reports it.
    if (own !== null && !isHeld) block.removeInput(name);
    return;
  }
  if (own === null) block.appendValueInput(name).setCheck(checkOf(input.type)).appendField(input.name, `LABEL${index}`);
  else {
    own.setCheck(checkOf(input.type));
    block.setFieldValue(input.name, `LABEL${index}`);
  }
}

/** Gives the calls of a function its present inputs. */
function updateCalls(definition: Blockly.Block): void {
  if (definition.isInFlyout) return;
  const info = infoOf(definition);
  for (const block of definition.workspace.getAllBlocks(false)) {
    if (!CALLS.has(block.type) || block.getFieldValue('FUNCTION') !== info.id) continue;
    const call = block as CallBlock;
    const isSame = call.calledName === info.name && JSON.stringify(call.inputs) === JSON.stringify(info.inputs);
    if (!isSame) call.shape(info);
  }
}

const CALLS = new Set(['polyloop_call', 'polyloop_call_number', 'polyloop_call_truth']);
