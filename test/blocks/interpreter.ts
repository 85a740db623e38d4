/**
 * Runs blocks by their meaning, as docs/blocks.md has it. It reads Blockly's JSON and knows nothing of the
 * printer. Whole numbers have 32 bits and decimals single precision, as on an Arduino Uno.
 */
import type { BlocksState } from '../../app/blocks/code.ts';
import type { BlockState } from '../../app/blocks/spec.ts';
import {
  arithmetic,
  compare,
  decimal,
  decimalText,
  numberOf,
  type Operands,
  toDecimal,
  toWhole,
  Undefined,
  type Value,
  whole,
} from './values.ts';

export type Flow = 'next' | 'break' | 'continue' | 'return';

const MOST_STEPS = 3_000;
const MOST_OUTPUT = 400;

export const short = (type: string) => type.replace(/^polyloop_/, '');
const DEFAULTS: Readonly<Record<string, Value>> = {
  Whole: { is: 'whole', number: 0 },
  Decimal: { is: 'decimal', number: 0 },
  Truth: { is: 'truth', truth: false },
};

interface FunctionScope {
  readonly inputs: readonly Value[];
}

export class Interpreter {
  output = '';
  private readonly start: BlockState;
  private readonly functions = new Map<string, BlockState>();
  private readonly variables = new Map<string, Value>();
  private steps = 0;
  private scope: FunctionScope | null = null;

  constructor(state: BlocksState) {
    const { blocks, variables } = state as {
      blocks: { blocks: BlockState[] };
      variables?: { id: string; type: string }[];
    };
    const start = blocks.blocks.find(({ type }) => type === 'polyloop_start');
    if (start === undefined) throw new Error('The program has no start.');
    this.start = start;
    for (const root of blocks.blocks) if (root.type === 'polyloop_function') this.functions.set(root.id ?? '', root);
    for (const { id, type } of variables ?? []) this.variables.set(id, DEFAULTS[type] ?? whole(0));
  }

  /** Runs one job. Variables keep their values for the next one. */
  job(): void {
    this.steps = 0;
    this.run(this.input(this.start, 'DO'));
  }

  protected input(block: BlockState, name: string): BlockState | undefined {
    const connection = block.inputs?.[name];
    return connection?.block ?? connection?.shadow;
  }

  protected field(block: BlockState, name: string): string {
    const value: unknown = block.fields?.[name];
    if (typeof value === 'object' && value !== null && 'id' in value) return String(value.id);
    return String(value);
  }

  /** @param cost how many usual steps take as long */
  protected step(cost = 1): void {
    this.steps += cost;
    if (this.steps > MOST_STEPS) throw new Undefined('too long');
    if (this.output.length > MOST_OUTPUT) throw new Undefined('too much text');
  }

  // Statements -------------------------------------------------------------------------------------

  protected run(first: BlockState | undefined): Flow {
    for (let block = first; block !== undefined; block = block.next?.block) {
      const flow = this.statement(block);
      if (flow !== 'next') return flow;
    }
    return 'next';
  }

  protected statement(block: BlockState): Flow {
    this.step();
    switch (short(block.type)) {
      case 'print':
        this.print(this.input(block, 'TEXT'));
        if (this.field(block, 'END') === 'LINE') this.output += '\r\n';
        return 'next';
      case 'whole_set':
        return this.set(block, whole(toWhole(this.value(block, 'VALUE'))));
      case 'decimal_set':
        return this.set(block, decimal(toDecimal(this.value(block, 'VALUE'))));
      case 'truth_set':
        return this.set(block, { is: 'truth', truth: this.truth(block, 'VALUE') });
      case 'whole_change': {
        const change = toWhole(this.value(block, 'VALUE'));
        return this.set(block, whole(numberOf(this.variable(block)) + change));
      }
      case 'decimal_change': {
        const change = toDecimal(this.value(block, 'VALUE'));
        return this.set(block, decimal(numberOf(this.variable(block)) + change));
      }
      case 'if':
        return this.truth(block, 'IF') ? this.run(this.input(block, 'DO')) : 'next';
      case 'if_else':
        return this.run(this.input(block, this.truth(block, 'IF') ? 'DO' : 'ELSE'));
      case 'repeat':
        return this.repeat(block);
      case 'while':
        return this.loop(block);
      case 'count':
        return this.count(block);
      case 'loop_exit':
        return this.field(block, 'FLOW') === 'break' ? 'break' : 'continue';
      case 'end_job':
        return 'return';
      case 'call':
        this.call(block);
        return 'next';
      default:
        throw new Error(`The interpreter does not know ${block.type}.`);
    }
  }

