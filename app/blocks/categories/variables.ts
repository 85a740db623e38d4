/** Variables. They belong to the body, start at 0 or false, and keep their values between jobs. */
import { tr } from '../../../generator/words/tr.ts';
import { ORDER } from '../cpp.ts';
import { type BlockSpec, numberShadow, offer, truthShadow, type ValueKind, valueInput } from '../spec.ts';

/** The types that Blockly's variables have. */
export const VARIABLE_TYPES = ['Whole', 'Decimal', 'Truth'] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

interface Family {
  readonly type: VariableType;
  readonly stem: string;
  readonly word: string;
  readonly kind: ValueKind;
  readonly check: 'Number' | 'Boolean';
}

const FAMILIES: readonly Family[] = [
  { type: 'Whole', stem: 'whole', word: tr`whole number`, kind: 'whole', check: 'Number' },
  { type: 'Decimal', stem: 'decimal', word: tr`decimal number`, kind: 'decimal', check: 'Number' },
  { type: 'Truth', stem: 'truth', word: tr`true or false`, kind: 'truth', check: 'Boolean' },
];
const USUAL_NAMES: Readonly<Record<VariableType, string>> = { Whole: 'count', Decimal: 'value', Truth: 'isOn' };

const field = (type: VariableType) => ({
  type: 'field_variable',
  name: 'VAR',
  variable: USUAL_NAMES[type],
  variableTypes: [type],
  defaultType: type,
});

function familyBlocks({ type, stem, word, kind, check }: Family): BlockSpec[] {
  const fields = { VAR: { name: USUAL_NAMES[type], type } };
  const shadow = check === 'Number' ? numberShadow(0) : truthShadow(true);
  const blocks: BlockSpec[] = [
    {
      type: `polyloop_${stem}_set`,
      category: 'variables',
      role: 'statement',
      shape: {
        message0: tr`set %1 to %2`,
        args0: [field(type), valueInput('VALUE', check)],
        inputsInline: true,
        tooltip: tr`Gives the variable (${word}) a new value. It keeps the value for the next job.`,
      },
      offers: () => offer(`polyloop_${stem}_set`, { fields, inputs: { VALUE: shadow } }),
      print: (block, cpp) => {
        const name = cpp.prologue.variable(block, 'write');
        const value =
          kind === 'truth'
            ? cpp.truth(block, 'VALUE')
            : kind === 'decimal'
              ? cpp.decimal(block, 'VALUE')
              : cpp.whole(block, 'VALUE');
        return `${name} = ${value};\n`;
      },
    },
    {
      type: `polyloop_${stem}_get`,
      category: 'variables',
      role: 'value',
      kind,
      check,
      shape: { message0: '%1', args0: [field(type)], tooltip: tr`The value of the variable (${word}).` },
      offers: () => offer(`polyloop_${stem}_get`, { fields }),
      print: (block, cpp) => [cpp.prologue.variable(block, 'read'), ORDER.ATOMIC],
    },
  ];
  if (kind === 'truth') return blocks;
  return [
    ...blocks,
    {
      type: `polyloop_${stem}_change`,
      category: 'variables',
      role: 'statement',
      shape: {
        message0: tr`change %1 by %2`,
        args0: [field(type), valueInput('VALUE', check)],
        inputsInline: true,
        tooltip: tr`Adds a number to the variable. A negative number makes it smaller.`,
      },
      offers: () => offer(`polyloop_${stem}_change`, { fields, inputs: { VALUE: numberShadow(1) } }),
      print: (block, cpp) => {
        const name = cpp.prologue.variable(block, 'read');
        const value = kind === 'decimal' ? cpp.decimal(block, 'VALUE') : cpp.whole(block, 'VALUE');
        if (value === '1') return `${name}++;\n`;
        return `${name} += ${value};\n`;
      },
    },
  ];
}

export const VARIABLE_BLOCKS: readonly BlockSpec[] = FAMILIES.flatMap(familyBlocks);
