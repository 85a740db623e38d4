/** Functions of the body: defined once, called anywhere in the body. They print as lambdas. */
import * as Blockly from 'blockly/core';
import { type Cpp, identifierOf, ORDER } from '../cpp.ts';
import { type Choice, referenceList } from '../reference-field.ts';
import { type BlockSpec, type Offer, offer, options, type Printed, statementInput, type ValueKind } from '../spec.ts';
import { VARIABLE_TYPES, type VariableType } from './variables.ts';

const FUNCTION = 'polyloop_function';
const MOST_INPUTS = 3;
type ResultType = VariableType | 'NONE';

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

const TYPE_OPTIONS = [
  ['whole number', 'Whole'],
  ['decimal number', 'Decimal'],
  ['true or false', 'Truth'],
] as const;
const C_TYPES: Readonly<Record<VariableType, string>> = { Whole: 'int32_t', Decimal: 'float', Truth: 'bool' };
const KINDS: Readonly<Record<VariableType, ValueKind>> = { Whole: 'whole', Decimal: 'decimal', Truth: 'truth' };
const checkOf = (type: VariableType) => (type === 'Truth' ? 'Boolean' : 'Number');
const typeOf = (value: unknown): VariableType => VARIABLE_TYPES.find((type) => type === value) ?? 'Whole';

/** The workspace whose functions a block sees: of a block in a flyout, the one that it is dragged to. */
function workspaceOf(block: Blockly.Block): Blockly.Workspace {
  const { targetWorkspace } = block.workspace as Blockly.Workspace & { targetWorkspace?: Blockly.Workspace | null };
  return targetWorkspace ?? block.workspace;
}

export function functionsIn(workspace: Blockly.Workspace): FunctionInfo[] {
  return workspace
    .getTopBlocks(true)
    .filter(({ type }) => type === FUNCTION)
    .map(infoOf);
}

function infoOf(block: Blockly.Block): FunctionInfo {
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

// Shapes -------------------------------------------------------------------------------------------

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
interface CallBlock extends Blockly.Block {
  calledName: string;
  inputs: readonly FunctionInput[];
  shape(state: CallState): void;
}

const DEFINITION_SHAPE = 'polyloop_function_shape';
const CALL_SHAPE = 'polyloop_call_shape';
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
    .appendField('with')
    .appendField(new Blockly.FieldTextInput(USUAL_INPUTS[index - 1] ?? 'x'), `P${index}`)
    .appendField('as')
    .appendField(type, `T${index}`);
  if (block.getInput('STATEMENTS') !== null) block.moveInputBefore(row, 'STATEMENTS');
}

function shapeResult(block: Blockly.Block, result: ResultType): void {
  if (result === 'NONE') {
    // A block in the input would be lost: it stays beside the function.
    block.removeInput('VALUE', true);
    return;
  }
  const input = block.getInput('VALUE') ?? block.appendValueInput('VALUE').appendField('give back');
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

// References ---------------------------------------------------------------------------------------

const functionList = (list: string, accepts: (result: ResultType) => boolean) =>
  referenceList(list, 'functions', (_context, block) =>
    functionsIn(workspaceOf(block))
      .filter(({ result }) => accepts(result))
      .map(({ id, name }): Choice => ({ value: id, label: name })),
  );
const isNumber = (result: ResultType) => result === 'Whole' || result === 'Decimal';
const isTruth = (result: ResultType) => result === 'Truth';

/** The inputs of the function around the block, by their number from 1. */
const parameterList = (list: string, accepts: (type: ResultType) => boolean) =>
  referenceList(list, 'parameters', (_context, block) => {
    const root = block.getRootBlock();
    const functions = root.type === FUNCTION ? [infoOf(root)] : block.isInFlyout ? functionsIn(workspaceOf(block)) : [];
    const seen = new Map<string, Choice>();
    for (const { inputs } of functions) {
      inputs.forEach(({ name, type }, index) => {
        const value = String(index + 1);
        if (accepts(type) && !seen.has(value)) seen.set(value, { value, label: name });
      });
    }
    return [...seen.values()];
  });

// Printing -----------------------------------------------------------------------------------------

/** The name under which the function is declared. Null: it is being printed, so it calls itself. */
function declare(block: Blockly.Block, cpp: Cpp, isCalled: boolean): string | null {
  const info = infoOf(block);
  return cpp.helper(`function ${info.id}`, identifierOf(info.name.trim() === '' ? 'function' : info.name), (name) => {
    const printAll = (index: number, parameters: readonly Parameter[]): string => {
      const input = info.inputs[index];
      if (input === undefined) return printFunction(block, cpp, name, parameters, isCalled);
      const key = parameterKey(block, String(index + 1));
      return cpp.scoped(identifierOf(input.name), key, (own) =>
        printAll(index + 1, [...parameters, { key, name: own, type: C_TYPES[input.type] }]),
      );
    };
    return printAll(0, []);
  });
}

interface Parameter {
  readonly key: string;
  readonly name: string;
  readonly type: string;
}

const parameterKey = (root: Blockly.Block, index: string) => `parameter ${root.id} ${index}`;

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
  const list = parameters.map((each) => `${each.type} ${cpp.isUsed(each.key) ? each.name : `/* ${each.name} */`}`);
  return `${comment}${unused}static const auto ${name} = [](${list.join(', ')})${type} {\n${statements}${value}};\n`;
}