  private set(block: BlockState, value: Value): Flow {
    this.variables.set(this.field(block, 'VAR'), value);
    return 'next';
  }

  private repeat(block: BlockState): Flow {
    for (let left = toWhole(this.value(block, 'TIMES')); left > 0; left--) {
      const flow = this.round(block);
      if (flow === 'return') return flow;
      if (flow === 'break') break;
    }
    return 'next';
  }

  private loop(block: BlockState): Flow {
    const isUntil = this.field(block, 'MODE') === 'UNTIL';
    while (this.truth(block, 'IF') !== isUntil) {
      const flow = this.round(block);
      if (flow === 'return') return flow;
      if (flow === 'break') break;
    }
    return 'next';
  }

  private count(block: BlockState): Flow {
    const isUp = this.field(block, 'DIRECTION') === 'UP';
    const step = Number(this.field(block, 'STEP'));
    this.set(block, whole(toWhole(this.value(block, 'FROM'))));
    for (;;) {
      const now = numberOf(this.variable(block));
      const to = toWhole(this.value(block, 'TO'));
      if (isUp ? now > to : now < to) return 'next';
      const flow = this.round(block);
      if (flow === 'return') return flow;
      if (flow === 'break') return 'next';
      this.set(block, whole(numberOf(this.variable(block)) + (isUp ? step : -step)));
    }
  }

  private round(block: BlockState): Flow {
    this.step();
    return this.run(this.input(block, 'DO'));
  }

  private call(block: BlockState): Value | undefined {
    const definition = this.functions.get(this.field(block, 'FUNCTION'));
    if (definition === undefined) throw new Error('The program calls no function.');
    const count = Number(this.field(definition, 'COUNT'));
    const inputs = Array.from({ length: count }, (_, index) => {
      const type = this.field(definition, `T${index + 1}`);
      const name = `ARG${index + 1}`;
      if (type === 'Truth') return { is: 'truth', truth: this.truth(block, name) } as const;
      const given = this.value(block, name);
      return type === 'Decimal' ? decimal(toDecimal(given)) : whole(toWhole(given));
    });
    const outer = this.scope;
    this.scope = { inputs };
    this.run(this.input(definition, 'STATEMENTS'));
    const result = this.result(definition);
    this.scope = outer;
    return result;
  }

  private result(definition: BlockState): Value | undefined {
    const type = this.field(definition, 'RESULT');
    if (type === 'NONE') return undefined;
    if (type === 'Truth') return { is: 'truth', truth: this.truth(definition, 'VALUE') };
    const value = this.value(definition, 'VALUE');
    return type === 'Decimal' ? decimal(toDecimal(value)) : whole(toWhole(value));
  }

  // Text -------------------------------------------------------------------------------------------

  protected print(block: BlockState | undefined): void {
    if (block === undefined) return;
    const type = short(block.type);
    if (type === 'text') this.output += this.field(block, 'TEXT');
    else if (type === 'join') {
      this.print(this.input(block, 'A'));
      this.print(this.input(block, 'B'));
    } else {
      const value = this.evaluate(block);
      if (value.is === 'truth') this.output += String(value.truth);
      else this.output += value.is === 'whole' ? String(value.number) : decimalText(value.number);
    }
  }

  // Values -----------------------------------------------------------------------------------------

  private variable(block: BlockState): Value {
    return this.variables.get(this.field(block, 'VAR')) ?? whole(0);
  }

  protected value(block: BlockState, name: string): Value {
    const input = this.input(block, name);
    return input === undefined ? whole(0) : this.evaluate(input);
  }

  protected truth(block: BlockState, name: string): boolean {
    const input = this.input(block, name);
    if (input === undefined) return false;
    const value = this.evaluate(input);
    if (value.is !== 'truth') throw new Error('A number is used as a condition.');
    return value.truth;
  }

  /** The numbers of inputs that become decimals if one of them is. */
  private together(block: BlockState, ...names: string[]): Operands {
    const values = names.map((name) => this.value(block, name));
    const isDecimal = values.some(({ is }) => is === 'decimal');
    return { numbers: values.map(isDecimal ? toDecimal : numberOf), make: isDecimal ? decimal : whole };
  }

