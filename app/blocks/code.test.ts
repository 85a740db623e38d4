import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { type BlocksState, codeOf, newState } from './code.ts';
import { type BlocksContext, contextOf } from './context.ts';
import type { BlockState } from './spec.ts';

const task = newTask('blink');
const sketch = newSketch('blocks', { tasks: [task] });

function contextFor(member: 'setup' | 'body' = 'body'): BlocksContext {
  const context = contextOf(sketch, { kind: 'tasks', name: 'blink' }, member);
  if (context === null) throw new Error('The sketch has no such body.');
  return context;
}

/** A body with these statements, one after the other. */
function body(statements: readonly BlockState[], rest: BlocksState = {}): BlocksState {
  const [first, ...others] = statements;
  const chain = (state: BlockState, following: readonly BlockState[]): BlockState => {
    const [next, ...after] = following;
    return next === undefined ? state : { ...state, next: { block: chain(next, after) } };
  };
  const inputs = first === undefined ? {} : { inputs: { DO: { block: chain(first, others) } } };
  return { blocks: { languageVersion: 0, blocks: [{ type: 'polyloop_start', id: 'start', ...inputs }] }, ...rest };
}

const number = (value: number): { block: BlockState } => ({
  block: { type: 'polyloop_number', fields: { NUM: value } },
});
const arithmetic = (a: { block: BlockState }, op: string, b: { block: BlockState }): { block: BlockState } => ({
  block: { type: 'polyloop_arithmetic', fields: { OP: op }, inputs: { A: a, B: b } },
});
const knob: { block: BlockState } = { block: { type: 'polyloop_analog_read', fields: { PIN: 'A0' } } };
const print = (value: { block: BlockState }): BlockState => ({ type: 'polyloop_print', inputs: { TEXT: value } });

function printed(statements: readonly BlockState[], rest: BlocksState = {}): string {
  const { code, problems } = codeOf(body(statements, rest), contextFor());
  expect(problems).toEqual([]);
  return code;
}

describe('the code of blocks', () => {
  it('is empty without blocks', () => {
    expect(printed([])).toBe('');
    expect(codeOf(newState(), contextFor())).toMatchObject({ code: '', problems: [] });
  });

  it('has a line for each statement', () => {
    const code = printed([
      { type: 'polyloop_digital_write', fields: { PIN: '13', LEVEL: 'HIGH' } },
      { type: 'polyloop_digital_toggle', fields: { PIN: '12' } },
    ]);
    expect(code).toBe('digitalWrite(13, HIGH);\ndigitalWrite(12, !digitalRead(12));\n');
  });

  it('has parentheses where C++ needs them', () => {
    const sum = arithmetic(knob, 'ADD', number(1));
    expect(printed([print(arithmetic(sum, 'MULTIPLY', number(2)))])).toBe(
      'Serial.println(((int32_t)analogRead(A0) + 1) * 2);\n',
    );
    expect(printed([print(arithmetic(sum, 'ADD', number(2)))])).toBe(
      'Serial.println((int32_t)analogRead(A0) + 1 + 2);\n',
    );
    expect(printed([print(arithmetic(number(2), 'SUBTRACT', sum))])).toBe(
      'Serial.println(2 - ((int32_t)analogRead(A0) + 1));\n',
    );
  });
});
