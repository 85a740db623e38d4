/** Functions of the body: defined once, called anywhere in the body. They print as lambdas. */
import type * as Blockly from 'blockly/core';
import { tr } from '../../../generator/words/tr.ts';
import { ORDER } from '../cpp.ts';
import {
  checkOf,
  FUNCTION,
  type FunctionInfo,
  type FunctionInput,
  functionsIn,
  infoOf,
  isNumber,
  isTruth,
  KINDS,
  type ResultType,
  TYPE_OPTIONS,
  workspaceOf,
} from '../functions/info.ts';
import { call, calledResult, callValue, declare, parameterKey } from '../functions/print.ts';
import { CALL_SHAPE, DEFINITION_SHAPE } from '../functions/shapes.ts';
import { type Choice, referenceList } from '../reference-field.ts';
import { type BlockSpec, type Offer, offer, options, statementInput } from '../spec.ts';

const functionList = (list: string, accepts: (result: ResultType) => boolean) =>
  referenceList(list, 'functions', (_context, block) =>
    functionsIn(workspaceOf(block))
      .filter(({ result }) => accepts(result))
      .map(({ id, name }): Choice => ({ value: id, label: name })),
  );

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
  message0: tr`do %1`,
  args0: [list('FUNCTION')],
  inputsInline: true,
  tooltip: tr`Runs the function with these values.`,
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
      message0: tr`input %1`,
      args0: [list('INPUT')],
      tooltip: tr`What the function was given. Use it in that function.`,
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
      const name = cpp.names.local(parameterKey(block.getRootBlock(), String(block.getFieldValue('INPUT'))));
      if (input !== undefined && name !== undefined && checkOf(input.type) === wanted) return [name, ORDER.ATOMIC];
      cpp.problem(
        block,
        'error',
        tr`the function around it has no such input: move it into the function, or choose another input`,
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
      message0: tr`function %1 with %2 giving back %3`,
      args0: [
        { type: 'field_input', name: 'NAME', text: 'my function' },
        options('COUNT', [
          [tr`no inputs`, '0'],
          [tr`1 input`, '1'],
          [tr`2 inputs`, '2'],
          [tr`3 inputs`, '3'],
        ]),
        options('RESULT', [[tr`nothing`, 'NONE'], ...TYPE_OPTIONS]),
      ],
      message1: '%1',
      args1: [statementInput('STATEMENTS')],
      tooltip: tr`Gives blocks a name, so that the body can use them in several places.`,
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
      if (!cpp.prologue.hasHelper(`function ${block.id}`)) declare(block, cpp, false);
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
