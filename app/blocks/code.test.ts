import { describe, expect, it } from 'vitest';
import { plotsIn } from '../../generator/sketch/code/plots.ts';
import { newChannel, newPart, newResource, newSketch, newTask } from '../../generator/sketch/create.ts';
import { withinCpuTime } from '../../test/cpu-time.ts';
import { type BlocksState, codeOf, newState } from './code.ts';
import { type BlocksContext, contextOf } from './context.ts';
import type { BlockState } from './spec.ts';
import { offersOf } from './toolbox.ts';

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

  it('plots values under names that a literal can have', () => {
    const plot = (name: string, value?: { block: BlockState }): BlockState => ({
      type: 'polyloop_plot',
      fields: { NAME: name },
      ...(value && { inputs: { VALUE: value } }),
    });
    const isHot = { block: { type: 'polyloop_truth', fields: { VALUE: 'TRUE' } } };
    const code = printed([
      plot('temperature', number(21.5)),
      plot('온도 "a\\b"', knob),
      plot('hot', isHot),
      plot(' ??/\u0007\u200d '),
      plot('\t'),
    ]);
    expect(code).toBe(
      [
        'plot("temperature", 21.5F);',
        'plot("온도 \\"a\\\\b\\"", analogRead(A0));',
        'plot("hot", true);',
        'plot("?/", 0);',
        'plot("value", 0);',
        '',
      ].join('\n'),
    );
    // The generator gives each of these names a number.
    expect(plotsIn(['', code])).toEqual(['temperature', '온도 "a\\b"', 'hot', '?/', 'value']);
  });

  it('has no block for the values of charts if the shared code has its own function', () => {
    const types = (prelude: string) => {
      const context = contextOf({ ...sketch, prelude }, { kind: 'tasks', name: 'blink' }, 'body');
      return context === null ? [] : offersOf(context, 'text').map(({ type }) => type);
    };
    for (const other of ['', 'void log(float x) { plot("x", x); }']) expect(types(other)).toContain('polyloop_plot');
    expect(types('void plot(int x) {}')).not.toContain('polyloop_plot');
  });

  it('makes no sound of a beep without a length', () => {
    const horn = newPart('horn', 'buzzer', { pins: { signal: '8' } });
    const context = contextOf({ ...sketch, parts: [horn] }, { kind: 'tasks', name: 'blink' }, 'body');
    if (context === null) throw new Error('The sketch has no such body.');
    const beep = (ms: number): BlockState => ({
      type: 'polyloop_buzzer_beep',
      fields: { PART: 'horn' },
      inputs: { HERTZ: number(200), TIME: number(ms) },
    });
    expect(codeOf(body([beep(100)]), context).code).toContain('tone(8, 200, 100);');
    const { code } = codeOf(body([beep(0), beep(-5)]), context);
    expect(code).toContain('if (milliseconds > 0) tone(');
    expect(code).toMatch(/beep\(8, 200, 0\);\nbeep\(8, 200, -5\);\n$/);
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

const set = (value: { block: BlockState }, id = 'count'): BlockState => ({
  type: 'polyloop_whole_set',
  fields: { VAR: { id } },
  inputs: { VALUE: value },
});
const get = (id = 'count'): { block: BlockState } => ({
  block: { type: 'polyloop_whole_get', fields: { VAR: { id } } },
});
const VARIABLES = {
  variables: [
    { name: 'count', id: 'count', type: 'Whole' },
    { name: 'i', id: 'i', type: 'Whole' },
  ],
};

describe('variables', () => {
  it('are declared once and keep their values between jobs', () => {
    const code = printed([set(number(1)), print(get())], VARIABLES);
    expect(code).toBe('static int32_t count = 0;\n\ncount = 1;\nSerial.println(count);\n');
  });

  it('that are never read cause no warning', () => {
    expect(printed([set(number(1))], VARIABLES)).toBe('[[gnu::unused]] static int32_t count = 0;\n\ncount = 1;\n');
  });

  it('of a loop alone are declared in the loop', () => {
    const count = {
      type: 'polyloop_count',
      fields: { VAR: { id: 'i' }, DIRECTION: 'UP', STEP: 2 },
      inputs: { FROM: number(1), TO: number(10), DO: { block: print(get('i')) } },
    };
    expect(printed([count], VARIABLES)).toBe('for (int32_t i = 1; i <= 10; i += 2) {\n  Serial.println(i);\n}\n');
    expect(printed([count, print(get('i'))], VARIABLES)).toContain('for (i = 1; i <= 10; i += 2) {');
  });
});

describe('an item that is written', () => {
  it('has a cast where a literal does not fit in its field', () => {
    const item = [{ name: 'level', type: 'int8', count: 1 }] as const;
    const channel = newChannel('levels', { item, writer: 'blink' });
    const context = contextOf({ ...sketch, channels: [channel] }, { kind: 'tasks', name: 'blink' }, 'body');
    if (context === null) throw new Error('The sketch has no such body.');
    const write = (value: number): BlockState => ({
      type: 'polyloop_channel_write',
      fields: { CHANNEL: 'levels' },
      extraState: { slots: context.channels[0]?.slots },
      inputs: { 'SLOT level': number(value) },
    });
    const { code } = codeOf(body([write(127), write(128)]), context);
    expect(code).toBe('levels_write(127);\nlevels_write((int8_t)128);\n');
  });
});

describe('the newest item of a channel', () => {
  it('is read before the functions that use it', () => {
    const reading = newChannel('level', { writer: 'other', readers: ['blink'] });
    const tasks = [task, newTask('other')];
    const context = contextOf({ ...sketch, tasks, channels: [reading] }, { kind: 'tasks', name: 'blink' }, 'body');
    if (context === null) throw new Error('The sketch has no such body.');
    const slot = context.channels[0]?.slots[0]?.name;
    const half: BlockState = {
      type: 'polyloop_function',
      id: 'half',
      fields: { NAME: 'half', COUNT: '0', RESULT: 'Whole' },
      extraState: { count: 0, result: 'Whole' },
      inputs: {
        VALUE: { block: { type: 'polyloop_channel_newest_number', fields: { CHANNEL: 'level', SLOT: slot } } },
      },
    };
    const call = {
      block: { type: 'polyloop_call_number', fields: { FUNCTION: 'half' }, extraState: { name: 'half' } },
    };
    const state = body([print(call)]) as { blocks: { blocks: BlockState[] } };
    const { code, problems } = codeOf({ blocks: { ...state.blocks, blocks: [...state.blocks.blocks, half] } }, context);
    expect(problems).toEqual([]);
    expect(code).toMatch(/level_read\(&newest_level\);[\s\S]*half = \[\]/);
  });
});

describe('the transmission to an LED strip', () => {
  it('keeps the registers that it changes apart from those that it reads', () => {
    const strip = newPart('strip', 'led-strip', { pins: { data: '6' } });
    const context = contextOf({ ...sketch, parts: [strip] }, { kind: 'tasks', name: 'blink' }, 'body');
    if (context === null) throw new Error('The sketch has no such body.');
    const { code } = codeOf(body([{ type: 'polyloop_strip_show', fields: { PART: 'strip' } }]), context);
    expect(code).toContain('"+&r"(next)');
    expect(code).not.toContain('"+r"');
  });
});

describe('readable code', () => {
  const decision = (value: number, rest: Partial<NonNullable<BlockState['inputs']>> = {}): BlockState => ({
    type: rest.ELSE === undefined ? 'polyloop_if' : 'polyloop_if_else',
    inputs: {
      IF: { block: { type: 'polyloop_compare', fields: { OP: 'GT' }, inputs: { A: knob, B: number(value) } } },
      DO: { block: print(number(value)) },
      ...rest,
    },
  });

  it('chains decisions with else if', () => {
    expect(printed([decision(500, { ELSE: { block: decision(200) } })])).toBe(
      'if (analogRead(A0) > 500) {\n  Serial.println(500);\n} else if (analogRead(A0) > 200) {\n  Serial.println(200);\n}\n',
    );
  });

  it('keeps comments, and no backslash continues them', () => {
    const commented = { ...print(number(1)), icons: { comment: { text: 'first\nends with \\' } } };
    expect(printed([commented])).toBe('// first\n// ends with\nSerial.println(1);\n');
  });

  it('prints a text in pieces', () => {
    const text = (value: string) => ({ block: { type: 'polyloop_text', fields: { TEXT: value } } });
    const join = { block: { type: 'polyloop_join', inputs: { A: text('온도 "x" = '), B: knob } } };
    expect(printed([print(join)])).toBe('Serial.print("온도 \\"x\\" = ");\nSerial.println(analogRead(A0));\n');
  });

  it('divides by what may be 0 with a function, and by other literals without', () => {
    expect(printed([print(arithmetic(knob, 'DIVIDE', number(4)))])).toBe('Serial.println(analogRead(A0) / 4);\n');
    expect(printed([print(arithmetic(number(9), 'DIVIDE', knob))])).toContain(
      'Serial.println(divide(9, analogRead(A0)));\n',
    );
  });
});

describe('lines', () => {
  it('are found from blocks, and blocks from lines', () => {
    const inner = { ...print({ block: { ...knob.block, id: 'value' } }), id: 'inner' };
    const outer = { type: 'polyloop_if', id: 'outer', inputs: { DO: { block: inner } } };
    const { code, lineOf, blockAt } = codeOf(body([outer]), contextFor());
    expect(code.split('\n')[1]).toBe('  Serial.println(analogRead(A0));');
    expect([lineOf('outer'), lineOf('inner'), lineOf('value'), lineOf('nobody')]).toEqual([1, 2, 2, null]);
    expect([blockAt(1), blockAt(2), blockAt(3), blockAt(9)]).toEqual(['outer', 'inner', 'outer', null]);
  });
});

describe('problems', () => {
  const problemsOf = (statements: readonly BlockState[]) => codeOf(body(statements), contextFor());

  it('name a block of another version, and keep what follows it', () => {
    const { code, problems } = problemsOf([{ type: 'polyloop_of_the_future', id: 'new' }, print(number(1))]);
    expect(problems).toEqual([
      {
        severity: 'error',
        blockId: 'new',
        message:
          'The block “polyloop_of_the_future” is not known: open the sketch with a newer version of Polyloop, or replace the block.',
      },
    ]);
    expect(code).toContain('#error "The block');
    expect(code).toContain('Serial.println(1);');
  });

  it('name a channel, a part or a pin that is gone', () => {
    const { problems } = problemsOf([
      { type: 'polyloop_channel_if', id: 'a', fields: { CHANNEL: 'lost' } },
      { type: 'polyloop_led', id: 'b', fields: { PART: 'lost LED', LEVEL: 'HIGH' } },
      { type: 'polyloop_digital_toggle', id: 'c', fields: { PIN: '99' } },
    ]);
    expect(problems.map(({ blockId, message }) => [blockId, message])).toEqual([
      ['a', expect.stringContaining('this body cannot use channel “lost”: connect it to the channel on the canvas')],
      ['b', expect.stringContaining('this body cannot use part “lost LED”: add and wire the part again')],
      ['c', expect.stringContaining('this body cannot use pin “99”: choose another pin')],
    ]);
  });

  it('name a call of a function that locks what a block around the call has locked', () => {
    const users = [{ task: 'blink', criticalSectionUs: 10 }];
    const locking = { ...sketch, resources: [newResource('bus', { users }), newResource('log', { users })] };
    const context = contextOf(locking, { kind: 'tasks', name: 'blink' }, 'body');
    if (context === null) throw new Error('The sketch has no such body.');
    const lock = (resource: string, inside: BlockState): BlockState => ({
      type: 'polyloop_lock',
      fields: { RESOURCE: resource },
      inputs: { DO: { block: inside } },
    });
    const call = (id: string, called: string): BlockState => ({
      type: 'polyloop_call',
      id,
      fields: { FUNCTION: called },
    });
    const define = (id: string, inside: BlockState): BlockState => ({
      type: 'polyloop_function',
      id,
      fields: { NAME: id, COUNT: '0', RESULT: 'NONE' },
      inputs: { STATEMENTS: { block: inside } },
    });
    const { blocks } = body([
      lock('log', lock('bus', call('through', 'report'))),
      lock('log', call('other', 'report')),
      call('outside', 'report'),
    ]) as { blocks: { blocks: BlockState[] } };
    const functions = [define('say', lock('bus', print(number(1)))), define('report', call('inner', 'say'))];
    const { problems } = codeOf({ blocks: { languageVersion: 0, blocks: [...blocks.blocks, ...functions] } }, context);
    expect(problems).toEqual([
      {
        severity: 'warning',
        blockId: 'through',
        message:
          '“do report”: “report” locks “bus”, which a block around this one has locked already, so its lock does nothing: move this block out of the lock, or remove the lock in “report”',
      },
    ]);
  });

  it('name a size that does not fit in a whole number', () => {
    const least = arithmetic(number(-2_147_483_647), 'SUBTRACT', number(1));
    const size: { block: BlockState } = { block: { type: 'polyloop_absolute', inputs: { A: least } } };
    const { problems } = problemsOf([print(size)]);
    expect(problems).toMatchObject([{ severity: 'error', message: expect.stringContaining('size of') }]);
  });

  it('name a product with the period that does not fit in a whole number', () => {
    const period = { block: { type: 'polyloop_time_of_job', fields: { TIME: 'periodUs' } } };
    const { problems } = problemsOf([print(arithmetic(period, 'MULTIPLY', number(1_000_000)))]);
    expect(problems).toMatchObject([{ severity: 'error', message: expect.stringContaining('does not fit') }]);
  });

  it('say that a block outside of the body does nothing', () => {
    const loose = {
      blocks: { languageVersion: 0, blocks: [{ type: 'polyloop_start' }, { ...print(number(1)), id: 'x' }] },
    };
    const { code, problems } = codeOf(loose, contextFor());
    expect(code).toBe('');
    expect(problems).toMatchObject([{ severity: 'warning', blockId: 'x' }]);
  });

  it('are no exceptions, whatever the state is', () => {
    for (const state of [
      {},
      { blocks: 7 },
      { blocks: { blocks: [null, 1, {}] } },
      { blocks: { blocks: [{ type: 'x' }] } },
    ]) {
      expect(() => codeOf(state as BlocksState, contextFor())).not.toThrow();
    }
  });
});

describe('a thousand blocks', () => {
  it('cost little to read and print', () => {
    const statements = Array.from({ length: 250 }, () => print(arithmetic(knob, 'ADD', number(1))));
    const state = body(statements);
    const context = contextFor();
    const { code } = withinCpuTime('1,000 blocks', 300, () => codeOf(state, context));
    expect(code.split('\n')).toHaveLength(251);
  });
});
