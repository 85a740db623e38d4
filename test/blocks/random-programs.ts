/** Random programs of blocks that compute and print. Most of them are defined; see `Undefined`. */
import fc, { type Arbitrary } from 'fast-check';
import type { BlocksState } from '../../app/blocks/code.ts';
import type { BlockState } from '../../app/blocks/spec.ts';

const VARIABLES = [
  { name: 'a', id: 'a', type: 'Whole' },
  { name: 'b', id: 'b', type: 'Whole' },
  { name: 'i', id: 'i', type: 'Whole' },
  { name: 'x', id: 'x', type: 'Decimal' },
  { name: 'y', id: 'y', type: 'Decimal' },
  { name: 'p', id: 'p', type: 'Truth' },
  { name: 'q', id: 'q', type: 'Truth' },
  { name: 'since', id: 'since', type: 'Whole' },
];

/** What a place adds to the blocks that every body has. */
export interface Extras {
  readonly numbers: readonly Arbitrary<BlockState>[];
  readonly truths: readonly Arbitrary<BlockState>[];
  /** Statements of the body. */
  readonly inBody: (values: Values, calls: readonly Arbitrary<BlockState>[]) => readonly Arbitrary<BlockState>[];
  /** Statements of the function that prints. */
  readonly inFunction: (values: Values) => readonly Arbitrary<BlockState>[];
}

type Inputs = Readonly<Record<string, Arbitrary<BlockState>>>;
type Fields = Readonly<Record<string, Arbitrary<unknown>>>;

/** A block with drawn fields and inputs. */
export function made(type: string, fields: Fields = {}, inputs: Inputs = {}): Arbitrary<BlockState> {
  return fc.record({ fields: fc.record(fields), inputs: fc.record(inputs) }).map((drawn) => ({
    type: `polyloop_${type}`,
    fields: drawn.fields,
    inputs: Object.fromEntries(Object.entries(drawn.inputs).map(([name, block]) => [name, { block }])),
  }));
}

export const of = (...values: readonly unknown[]) => fc.constantFrom(...values);
const variable = (...ids: string[]) => fc.constantFrom(...ids.map((id) => ({ id })));

const literal = fc
  .oneof(
    { weight: 6, arbitrary: fc.integer({ min: -20, max: 20 }) },
    { weight: 3, arbitrary: fc.integer({ min: -1_000, max: 1_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -70_000, max: 70_000 }) },
    {
      weight: 1,
      arbitrary: of(
        2_147_483_647,
        -2_147_483_647,
        32_767,
        32_768,
        -32_768,
        65_536,
        127,
        128,
        200,
        255,
        256,
        -129,
      ) as Arbitrary<number>,
    },
    { weight: 3, arbitrary: fc.integer({ min: -4_000, max: 4_000 }).map((number) => number / 16) },
    { weight: 1, arbitrary: fc.integer({ min: -9_999, max: 9_999 }).map((number) => number / 100) },
  )
  .map((number): BlockState => ({ type: 'polyloop_number', fields: { NUM: number } }));

const bound = fc.integer({ min: -50, max: 50 });

type Calls = Pick<Extras, 'numbers' | 'truths'>;

export interface Values {
  readonly number: Arbitrary<BlockState>;
  readonly truth: Arbitrary<BlockState>;
}