function resultOf(block: Blockly.Block, cpp: Cpp, result: VariableType): string {
  if (result === 'Truth') return cpp.truth(block, 'VALUE');
  return result === 'Decimal' ? cpp.decimal(block, 'VALUE') : cpp.whole(block, 'VALUE');
}

/** The call, or null with a problem. */
function call(block: Blockly.Block, cpp: Cpp): string | null {
  const id = String(block.getFieldValue('FUNCTION') ?? '');
  const root = block.workspace.getBlockById(id);
  const { calledName } = block as CallBlock;
  if (root === null || root.type !== FUNCTION) {
    const what = calledName === '' ? 'it calls no function' : `there is no function “${calledName}”`;
    cpp.problem(block, 'error', `${what}: define the function, or choose another one`);
    return null;
  }
  const info = infoOf(root);
  const name = declare(root, cpp, true);
  if (name === null) {
    cpp.problem(block, 'error', `“${info.name}” calls itself, which functions of a body cannot: use a loop`);
    return null;
  }
  for (let index = info.inputs.length + 1; index <= MOST_INPUTS; index++) {
    if (block.getInputTargetBlock(`ARG${index}`) === null) continue;
    cpp.problem(block, 'error', `“${info.name}” has only ${info.inputs.length} inputs: empty the others`);
  }
  const values = info.inputs.map(({ type }, index) => {
    const input = `ARG${index + 1}`;
    const given = block.getInputTargetBlock(input);
    if (given !== null && (cpp.kindOf(given) === 'truth') !== (type === 'Truth')) {
      cpp.problem(
        block,
        'error',
        `its input “${info.inputs[index]?.name}” has another type now: replace the block in it`,
      );
      return type === 'Truth' ? 'false' : '0';
    }
    if (type === 'Truth') return cpp.truth(block, input);
    return type === 'Decimal' ? cpp.decimal(block, input) : cpp.whole(block, input);
  });
  return `${name}(${values.join(', ')})`;
}

function calledResult(block: Blockly.Block): ResultType {
  const root = block.workspace.getBlockById(String(block.getFieldValue('FUNCTION') ?? ''));
  return root?.type === FUNCTION ? infoOf(root).result : 'NONE';
}

function callValue(block: Blockly.Block, cpp: Cpp, wanted: 'Number' | 'Boolean'): Printed {
  const zero: Printed = [wanted === 'Boolean' ? 'false' : '0', ORDER.ATOMIC];
  const code = call(block, cpp);
  if (code === null) return zero;
  const result = calledResult(block);
  if (result !== 'NONE' && checkOf(result) === wanted) return [code, ORDER.POSTFIX];
  cpp.problem(
    block,
    'error',
    `“${(block as CallBlock).calledName}” gives back another type now: choose another function`,
  );
  return zero;
}

/** A call with the inputs of the function, each with a block to type into. */
function callOffers(type: string, accepts: (result: ResultType) => boolean) {
  return (_context: unknown, functions: readonly FunctionInfo[]): readonly Offer[] =>
    functions
      .filter(({ result }) => accepts(result))
      .flatMap(({ id, name, inputs }) =>
        offer(type, {
          fields: { FUNCTION: id },
          extraState: { name, inputs },
          inputs: Object.fromEntries(
            inputs.map((input, index) => [
              `ARG${index + 1}`,
              input.type === 'Truth'
                ? { shadow: { type: 'polyloop_truth', fields: { VALUE: 'TRUE' } } }
                : { shadow: { type: 'polyloop_number', fields: { NUM: 0 } } },
            ]),
          ),
        }),
      );
}

const callShape = (list: ReturnType<typeof referenceList>) => ({
  message0: 'do %1',
  args0: [list('FUNCTION')],
  inputsInline: true,
  tooltip: 'Runs the function with these values.',
  mutator: CALL_SHAPE,
});

