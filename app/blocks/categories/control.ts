/** The body itself, decisions and loops. */
import type { Block } from 'blockly/core';
import { tr } from '../../../generator/words/tr.ts';
import { type Cpp, ORDER } from '../cpp.ts';
import { identifierOf } from '../names.ts';
import {
  always,
  type BlockSpec,
  numberShadow,
  offer,
  options,
  statementInput,
  truthShadow,
  valueInput,
} from '../spec.ts';

/** The block that holds the statements of the body. A workspace has exactly one. */
export const START = 'polyloop_start';

const CONDITION = { IF: truthShadow(true) };

const braces = (head: string, body: string) => `${head} {\n${body}}`;

/** The one statement in an input if it is a decision: it becomes `else if`. */
function onlyDecision(block: Block, name: string): Block | null {
  const only = block.getInputTargetBlock(name);
  const isAlone = only !== null && only.getNextBlock() === null && only.isEnabled() && only.getCommentText() === null;
  return isAlone && (only.type === 'polyloop_if' || only.type === 'polyloop_if_else') ? only : null;
}

function printIf(block: Block, cpp: Cpp): string {
  return `${braces(`if (${cpp.truth(block, 'IF')})`, cpp.branch(block, 'DO'))}\n`;
}

function printIfElse(block: Block, cpp: Cpp): string {
  const first = braces(`if (${cpp.truth(block, 'IF')})`, cpp.branch(block, 'DO'));
  const chained = onlyDecision(block, 'ELSE');
  if (chained !== null) return `${first} else ${cpp.inPlace(chained)}`;
  return `${first} ${braces('else', cpp.branch(block, 'ELSE'))}\n`;
}

/** Whether all blocks that use the variable are in this loop. Then the loop declares it. */
function isOwnVariable(block: Block): boolean {
  const id = String(block.getFieldValue('VAR'));
  const statements = block.getInputTargetBlock('DO')?.getDescendants(false) ?? [];
  const inside = new Set([block.id, ...statements.map((each) => each.id)]);
  // A block in the inputs is evaluated before the variable has its first value.
  const inputs = ['FROM', 'TO'].flatMap((name) => block.getInputTargetBlock(name)?.getDescendants(false) ?? []);
  if (inputs.some((each) => each.getFieldValue('VAR') === id)) return false;
  return block.workspace.getAllBlocks(false).every((each) => each.getFieldValue('VAR') !== id || inside.has(each.id));
}

function printCount(block: Block, cpp: Cpp): string {
  const id = String(block.getFieldValue('VAR'));
  const isUp = block.getFieldValue('DIRECTION') === 'UP';
  const step = Math.max(1, Math.abs(Math.trunc(Number(block.getFieldValue('STEP')))));
  const from = cpp.whole(block, 'FROM');
  const to = cpp.whole(block, 'TO', ORDER.RELATION);
  const print = (declared: string, name: string) => {
    const next = step === 1 ? `${name}${isUp ? '++' : '--'}` : `${name} ${isUp ? '+=' : '-='} ${step}`;
    const head = `for (${declared} = ${from}; ${name} ${isUp ? '<=' : '>='} ${to}; ${next})`;
    return `${braces(head, cpp.branch(block, 'DO'))}\n`;
  };
  if (!isOwnVariable(block)) {
    const name = cpp.prologue.variable(block, 'read');
    return print(name, name);
  }
  const model = block.workspace.getVariableMap().getVariableById(id);
  return cpp.names.scoped(identifierOf(model?.getName() ?? 'i'), `variable ${id}`, (name) =>
    print(`int32_t ${name}`, name),
  );
}

const LOOPS = new Set(['polyloop_repeat', 'polyloop_while', 'polyloop_count', 'polyloop_channel_each']);

function isInLoop(block: Block): boolean {
  for (let around = block.getSurroundParent(); around !== null; around = around.getSurroundParent()) {
    if (LOOPS.has(around.type)) return true;
  }
  return false;
}

const IF_THEN = {
  message0: tr`if %1 then`,
  args0: [valueInput('IF', 'Boolean')],
  message1: '%1',
  args1: [statementInput('DO')],
} as const;