/** @param leaves values of the place: the inputs of a function */
export function valuesWith(leaves: Calls, calls: (values: Values) => Calls): Values {
  const trees = fc.letrec<{ number: BlockState; truth: BlockState }>((tie) => {
    const [number, truth] = [tie('number'), tie('truth')];
    const called = calls({ number, truth });
    return {
      number: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'values' },
        { weight: 5, arbitrary: literal },
        { weight: 4, arbitrary: made('whole_get', { VAR: variable('a', 'b', 'i') }) },
        { weight: 2, arbitrary: made('decimal_get', { VAR: variable('x', 'y') }) },
        ...leaves.numbers.map((arbitrary) => ({ weight: 3, arbitrary })),
        {
          weight: 8,
          arbitrary: made('arithmetic', { OP: of('ADD', 'SUBTRACT', 'MULTIPLY', 'DIVIDE') }, { A: number, B: number }),
        },
        { weight: 2, arbitrary: made('remainder', {}, { A: number, B: number }) },
        { weight: 1, arbitrary: made('negate', {}, { A: number }) },
        { weight: 1, arbitrary: made('least_most', { OP: of('min', 'max') }, { A: number, B: number }) },
        { weight: 1, arbitrary: made('absolute', {}, { A: number }) },
        { weight: 1, arbitrary: made('constrain', {}, { VALUE: number, LOW: number, HIGH: number }) },
        {
          weight: 1,
          arbitrary: made(
            'map',
            { FROM_LOW: bound, FROM_HIGH: bound.map((each) => each + 101), TO_LOW: bound, TO_HIGH: bound },
            { VALUE: number },
          ),
        },
        { weight: 1, arbitrary: made('round', { OP: of('NEAREST', 'DOWN', 'UP') }, { A: number }) },
        { weight: 1, arbitrary: made('decimal', {}, { A: number }) },
        { weight: 1, arbitrary: made('square_root', {}, { A: made('absolute', {}, { A: number }) }) },
        { weight: 1, arbitrary: made('choose', {}, { IF: truth, THEN: number, ELSE: number }) },
        ...called.numbers.map((arbitrary) => ({ weight: 1, arbitrary })),
      ),
      truth: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'values' },
        { weight: 1, arbitrary: made('truth', { VALUE: of('TRUE', 'FALSE') }) },
        { weight: 3, arbitrary: made('truth_get', { VAR: variable('p', 'q') }) },
        ...leaves.truths.map((arbitrary) => ({ weight: 2, arbitrary })),
        {
          weight: 6,
          arbitrary: made('compare', { OP: of('EQ', 'NE', 'LT', 'LE', 'GT', 'GE') }, { A: number, B: number }),
        },
        { weight: 2, arbitrary: made('and_or', { OP: of('AND', 'OR') }, { A: truth, B: truth }) },
        { weight: 1, arbitrary: made('not', {}, { A: truth }) },
        ...called.truths.map((arbitrary) => ({ weight: 1, arbitrary })),
      ),
    };
  });
  return { number: trees.number, truth: trees.truth };
}

const comment = fc.option(of('counts up', 'two\nlines', 'ends with \\').map(String), { freq: 12, nil: undefined });

/** The statements, one after the other; the list is never empty. */
function chained(statements: readonly BlockState[], comments: readonly (string | undefined)[]): BlockState {
  return statements.reduceRight<BlockState | null>((next, statement, index) => {
    const text = comments[index];
    const isEnd = statement.type === 'polyloop_end_job' || statement.type === 'polyloop_loop_exit';
    return {
      ...statement,
      ...(next !== null && !isEnd && { next: { block: next } }),
      ...(text !== undefined && { icons: { comment: { text } } }),
    };
  }, null) as BlockState;
}

/** @param last a statement that may end the list: a way out of a loop */
export function listOf(
  statement: Arbitrary<BlockState>,
  last: Arbitrary<BlockState> | null = null,
): Arbitrary<BlockState> {
  return fc
    .record({
      statements: fc.array(statement, { minLength: 1, maxLength: 4 }),
      comments: fc.array(comment, { maxLength: 4 }),
      end: last === null ? fc.constant(null) : fc.option(last, { freq: 3, nil: null }),
    })
    .map(({ statements, comments, end }) => chained(end === null ? statements : [...statements, end], comments));
}

/** The way out of a loop. */
export const exitOf = ({ truth }: Pick<Values, 'truth'>): Arbitrary<BlockState> =>
  made('if', {}, { IF: truth, DO: made('loop_exit', { FLOW: of('break', 'continue') }) });

export function statementsWith(
  { number, truth }: Values,
  calls: readonly Arbitrary<BlockState>[],
): Arbitrary<BlockState> {
  const printed = fc.oneof(
    number,
    truth,
    made('text', { TEXT: of('x', 'y = ', '"', '\\', '??/', '%d', 'ü') }),
    made('join', {}, { A: made('text', { TEXT: of(': ', '') }), B: number }),
  );
  const exit = exitOf({ truth });
  return fc.letrec<{ statement: BlockState }>((tie) => {
    const statement = tie('statement');
    const inner = listOf(statement);
    const round = listOf(statement, exit);
    return {
      statement: fc.oneof(
        { maxDepth: 2, depthIdentifier: 'statements' },
        { weight: 6, arbitrary: made('print', { END: of('LINE', 'STAY') }, { TEXT: printed }) },
        { weight: 4, arbitrary: made('whole_set', { VAR: variable('a', 'b') }, { VALUE: number }) },
        { weight: 2, arbitrary: made('decimal_set', { VAR: variable('x', 'y') }, { VALUE: number }) },
        { weight: 2, arbitrary: made('truth_set', { VAR: variable('p', 'q') }, { VALUE: truth }) },
        { weight: 3, arbitrary: made('whole_change', { VAR: variable('a', 'b') }, { VALUE: number }) },
        { weight: 1, arbitrary: made('decimal_change', { VAR: variable('x', 'y') }, { VALUE: number }) },
        { weight: 2, arbitrary: made('if', {}, { IF: truth, DO: inner }) },
        { weight: 2, arbitrary: made('if_else', {}, { IF: truth, DO: inner, ELSE: inner }) },
        { weight: 1, arbitrary: made('repeat', {}, { TIMES: small, DO: round }) },
        {
          weight: 1,
          arbitrary: made(
            'count',
            { VAR: variable('i'), DIRECTION: of('UP', 'DOWN'), STEP: fc.integer({ min: 1, max: 3 }) },
            { FROM: small, TO: small, DO: round },
          ),
        },
        { weight: 1, arbitrary: made('while', { MODE: of('WHILE', 'UNTIL') }, { IF: truth, DO: round }) },
        { weight: 1, arbitrary: made('if', {}, { IF: truth, DO: made('end_job') }) },
        ...calls.map((arbitrary) => ({ weight: 1, arbitrary })),
      ),
    };
  }).statement;
}

