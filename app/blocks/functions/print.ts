/** The C++ of functions and of their calls: a function is a lambda that is declared before the statements. */
import type * as Blockly from 'blockly/core';
import { tr } from '../../../generator/words/tr.ts';
import type { VariableType } from '../categories/variables.ts';
import { type Cpp, ORDER } from '../cpp.ts';
import { identifierOf } from '../names.ts';
import type { Printed } from '../spec.ts';
import { C_TYPES, checkOf, FUNCTION, infoOf, MOST_INPUTS, type ResultType } from './info.ts';
import { heldAround, lockedBy } from './locks.ts';
import type { CallBlock } from './shapes.ts';

/** The name under which the function is declared. Null: it is being printed, so it calls itself. */
export function declare(block: Blockly.Block, cpp: Cpp, isCalled: boolean): string | null {
  const info = infoOf(block);
  return cpp.prologue.helper(
    `function ${info.id}`,
    identifierOf(info.name.trim() === '' ? 'function' : info.name),
    (name) => {
      const printAll = (index: number, parameters: readonly Parameter[]): string => {
        const input = info.inputs[index];
        if (input === undefined) return printFunction(block, cpp, name, parameters, isCalled);
        const key = parameterKey(block, String(index + 1));
        return cpp.names.scoped(identifierOf(input.name), key, (own) =>
          printAll(index + 1, [...parameters, { key, name: own, type: C_TYPES[input.type] }]),
        );
      };
      return printAll(0, []);
    },
  );
}

interface Parameter {
  readonly key: string;
  readonly name: string;
  readonly type: string;
}

export const parameterKey = (root: Blockly.Block, index: string) => `parameter ${root.id} ${index}`;

function printFunction(
  block: Blockly.Block,
  cpp: Cpp,
  name: string,
  parameters: readonly Parameter[],
  isCalled: boolean,
): string {
  const { result } = infoOf(block);
  const statements = cpp.branch(block, 'STATEMENTS');
  const type = result === 'NONE' ? '' : ` -> ${C_TYPES[result]}`;
  const value = result === 'NONE' ? '' : `  return ${resultOf(block, cpp, result)};\n`;
  const unused = isCalled ? '' : '[[gnu::unused]] ';
  const comment = cpp.commentOf(block);
  // A parameter that is not used would be a warning of the compiler.
  const list = parameters.map(
    (each) => `${each.type} ${cpp.names.isUsed(each.key) ? each.name : `/* ${each.name} */`}`,
  );
  return `${comment}${unused}static const auto ${name} = [](${list.join(', ')})${type} {\n${statements}${value}};\n`;
}

function resultOf(block: Blockly.Block, cpp: Cpp, result: VariableType): string {
  if (result === 'Truth') return cpp.truth(block, 'VALUE');
  return result === 'Decimal' ? cpp.decimal(block, 'VALUE') : cpp.whole(block, 'VALUE');
}

/** The call, or null with a problem. */
export function call(block: Blockly.Block, cpp: Cpp): string | null {
  const id = String(block.getFieldValue('FUNCTION') ?? '');
  const root = block.workspace.getBlockById(id);
  const { calledName } = block as CallBlock;
  if (root === null || root.type !== FUNCTION) {
    const what = calledName === '' ? tr`it calls no function` : tr`there is no function “${calledName}”`;
    cpp.problem(block, 'error', tr`${what}: define the function, or choose another one`);
    return null;
  }
  const info = infoOf(root);
  const name = declare(root, cpp, true);
  if (name === null) {
    cpp.problem(block, 'error', tr`“${info.name}” calls itself, which functions of a body cannot: use a loop`);
    return null;
  }
  reportNestedLock(block, root, info.name, cpp);
  for (let index = info.inputs.length + 1; index <= MOST_INPUTS; index++) {
    if (block.getInputTargetBlock(`ARG${index}`) === null) continue;
    cpp.problem(block, 'error', tr`“${info.name}” has only ${info.inputs.length} inputs: empty the others`);
  }
  const values = info.inputs.map(({ type }, index) => {
    const input = `ARG${index + 1}`;
    const given = block.getInputTargetBlock(input);
    if (given !== null && (cpp.kindOf(given) === 'truth') !== (type === 'Truth')) {
      cpp.problem(
        block,
        'error',
        tr`its input “${info.inputs[index]?.name ?? ''}” has another type now: replace the block in it`,
      );
      return type === 'Truth' ? 'false' : '0';
    }
    if (type === 'Truth') return cpp.truth(block, input);
    return type === 'Decimal' ? cpp.decimal(block, input) : cpp.whole(block, input);
  });
  return `${name}(${values.join(', ')})`;
}

export function calledResult(block: Blockly.Block): ResultType {
  const root = block.workspace.getBlockById(String(block.getFieldValue('FUNCTION') ?? ''));
  return root?.type === FUNCTION ? infoOf(root).result : 'NONE';
}

export function callValue(block: Blockly.Block, cpp: Cpp, wanted: 'Number' | 'Boolean'): Printed {
  const zero: Printed = [wanted === 'Boolean' ? 'false' : '0', ORDER.ATOMIC];
  const code = call(block, cpp);
  if (code === null) return zero;
  const result = calledResult(block);
  if (result !== 'NONE' && checkOf(result) === wanted) return [code, ORDER.POSTFIX];
  cpp.problem(
    block,
    'error',
    tr`“${(block as CallBlock).calledName}” gives back another type now: choose another function`,
  );
  return zero;
}

function reportNestedLock(block: Blockly.Block, called: Blockly.Block, name: string, cpp: Cpp): void {
  const locked = lockedBy(called);
  const resource = heldAround(block).find((each) => locked.has(each));
  if (resource === undefined) return;
  cpp.problem(
    block,
    'warning',
    tr`“${name}” locks “${resource}”, which a block around this one has locked already, so its lock does nothing: move this block out of the lock, or remove the lock in “${name}”`,
  );
}