  protected evaluate(block: BlockState): Value {
    this.step();
    switch (short(block.type)) {
      case 'number': {
        const number = Number(this.field(block, 'NUM'));
        return Number.isInteger(number) ? whole(number) : decimal(number);
      }
      case 'truth':
        return { is: 'truth', truth: this.field(block, 'VALUE') === 'TRUE' };
      case 'whole_get':
      case 'decimal_get':
      case 'truth_get':
        return this.variable(block);
      case 'parameter_number':
      case 'parameter_truth':
        return this.scope?.inputs[Number(this.field(block, 'INPUT')) - 1] ?? whole(0);
      case 'call_number':
      case 'call_truth':
        return this.call(block) ?? whole(0);
      case 'arithmetic':
        return arithmetic(this.together(block, 'A', 'B'), this.field(block, 'OP'));
      case 'remainder': {
        const [left, right] = [toWhole(this.value(block, 'A')), toWhole(this.value(block, 'B'))];
        return whole(right === 0 ? 0 : left % right);
      }
      case 'negate': {
        const { numbers, make } = this.together(block, 'A');
        return make(-(numbers[0] ?? 0));
      }
      case 'least_most': {
        const { numbers, make } = this.together(block, 'A', 'B');
        return make(this.field(block, 'OP') === 'min' ? Math.min(...numbers) : Math.max(...numbers));
      }
      case 'absolute': {
        const { numbers, make } = this.together(block, 'A');
        return make(Math.abs(numbers[0] ?? 0));
      }
      case 'constrain': {
        const { numbers, make } = this.together(block, 'VALUE', 'LOW', 'HIGH');
        const [value = 0, low = 0, high = 0] = numbers;
        return make(value < low ? low : Math.min(value, high));
      }
      case 'map':
        return this.map(block);
      case 'round': {
        const value = toDecimal(this.value(block, 'A'));
        const mode = this.field(block, 'OP');
        if (mode === 'DOWN') return whole(Math.floor(value));
        if (mode === 'UP') return whole(Math.ceil(value));
        return whole(Math.sign(value) * Math.round(Math.abs(value)));
      }
      case 'decimal':
        return decimal(toDecimal(this.value(block, 'A')));
      case 'square_root': {
        const value = toDecimal(this.value(block, 'A'));
        return decimal(Math.sqrt(value));
      }
      case 'choose': {
        const isFirst = this.truth(block, 'IF');
        const isDecimal = [this.input(block, 'THEN'), this.input(block, 'ELSE')].some((each) => this.isDecimal(each));
        const value = this.value(block, isFirst ? 'THEN' : 'ELSE');
        return isDecimal ? decimal(toDecimal(value)) : value;
      }
      case 'compare':
        return { is: 'truth', truth: compare(this.together(block, 'A', 'B').numbers, this.field(block, 'OP')) };
      case 'and_or': {
        const isAnd = this.field(block, 'OP') === 'AND';
        const left = this.truth(block, 'A');
        return { is: 'truth', truth: left === isAnd ? this.truth(block, 'B') : left };
      }
      case 'not':
        return { is: 'truth', truth: !this.truth(block, 'A') };
      default:
        throw new Error(`The interpreter does not know ${block.type}.`);
    }
  }

  private map(block: BlockState): Value {
    const value = toWhole(this.value(block, 'VALUE'));
    const [fromLow = 0, fromHigh = 0, toLow = 0, toHigh = 0] = ['FROM_LOW', 'FROM_HIGH', 'TO_LOW', 'TO_HIGH'].map(
      (name) => Number(this.field(block, name)),
    );
    const scaled = numberOf(whole(numberOf(whole(value - fromLow)) * (toHigh - toLow)));
    return whole(Math.trunc(scaled / (fromHigh - fromLow)) + toLow);
  }

  /** Whether a value is a decimal, which does not depend on what happens. */
  protected isDecimal(block: BlockState | undefined): boolean {
    if (block === undefined) return false;
    const input = (name: string) => this.isDecimal(this.input(block, name));
    switch (short(block.type)) {
      case 'number':
        return !Number.isInteger(Number(this.field(block, 'NUM')));
      case 'decimal':
      case 'decimal_get':
      case 'square_root':
        return true;
      case 'arithmetic':
      case 'least_most':
        return input('A') || input('B');
      case 'negate':
      case 'absolute':
        return input('A');
      case 'constrain':
        return input('VALUE') || input('LOW') || input('HIGH');
      case 'choose':
        return input('THEN') || input('ELSE');
      case 'call_number':
        return this.typeOfFunction(block, 'RESULT') === 'Decimal';
      case 'parameter_number':
        return this.scope?.inputs[Number(this.field(block, 'INPUT')) - 1]?.is === 'decimal';
      default:
        return false;
    }
  }

  private typeOfFunction(block: BlockState, field: string): string {
    const definition = this.functions.get(this.field(block, 'FUNCTION'));
    return definition === undefined ? '' : this.field(definition, field);
  }
}