const small = fc
  .integer({ min: -3, max: 6 })
  .map((number): BlockState => ({ type: 'polyloop_number', fields: { NUM: number } }));

/** Functions: `f` and `t` give back a value and change nothing; `g` prints and changes variables. */
const SIGNATURES = {
  f: {
    name: 'f',
    inputs: [
      { name: 'n', type: 'Whole' },
      { name: 'd', type: 'Decimal' },
    ],
    result: 'Whole',
  },
  t: { name: 't', inputs: [{ name: 'n', type: 'Whole' }], result: 'Truth' },
  g: {
    name: 'g',
    inputs: [
      { name: 'on', type: 'Truth' },
      { name: 'n', type: 'Whole' },
    ],
    result: 'NONE',
  },
} as const;
type FunctionId = keyof typeof SIGNATURES;

const withState = (block: Arbitrary<BlockState>, extraState: unknown) =>
  block.map((state) => ({ ...state, extraState }));

function callOf(id: FunctionId, type: string, { number, truth }: Values): Arbitrary<BlockState> {
  const { name, inputs } = SIGNATURES[id];
  const values = inputs.map((input, index) => [`ARG${index + 1}`, input.type === 'Truth' ? truth : number] as const);
  return withState(made(type, { FUNCTION: of(id) }, Object.fromEntries(values)), { name, inputs });
}

function definitionOf(id: FunctionId, inputs: Inputs): Arbitrary<BlockState> {
  const { name, inputs: parameters, result } = SIGNATURES[id];
  const fields: Record<string, Arbitrary<unknown>> = {
    NAME: of(name),
    COUNT: of(String(parameters.length)),
    RESULT: of(result),
  };
  parameters.forEach((parameter, index) => {
    fields[`P${index + 1}`] = of(parameter.name);
    fields[`T${index + 1}`] = of(parameter.type);
  });
  const definition = withState(made('function', fields, inputs), { count: parameters.length, result });
  return definition.map((state) => ({ ...state, id }));
}

const none = { numbers: [], truths: [] };
const parameter = (kind: 'number' | 'truth', index: number) => made(`parameter_${kind}`, { INPUT: of(String(index)) });

/** Calls of the functions that give back a value. */
export const valueCalls = (values: Values): Calls => ({
  numbers: [callOf('f', 'call_number', values)],
  truths: [callOf('t', 'call_truth', values)],
});

export function programWith(extras: Extras): Arbitrary<BlocksState> {
  const within = (numbers: Calls['numbers'], truths: Calls['truths'], calls: (values: Values) => Calls) =>
    valuesWith({ numbers: [...numbers, ...extras.numbers], truths: [...truths, ...extras.truths] }, calls);
  const inF = within([parameter('number', 1), parameter('number', 2)], [], () => none);
  const inT = within([parameter('number', 1)], [], (values) => ({
    numbers: [callOf('f', 'call_number', values)],
    truths: [],
  }));
  const inG = within([parameter('number', 2)], [parameter('truth', 1)], valueCalls);
  const inBody = within([], [], valueCalls);
  const calls = [callOf('g', 'call', inBody)];
  return fc
    .record({
      body: listOf(statementsWith(inBody, [...calls, ...extras.inBody(inBody, calls)])),
      f: definitionOf('f', { VALUE: inF.number }),
      t: definitionOf('t', { VALUE: inT.truth }),
      g: definitionOf('g', { STATEMENTS: listOf(statementsWith(inG, extras.inFunction(inG))) }),
    })
    .map(({ body, f, t, g }) => ({
      blocks: {
        languageVersion: 0,
        blocks: [{ type: 'polyloop_start', id: 'start', inputs: { DO: { block: body } } }, f, t, g],
      },
      variables: VARIABLES,
    }));
}