export const CONTROL_BLOCKS: readonly BlockSpec[] = [
  {
    type: START,
    category: 'control',
    role: 'root',
    shape: {
      message0: tr`do %1`,
      args0: [statementInput('DO')],
      tooltip: tr`The blocks in here run, from top to bottom. Blocks outside of it do nothing.`,
    },
    offers: () => [],
  },
  {
    type: 'polyloop_if',
    category: 'control',
    role: 'statement',
    shape: {
      ...IF_THEN,
      tooltip: tr`Runs the blocks in it if the condition is true.`,
    },
    offers: always('polyloop_if', { inputs: CONDITION }),
    print: printIf,
  },
  {
    type: 'polyloop_if_else',
    category: 'control',
    role: 'statement',
    shape: {
      ...IF_THEN,
      message2: tr`else %1`,
      args2: [statementInput('ELSE')],
      tooltip: tr`Runs the first blocks if the condition is true, and the other blocks if it is not.`,
    },
    offers: always('polyloop_if_else', { inputs: CONDITION }),
    print: printIfElse,
  },
  {
    type: 'polyloop_repeat',
    category: 'control',
    role: 'statement',
    shape: {
      message0: tr`repeat %1 times`,
      args0: [valueInput('TIMES', 'Number')],
      message1: '%1',
      args1: [statementInput('DO')],
      tooltip: tr`Runs the blocks in it as many times as the number says. The number is computed once, before the first run.`,
    },
    offers: always('polyloop_repeat', { inputs: { TIMES: numberShadow(10) } }),
    print: (block, cpp) => {
      const times = cpp.whole(block, 'TIMES');
      return cpp.names.scoped('left', `repeat ${block.id}`, (name) => {
        const head = `for (int32_t ${name} = ${times}; ${name} > 0; ${name}--)`;
        return `${braces(head, cpp.branch(block, 'DO'))}\n`;
      });
    },
  },
  {
    type: 'polyloop_while',
    category: 'control',
    role: 'statement',
    shape: {
      message0: tr`repeat %1 %2`,
      args0: [
        options('MODE', [
          [tr`while`, 'WHILE'],
          [tr`until`, 'UNTIL'],
        ]),
        valueInput('IF', 'Boolean'),
      ],
      message1: '%1',
      args1: [statementInput('DO')],
      tooltip: tr`Runs the blocks in it again and again, while the condition is true or until it is. A job that repeats for too long exceeds its budget.`,
    },
    offers: always('polyloop_while', { inputs: { IF: truthShadow(false) } }),
    print: (block, cpp) => {
      const isUntil = block.getFieldValue('MODE') === 'UNTIL';
      const condition = isUntil ? `!${cpp.truth(block, 'IF', ORDER.UNARY + 1)}` : cpp.truth(block, 'IF');
      return `${braces(`while (${condition})`, cpp.branch(block, 'DO'))}\n`;
    },
  },
  {
    type: 'polyloop_count',
    category: 'control',
    role: 'statement',
    shape: {
      message0: tr`count %1 %2 from %3 to %4 by %5`,
      args0: [
        { type: 'field_variable', name: 'VAR', variable: 'i', variableTypes: ['Whole'], defaultType: 'Whole' },
        options('DIRECTION', [
          [tr`up`, 'UP'],
          [tr`down`, 'DOWN'],
        ]),
        valueInput('FROM', 'Number'),
        valueInput('TO', 'Number'),
        { type: 'field_number', name: 'STEP', value: 1, min: 1, max: 1_000_000, precision: 1 },
      ],
      inputsInline: true,
      message1: '%1',
      args1: [statementInput('DO')],
      tooltip: tr`Runs the blocks in it for each number from the first to the last. The last number is computed again before each round.`,
    },
    offers: always('polyloop_count', { inputs: { FROM: numberShadow(1), TO: numberShadow(10) } }),
    print: printCount,
  },
  {
    type: 'polyloop_loop_exit',
    category: 'control',
    role: 'statement',
    isLast: true,
    shape: {
      message0: '%1',
      args0: [
        options('FLOW', [
          [tr`leave the loop`, 'break'],
          [tr`continue with the next round`, 'continue'],
        ]),
      ],
      tooltip: tr`Ends the loop around it, or only this round of it.`,
    },
    offers: always('polyloop_loop_exit'),
    print: (block, cpp) => {
      if (isInLoop(block)) return `${block.getFieldValue('FLOW')};\n`;
      cpp.problem(block, 'error', tr`there is no loop around it: move it into a loop`);
      return '';
    },
  },
  {
    type: 'polyloop_end_job',
    category: 'control',
    role: 'statement',
    isLast: true,
    shape: {
      message0: tr`end here`,
      tooltip: tr`Ends this job at once. In a function: ends the function.`,
    },
    offers: always('polyloop_end_job'),
    print: (block, cpp) => {
      const root = block.getRootBlock();
      const result = root.type === 'polyloop_function' ? root.getFieldValue('RESULT') : 'NONE';
      if (result === 'NONE') return 'return;\n';
      cpp.problem(block, 'error', tr`this function gives a result at its end: use “if … else” to leave out blocks`);
      return '';
    },
  },
  {
    type: 'polyloop_choose',
    category: 'control',
    role: 'value',
    kind: (block, cpp) =>
      cpp.kindAt(block, 'THEN') === 'decimal' || cpp.kindAt(block, 'ELSE') === 'decimal' ? 'decimal' : 'whole',
    check: 'Number',
    shape: {
      message0: tr`if %1 then %2 else %3`,
      args0: [valueInput('IF', 'Boolean'), valueInput('THEN', 'Number'), valueInput('ELSE', 'Number')],
      inputsInline: true,
      tooltip: tr`The first number if the condition is true, the second number if it is not.`,
    },
    offers: () => offer('polyloop_choose', { inputs: { ...CONDITION, THEN: numberShadow(1), ELSE: numberShadow(0) } }),
    print: (block, cpp) => {
      const condition = cpp.truth(block, 'IF', ORDER.CHOICE);
      const isDecimal = cpp.kindOf(block) === 'decimal';
      const branch = (name: string) =>
        isDecimal ? cpp.decimal(block, name, ORDER.CHOICE) : cpp.wide(block, name, ORDER.CHOICE);
      return [`${condition} ? ${branch('THEN')} : ${branch('ELSE')}`, ORDER.CHOICE];
    },
  },
];
