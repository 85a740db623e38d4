/** Resources, and tasks that wait to be released. */

import { tr } from '../../../generator/words/tr.ts';
import { heldAround, LOCK } from '../functions/locks.ts';
import { namesList } from '../reference-field.ts';
import { type BlockSpec, offer, statementInput } from '../spec.ts';

const resource = namesList('resources', 'resources', ({ resources }) => resources);
const sporadic = namesList('sporadic-tasks', 'tasks', (context) => context.sporadic);

export const RESOURCE_BLOCKS: readonly BlockSpec[] = [
  {
    type: LOCK,
    category: 'resources',
    role: 'statement',
    shape: {
      message0: tr`with %1 locked`,
      args0: [resource('RESOURCE')],
      message1: '%1',
      args1: [statementInput('DO')],
      tooltip: tr`Runs the blocks in it while no other user of the resource runs. Keep it short.`,
    },
    offers: ({ resources: [first] }) => (first === undefined ? [] : offer(LOCK, { fields: { RESOURCE: first.name } })),
    print: (block, cpp) => {
      const held = cpp.reference(block, 'RESOURCE', cpp.context.resources);
      if (held === undefined) return cpp.inBraces(cpp.topLevel(block, 'DO'));
      if (heldAround(block).includes(held.name)) {
        cpp.problem(block, 'error', tr`a block around it already locks “${held.name}”: remove one of the two`);
        return cpp.inBraces(cpp.topLevel(block, 'DO'));
      }
      return cpp.names.scoped(`${held.identifier}_held`, `held ${block.id}`, (name) =>
        cpp.inBraces(`${held.identifier}_guard ${name};\n${cpp.topLevel(block, 'DO')}`),
      );
    },
  },
  {
    type: 'polyloop_release',
    category: 'resources',
    role: 'statement',
    shape: {
      message0: tr`start a job of %1`,
      args0: [sporadic('TASK')],
      tooltip: tr`Releases a job of a sporadic task. Releases that come too often are delayed or dropped.`,
    },
    offers: ({ sporadic: [first] }) =>
      first === undefined ? [] : offer('polyloop_release', { fields: { TASK: first.name } }),
    print: (block, cpp) => {
      const task = cpp.reference(block, 'TASK', cpp.context.sporadic);
      return task === undefined ? '' : `${task.identifier}_trigger();\n`;
    },
  },
];
