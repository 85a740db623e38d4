/** Blocks of parts: a block has a list of the parts of one kind that are wired for it. */
import type { Block } from 'blockly/core';
import { PART_TYPES, pinOf } from '../../../../generator/parts/kinds.ts';
import type { Part, PartKind } from '../../../../generator/sketch/model.ts';
import type { BlocksContext } from '../../context.ts';
import { type Cpp, ORDER } from '../../cpp.ts';
import { type PartFilter, partList } from '../../reference-field.ts';
import {
  type BlockState,
  type Offer,
  offer,
  type Printed,
  type StatementSpec,
  type ValueKind,
  type ValueSpec,
} from '../../spec.ts';

/** Whether all terminals that must be wired are wired to pins that the board has. */
const isWired: PartFilter = (part, { pins }) =>
  PART_TYPES[part.kind].terminals.every(({ id, unwired, needs }) => {
    const pin = pinOf(part, id);
    if (pin === undefined) return unwired !== null;
    const able = needs === 'analog-input' ? pins.analog : needs === 'pwm-output' ? pins.pwm : pins.digital;
    return able.includes(pin);
  });
const hasPwm: PartFilter = (part, context) =>
  isWired(part, context) && context.pins.pwm.includes(pinOf(part, 'anode') ?? '');
const hasTone: PartFilter = (part, context) => context.hasTone && isWired(part, context);
/** Blocks that wait are not for code that runs in an interrupt. */
const mayWait: PartFilter = (part, context) => !context.isInInterrupt && isWired(part, context);

interface List {
  readonly field: ReturnType<typeof partList>;
  readonly first: (context: BlocksContext) => Part | undefined;
}

function list(name: string, kind: PartKind, accepts: PartFilter = isWired): List {
  return {
    field: partList(name, [kind], accepts),
    first: (context) => context.parts.find((part) => part.kind === kind && accepts(part, context)),
  };
}

export const LISTS = {
  led: list('leds', 'led'),
  dimmable: list('dimmable-leds', 'led', hasPwm),
  rgb: list('rgb-leds', 'rgb-led'),
  button: list('buttons', 'button'),
  switch: list('slide-switches', 'slide-switch'),
  knob: list('potentiometers', 'potentiometer'),
  light: list('light-sensors', 'light-sensor'),
  servo: list('servos', 'servo', mayWait),
  buzzer: list('buzzers', 'buzzer', hasTone),
  ultrasonic: list('ultrasonic-sensors', 'ultrasonic', mayWait),
  digit: list('seven-segments', 'seven-segment'),
  lcd: list('lcds', 'lcd', mayWait),
  strip: list('led-strips', 'led-strip'),
  generator: list('signal-generators', 'signal-generator'),
} as const;

/** The pin of a terminal that `isWired` has checked. */
export const at = (part: Part, terminal: string): string => pinOf(part, terminal) ?? '0';

interface PartShape {
  /** %1 is the part. */
  readonly message: string;
  readonly args?: readonly object[];
  readonly tooltip: string;
  readonly inputs?: BlockState['inputs'];
}

function offers(type: string, { first }: List, inputs: BlockState['inputs']) {
  return (context: BlocksContext): readonly Offer[] => {
    const part = first(context);
    return part === undefined ? [] : offer(type, { fields: { PART: part.name }, ...(inputs && { inputs }) });
  };
}

const shapeOf = (from: List, { message, args = [], tooltip }: PartShape) => ({
  message0: message,
  args0: [from.field('PART'), ...args],
  inputsInline: true,
  tooltip,
});

export function command(
  name: string,
  from: List,
  shape: PartShape,
  print: (part: Part, block: Block, cpp: Cpp) => string,
): StatementSpec {
  const type = `polyloop_${name}`;
  return {
    type,
    category: 'parts',
    role: 'statement',
    shape: shapeOf(from, shape),
    offers: offers(type, from, shape.inputs),
    print: (block, cpp) => {
      const part = cpp.reference(block, 'PART', cpp.context.parts);
      return part === undefined ? '' : print(part, block, cpp);
    },
  };
}

export function reading(
  name: string,
  from: List,
  kind: ValueKind,
  shape: PartShape,
  print: (part: Part, cpp: Cpp) => Printed,
): ValueSpec {
  const type = `polyloop_${name}`;
  return {
    type,
    category: 'parts',
    role: 'value',
    kind,
    check: kind === 'truth' ? 'Boolean' : 'Number',
    shape: shapeOf(from, shape),
    offers: offers(type, from, shape.inputs),
    print: (block, cpp) => {
      const part = cpp.reference(block, 'PART', cpp.context.parts);
      if (part === undefined) return [kind === 'truth' ? 'false' : '0', ORDER.ATOMIC];
      return print(part, cpp);
    },
  };
}

/** Whether the pin has the level. */
export function level(terminal: string, mode: 'INPUT' | 'INPUT_PULLUP', wanted: 'HIGH' | 'LOW') {
  return (part: Part, cpp: Cpp): Printed => {
    cpp.prologue.pinMode(at(part, terminal), mode);
    return [`digitalRead(${at(part, terminal)}) == ${wanted}`, ORDER.EQUALITY];
  };
}

export const voltage =
  (terminal: string) =>
  (part: Part): Printed => [`analogRead(${at(part, terminal)})`, ORDER.POSTFIX];