function parameterSpec(name: string, wanted: 'Number' | 'Boolean', list: ReturnType<typeof referenceList>): BlockSpec {
  const type = `polyloop_parameter_${name}`;
  const accepts = wanted === 'Boolean' ? isTruth : isNumber;
  const inputOf = (block: Blockly.Block): FunctionInput | undefined => {
    const root = block.getRootBlock();
    return root.type === FUNCTION ? infoOf(root).inputs[Number(block.getFieldValue('INPUT')) - 1] : undefined;
  };
  return {
    type,
    category: 'functions',
    role: 'value',
    check: wanted,
    kind: (block) => KINDS[inputOf(block)?.type ?? (wanted === 'Boolean' ? 'Truth' : 'Whole')],
    shape: {
      message0: 'input %1',
      args0: [list('INPUT')],
      tooltip: 'What the function was given. Use it in that function.',
    },
    offers: (_context, functions) => {
      for (const { inputs } of functions) {
        const index = inputs.findIndex((input) => accepts(input.type));
        if (index >= 0) return offer(type, { fields: { INPUT: String(index + 1) } });
      }
      return [];
    },
    print: (block, cpp) => {
      const input = inputOf(block);
      const name = cpp.local(parameterKey(block.getRootBlock(), String(block.getFieldValue('INPUT'))));
      if (input !== undefined && name !== undefined && checkOf(input.type) === wanted) return [name, ORDER.ATOMIC];
      cpp.problem(
        block,
        'error',
        'the function around it has no such input: move it into the function, or choose another input',
      );
      return [wanted === 'Boolean' ? 'false' : '0', ORDER.ATOMIC];
    },
  };
}

const anyFunction = functionList('functions', () => true);
const numberFunction = functionList('number-functions', isNumber);
const truthFunction = functionList('truth-functions', isTruth);

export const FUNCTION_BLOCKS: readonly BlockSpec[] = [
  {
    type: FUNCTION,
    category: 'functions',
    role: 'root',
    shape: {
      message0: 'function %1 with %2 giving back %3',
      args0: [
        { type: 'field_input', name: 'NAME', text: 'my function' },
        options('COUNT', [
          ['no inputs', '0'],
          ['1 input', '1'],
          ['2 inputs', '2'],
          ['3 inputs', '3'],
        ]),
        options('RESULT', [['nothing', 'NONE'], ...TYPE_OPTIONS]),
      ],
      message1: '%1',
      args1: [statementInput('STATEMENTS')],
      tooltip: 'Gives blocks a name, so that the body can use them in several places.',
      mutator: DEFINITION_SHAPE,
    },
    offers: () => [
      ...offer(FUNCTION, {
        fields: { NAME: 'my function', COUNT: '0', RESULT: 'NONE' },
        extraState: { count: 0, result: 'NONE' },
      }),
      ...offer(FUNCTION, {
        fields: { NAME: 'my sum', COUNT: '2', RESULT: 'Whole', P1: 'a', T1: 'Whole', P2: 'b', T2: 'Whole' },
        extraState: { count: 2, result: 'Whole' },
        inputs: { VALUE: { shadow: { type: 'polyloop_number', fields: { NUM: 0 } } } },
      }),
    ],
    print: (block, cpp) => {
      if (!cpp.hasHelper(`function ${block.id}`)) declare(block, cpp, false);
    },
  },
  {
    type: 'polyloop_call',
    category: 'functions',
    role: 'statement',
    shape: callShape(anyFunction),
    offers: callOffers('polyloop_call', () => true),
    print: (block, cpp) => {
      const code = call(block, cpp);
      return code === null ? '' : `${code};\n`;
    },
  },
  {
    type: 'polyloop_call_number',
    category: 'functions',
    role: 'value',
    check: 'Number',
    kind: (block) => {
      const result = calledResult(block);
      return result === 'NONE' ? 'int' : KINDS[result];
    },
    shape: callShape(numberFunction),
    offers: callOffers('polyloop_call_number', isNumber),
    print: (block, cpp) => callValue(block, cpp, 'Number'),
  },
  {
    type: 'polyloop_call_truth',
    category: 'functions',
    role: 'value',
    check: 'Boolean',
    kind: 'truth',
    shape: callShape(truthFunction),
    offers: callOffers('polyloop_call_truth', isTruth),
    print: (block, cpp) => callValue(block, cpp, 'Boolean'),
  },
  parameterSpec('number', 'Number', parameterList('number-parameters', isNumber)),
  parameterSpec('truth', 'Boolean', parameterList('truth-parameters', isTruth)),
];
