/** The sample tasks of parts, built from blocks instead of typed. */

import type { Sample } from '../../../../generator/parts/samples.ts';
import { changeBlocks } from '../../../../generator/sketch/blocks/forms.ts';
import {
  type BlockState,
  blocksOfState,
  stateOfBlocks,
  type WorkspaceState,
} from '../../../../generator/sketch/blocks/workspace.ts';
import type { Part, PartKind, Sketch, Task } from '../../../../generator/sketch/model.ts';
import { START } from '../../../blocks/categories/control.ts';
import { codeOf } from '../../../blocks/code.ts';
import { contextOf } from '../../../blocks/context.ts';

/** The blocks of a body. Undefined: there are none for these parts. */
type Build = (part: (...kinds: readonly PartKind[]) => Part | undefined) => WorkspaceState | undefined;

/** The block that reads a part, by the part's kind. */
const READINGS: Partial<Readonly<Record<PartKind, string>>> = {
  button: 'polyloop_button',
  'slide-switch': 'polyloop_switch',
  potentiometer: 'polyloop_knob',
  'light-sensor': 'polyloop_light',
  ultrasonic: 'polyloop_distance',
};

const use = (type: string, part: Part, inputs: Readonly<Record<string, BlockState>> = {}): BlockState => ({
  type,
  fields: { PART: part.name },
  inputs: Object.fromEntries(Object.entries(inputs).map(([name, block]) => [name, { block }])),
});
const reading = (part: Part): BlockState => use(READINGS[part.kind] ?? '', part);

const LAST = { name: 'last', id: 'last', type: 'Whole' };
const last = { VAR: { id: LAST.id } };
const printed = (block: BlockState): BlockState => ({ type: 'polyloop_print', inputs: { TEXT: { block } } });

/** A body with this statement. */
const bodyOf = (statement: BlockState, variables: readonly object[] = []): WorkspaceState => ({
  blocks: {
    languageVersion: 0,
    blocks: [{ type: START, id: 'start', x: 24, y: 24, deletable: false, inputs: { DO: { block: statement } } }],
  },
  ...(variables.length === 0 ? {} : { variables }),
});

/** By the idea of the sample. */
const BUILDS: Readonly<Record<string, Build>> = {
  blink: (part) => {
    const led = part('led');
    return led && bodyOf(use('polyloop_led_toggle', led));
  },
  switch_led: (part) => {
    const [led, input] = [part('led'), part('button', 'slide-switch')];
    return led && input && bodyOf(use('polyloop_led_set', led, { VALUE: reading(input) }));
  },
  move_servo: (part) => {
    const [servo, input] = [part('servo'), part('potentiometer', 'light-sensor')];
    if (servo === undefined || input === undefined) return undefined;
    const angle: BlockState = {
      type: 'polyloop_map',
      fields: { FROM_LOW: 0, FROM_HIGH: 1023, TO_LOW: 0, TO_HIGH: 180 },
      inputs: { VALUE: { block: reading(input) } },
    };
    return bodyOf(use('polyloop_servo', servo, { ANGLE: angle }));
  },
  // Prints the value whenever it changes.
  print_value: (part) => {
    const input = part('potentiometer', 'light-sensor');
    if (input === undefined) return undefined;
    const kept: BlockState = { type: 'polyloop_whole_get', fields: last };
    const isNew: BlockState = {
      type: 'polyloop_compare',
      fields: { OP: 'NE' },
      inputs: { A: { block: reading(input) }, B: { block: kept } },
    };
    const keep: BlockState = {
      type: 'polyloop_whole_set',
      fields: last,
      inputs: { VALUE: { block: reading(input) } },
      next: { block: printed(kept) },
    };
    const decision = { type: 'polyloop_if', inputs: { IF: { block: isNew }, DO: { block: keep } } };
    return bodyOf(decision, [LAST]);
  },
  measure: (part) => {
    const sensor = part('ultrasonic');
    return sensor && bodyOf(printed(reading(sensor)));
  },
};

/** The task of a sample with blocks, or with its code if there are no blocks for it. */
export function builtTask(sketch: Sketch, { idea, parts, task }: Sample): Task {
  const used = sketch.parts.filter(({ name }) => parts.includes(name));
  const state = BUILDS[idea]?.((...kinds) => used.find(({ kind }) => kinds.includes(kind)));
  if (state === undefined) return task;
  const owner = { kind: 'tasks', name: task.name } as const;
  const empty = { ...sketch, tasks: [...sketch.tasks, { ...task, setup: '', body: '' }] };
  const context = contextOf(empty, owner, 'body');
  if (context === null) return task;
  const workspace = blocksOfState(state);
  const { code, problems } = codeOf(stateOfBlocks(workspace), context);
  if (problems.length > 0) return task;
  const built = changeBlocks(empty, owner, 'body', workspace, code);
  return (built.ok ? built.sketch.tasks.at(-1) : undefined) ?? task;
}
