/** The pins that the timeline draws below the lanes of a sketch's tasks. */

import { PART_TYPES, terminalOf } from '../../../../generator/parts/kinds.ts';
import { pinsInCode } from '../../../../generator/parts/pins-in-code.ts';
import type { Part, Sketch } from '../../../../generator/sketch/model.ts';
import { systemOf } from '../../../../generator/system/system.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { taskLook } from '../../base/palette.ts';
import type { PinRow } from '../../charts/timeline/timeline.tsx';

/** Pins by the task's number in telemetry. */
export type PinsByTask = ReadonlyMap<number, ReadonlySet<string>>;

/**
 * Returns a row for each pin that a task drives: those that its code names, and those that its jobs
 * were seen to change.
 *
 * @param pins the names of the board's pins, in their order
 */
export function pinRowsOf(sketch: Sketch, pins: readonly string[], seen: PinsByTask): PinRow[] {
  return systemOf(sketch).runnables.flatMap(({ index, element, source }) => {
    const named = pinsInCode(sketch, element === 'task' ? codesOfTask(sketch, source) : codesOfHandler(sketch, source));
    const driven = pins.filter((pin) => named.driven.has(pin) || seen.get(index)?.has(pin));
    return driven.map((pin) => ({ taskIndex: index, pin, ...lookOf(sketch.parts, pin, index) }));
  });
}

function codesOfTask({ tasks }: Sketch, source: number): string[] {
  const task = tasks[source];
  return task === undefined ? [] : [task.body, task.deadlineHandler, task.budgetHandler];
}

const codesOfHandler = ({ interrupts }: Sketch, source: number): string[] => [interrupts[source]?.body ?? ''];

/** Colours of lines that can be read on a light and on a dark ground. */
const LED_LIGHTS = {
  red: '#e5484d',
  orange: '#d96b0b',
  yellow: '#b58900',
  green: '#2f9e58',
  blue: '#3b82f6',
  white: 'var(--pl-text)',
} as const;

/** The name and the colour of the part on a pin. */
function lookOf(parts: readonly Part[], pin: string, task: number): Pick<PinRow, 'label' | 'colour'> {
  const own = taskLook(task).colour;
  for (const part of parts) {
    const id = Object.keys(part.pins).find((each) => part.pins[each] === pin);
    if (id === undefined) continue;
    const { terminals } = PART_TYPES[part.kind];
    const terminal = terminalOf(part, id);
    const label = terminals.length === 1 || terminal === undefined ? part.name : `${part.name} ${terminal.label}`;
    const light = part.kind === 'rgb-led' ? id : (part.color ?? 'red');
    const isLight = part.kind === 'led' || part.kind === 'rgb-led';
    return { label, colour: isLight && isLightName(light) ? LED_LIGHTS[light] : own };
  }
  return { label: tr`pin ${pin}`, colour: own };
}

const isLightName = (name: string): name is keyof typeof LED_LIGHTS => Object.hasOwn(LED_LIGHTS, name);
