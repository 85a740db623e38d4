/**
 * Bodies that use every block of a toolbox: each block as offered, with each option of each drop-down, and
 * with each kind of value in each input.
 */
import * as Blockly from 'blockly/core';
import { BLOCK_BY_TYPE, BLOCKS } from '../../app/blocks/catalog.ts';
import type { BlocksState } from '../../app/blocks/code.ts';
import type { BlocksContext } from '../../app/blocks/context.ts';
import { defineBlocks } from '../../app/blocks/define.ts';
import { functionsIn } from '../../app/blocks/functions/info.ts';
import type { BlockState, CategoryId, Offer } from '../../app/blocks/spec.ts';
import { offersOf } from '../../app/blocks/toolbox.ts';
import { setContext } from '../../app/blocks/workspace-context.ts';

export interface Variant {
  readonly type: string;
  readonly state: BlocksState;
}

const VARIABLES = [
  { name: 'count', id: 'count', type: 'Whole' },
  { name: 'value', id: 'value', type: 'Decimal' },
  { name: 'isOn', id: 'isOn', type: 'Truth' },
  { name: 'i', id: 'i', type: 'Whole' },
];

const block = (type: string, rest: Omit<BlockState, 'type'> = {}): BlockState => ({
  type: `polyloop_${type}`,
  ...rest,
});
const number = (value: number) => block('number', { fields: { NUM: value } });
const get = (family: string, id: string) => block(`${family}_get`, { fields: { VAR: { id } } });
const arithmetic = (op: string, a: BlockState, b: BlockState) =>
  block('arithmetic', { fields: { OP: op }, inputs: { A: { block: a }, B: { block: b } } });

const WHOLE = get('whole', 'count');
const DECIMAL = get('decimal', 'value');
/** What an input of each check is tried with. */
const VALUES: Readonly<Record<string, readonly BlockState[]>> = {
  Number: [
    number(0),
    number(1),
    number(-5),
    number(40_000),
    number(-2_147_483_647),
    number(2.5),
    number(-0.05),
    WHOLE,
    DECIMAL,
    arithmetic('ADD', WHOLE, number(1)),
    arithmetic('DIVIDE', DECIMAL, number(3)),
    arithmetic('MULTIPLY', number(200), number(300)),
    block('random'),
    block('negate', { inputs: { A: { block: number(-5) } } }),
    block('remainder', { inputs: { A: { block: number(7) }, B: { block: WHOLE } } }),
  ],
  Boolean: [
    block('truth', { fields: { VALUE: 'FALSE' } }),
    get('truth', 'isOn'),
    block('not', { inputs: { A: { block: get('truth', 'isOn') } } }),
    block('compare', { fields: { OP: 'GE' }, inputs: { A: { block: WHOLE }, B: { block: number(40_000) } } }),
    block('and_or', { fields: { OP: 'OR' }, inputs: { A: { block: get('truth', 'isOn') } } }),
  ],
  Text: [
    block('text', { fields: { TEXT: 'a "b" \\ ??/ %d ü 한\n' } }),
    block('join', { inputs: { A: { block: block('text', { fields: { TEXT: 'x' } }) }, B: { block: WHOLE } } }),
  ],
};

/** A workspace with one function of each result type. The toolbox then offers calls of these functions. */
const FUNCTIONS: readonly BlockState[] = [
  block('function', {
    id: 'nothing',
    fields: { NAME: 'do it', COUNT: '2', RESULT: 'NONE', P1: 'times', T1: 'Whole', P2: 'how', T2: 'Truth' },
    extraState: { count: 2, result: 'NONE' },
  }),
  block('function', {
    id: 'number',
    fields: { NAME: 'half', COUNT: '1', RESULT: 'Decimal', P1: 'x', T1: 'Decimal' },
    extraState: { count: 1, result: 'Decimal' },
  }),
  block('function', {
    id: 'truth',
    fields: { NAME: 'is big', COUNT: '1', RESULT: 'Truth', P1: 'x', T1: 'Whole' },
    extraState: { count: 1, result: 'Truth' },
  }),
];

function workspaceWith(states: readonly BlockState[], context: BlocksContext): Blockly.Workspace {
  defineBlocks();
  const workspace = new Blockly.Workspace();
  setContext(workspace, context);
  const state = { blocks: { languageVersion: 0, blocks: states }, variables: VARIABLES };
  Blockly.serialization.workspaces.load(state, workspace);
  return workspace;
}

/** full: each option and each kind of value, one at a time. offered: as the toolbox offers the blocks. */
export type Depth = 'full' | 'offered';

