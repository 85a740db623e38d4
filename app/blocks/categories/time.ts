/** Time, and what a job measures of itself. */
import type { Block } from 'blockly/core';
import { tr } from '../../../generator/words/tr.ts';
import type { BlocksContext } from '../context.ts';
import { type Cpp, ORDER } from '../cpp.ts';
import { always, type BlockSpec, numberShadow, offer, options, type Printed, valueInput } from '../spec.ts';

const mayWait = ({ isInInterrupt }: BlocksContext) => !isInInterrupt;

function printWait(block: Block, cpp: Cpp): string {
  const isLong = block.getFieldValue('UNIT') === 'ms';
  if (cpp.context.isInInterrupt) {
    cpp.problem(block, 'error', tr`code in an interrupt cannot wait: give the interrupt a handler`);
    return '';
  }
  return isLong
    ? `delay(${cpp.argument('uint32_t', block, 'TIME')});\n`
    : `delayMicroseconds(${cpp.argument('unsigned int', block, 'TIME')});\n`;
}

/** A time of the owner, which the canvas sets. */
const CONSTANTS = [
  [tr`budget`, 'budgetUs'],
  [tr`deadline`, 'deadlineUs'],
  [tr`period`, 'periodUs'],
] as const;
type ConstantName = (typeof CONSTANTS)[number][1];

function constantOf(block: Block, cpp: Cpp): Printed {
  const name = String(block.getFieldValue('TIME')) as ConstantName;
  const value = CONSTANTS.some(([, known]) => known === name) ? cpp.context[name] : null;
  if (value !== null) return [`(int32_t)${value}`, ORDER.UNARY];
  cpp.problem(
    block,
    'error',
    tr`“${cpp.context.owner.name}” has no such time: set it on the canvas, or choose another one`,
  );
  return ['0', ORDER.ATOMIC];
}

/** What the runtime measures of the running job. */
const MEASURED = [
  [tr`execution time of this job so far`, 'pl_job_micros'],
  [tr`budget that this job has left`, 'pl_job_budget_left_micros'],
] as const;

export const TIME_BLOCKS: readonly BlockSpec[] = [
  {
    type: 'polyloop_clock',
    category: 'time',
    role: 'value',
    kind: 'whole',
    check: 'Number',
    shape: {
      message0: tr`%1 since the start`,
      args0: [
        options('UNIT', [
          [tr`milliseconds`, 'millis'],
          [tr`microseconds`, 'micros'],
        ]),
      ],
      tooltip: tr`How long the board has been running. Milliseconds become negative after 24 days, microseconds after 35 minutes.`,
    },
    offers: always('polyloop_clock'),
    print: (block) => [`(int32_t)${block.getFieldValue('UNIT')}()`, ORDER.UNARY],
  },
  {
    type: 'polyloop_wait',
    category: 'time',
    role: 'statement',
    shape: {
      message0: tr`wait %1 %2`,
      args0: [
        valueInput('TIME', 'Number'),
        options('UNIT', [
          [tr`milliseconds`, 'ms'],
          [tr`microseconds`, 'us'],
        ]),
      ],
      inputsInline: true,
      tooltip: tr`Uses up processor time, and so the budget. A task that only waits should have a period instead.`,
    },
    offers: (context) => (mayWait(context) ? offer('polyloop_wait', { inputs: { TIME: numberShadow(1) } }) : []),
    print: printWait,
  },
  {
    type: 'polyloop_time_of_job',
    category: 'time',
    role: 'value',
    kind: 'whole',
    check: 'Number',
    shape: {
      message0: tr`%1 in µs`,
      args0: [options('TIME', CONSTANTS)],
      tooltip: tr`The budget, the deadline or the period from the canvas. It changes when the canvas does.`,
    },
    offers: (context) => {
      const known = CONSTANTS.find(([, name]) => context[name] !== null);
      return known === undefined ? [] : offer('polyloop_time_of_job', { fields: { TIME: known[1] } });
    },
    print: constantOf,
  },
  {
    type: 'polyloop_measured',
    category: 'time',
    role: 'value',
    kind: 'whole',
    check: 'Number',
    shape: {
      message0: tr`%1 in µs`,
      args0: [options('WHAT', MEASURED)],
      tooltip: tr`Measured by the runtime, without the time of interrupts and of other tasks.`,
    },
    offers: ({ hasJob, budgetUs }) => (hasJob && budgetUs !== null ? offer('polyloop_measured') : []),
    print: (block, cpp) => {
      const { hasJob, budgetUs } = cpp.context;
      if (hasJob && budgetUs !== null) return [`(int32_t)${block.getFieldValue('WHAT')}()`, ORDER.UNARY];
      cpp.problem(block, 'error', tr`only the body of a task with a budget is measured: move the block there`);
      return ['0', ORDER.ATOMIC];
    },
  },
];