export function variantsOf(context: BlocksContext, depth: Depth, categories: readonly CategoryId[]): Variant[] {
  const workspace = workspaceWith(FUNCTIONS, context);
  const functions = functionsIn(workspace);
  workspace.dispose();
  const offers = categories.flatMap((id) => offersOf(context, id, functions));
  return offers.flatMap((offer) =>
    depth === 'full' ? variations(offer, context) : [{ type: offer.type, state: bodyOf(placed(offer)) }],
  );
}

/** The types that no toolbox offers. */
export const UNOFFERED = BLOCKS.filter(({ type }) => type === 'polyloop_start').map(({ type }) => type);

function variations(offer: Offer, context: BlocksContext): Variant[] {
  const workspace = workspaceWith([...FUNCTIONS, placed(offer)], context);
  const made = workspace.getAllBlocks(false).find(({ type, id }) => type === offer.type && !isFunction(id));
  if (made === undefined) throw new Error(`The toolbox offers ${offer.type}, which cannot be made.`);
  const states = [offer, ...fieldVariants(offer, made), ...inputVariants(offer, made)];
  workspace.dispose();
  return states.map((state) => ({ type: offer.type, state: bodyOf(placed(state)) }));
}

const isFunction = (id: string) => FUNCTIONS.some((each) => each.id === id);

/** One state for each other option of a drop-down that is not about the block's own shape. */
function fieldVariants(offer: Offer, made: Blockly.Block): Offer[] {
  const fields = made.inputList.flatMap((input) => input.fieldRow);
  return fields.flatMap((field) => {
    if (!(field instanceof Blockly.FieldDropdown) || field instanceof Blockly.FieldVariable) return [];
    const { name } = field;
    if (name === undefined || ['COUNT', 'RESULT', 'CHANNEL', 'FUNCTION'].includes(name)) return [];
    return field.getOptions(false).flatMap((option) => {
      const value = option === 'separator' ? undefined : option[1];
      if (value === undefined || value === '' || value === field.getValue()) return [];
      return [{ ...offer, fields: { ...offer.fields, [name]: value } }];
    });
  });
}

function inputVariants(offer: Offer, made: Blockly.Block): Offer[] {
  return made.inputList.flatMap((input) => {
    if (input.type !== Blockly.inputs.inputTypes.VALUE) return [];
    const checks = input.connection?.getCheck() ?? [];
    return checks.flatMap((check) =>
      (VALUES[check] ?? []).map((value) => ({ ...offer, inputs: { ...offer.inputs, [input.name]: { block: value } } })),
    );
  });
}

/** Where the block may stand: a statement that uses a value, a loop around a way out of it. */
function placed(state: BlockState): BlockState {
  const spec = BLOCK_BY_TYPE.get(state.type);
  if (state.type === 'polyloop_loop_exit') return block('repeat', { inputs: { DO: { block: state } } });
  if (state.type === 'polyloop_function') return { ...state, id: 'own' };
  if (spec?.role !== 'value') return state;
  if (state.type.startsWith('polyloop_parameter_')) {
    const truth = state.type.endsWith('truth');
    const type = truth ? 'Truth' : 'Whole';
    return block('function', {
      id: 'own',
      fields: {
        NAME: 'with inputs',
        COUNT: '3',
        RESULT: 'NONE',
        P1: 'a',
        T1: type,
        P2: 'b',
        T2: type,
        P3: 'c',
        T3: type,
      },
      extraState: { count: 3, result: 'NONE' },
      inputs: { STATEMENTS: { block: printing(state) } },
    });
  }
  if (state.type === 'polyloop_channel_number' || state.type === 'polyloop_channel_truth') {
    return block('channel_if', {
      fields: { CHANNEL: state.fields?.CHANNEL },
      inputs: { DO: { block: printing(state) } },
    });
  }
  return printing(state);
}

const printing = (value: BlockState): BlockState => block('print', { inputs: { TEXT: { block: value } } });

/** A body with the block, and the functions that it may call. */
function bodyOf(state: BlockState): BlocksState {
  const isRoot = BLOCK_BY_TYPE.get(state.type)?.role === 'root';
  const start = block('start', { id: 'start', ...(!isRoot && { inputs: { DO: { block: state } } }) });
  const functions = JSON.stringify(state).includes('polyloop_call') ? FUNCTIONS : [];
  return {
    blocks: { languageVersion: 0, blocks: [start, ...(isRoot ? [state] : []), ...functions] },
    variables: VARIABLES,
  };
}
