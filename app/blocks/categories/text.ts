/** Texts, and the serial line. A text is never kept: it is printed piece by piece, so it takes no memory. */

import type { Block } from 'blockly/core';
import { tr } from '../../../generator/words/tr.ts';
import { type Cpp, ORDER } from '../cpp.ts';
import {
  always,
  type BlockSpec,
  numberShadow,
  offer,
  options,
  PRINTABLE,
  type TextPiece,
  textShadow,
  valueInput,
} from '../spec.ts';
import { textLiteral } from '../text-literal.ts';

/** The calls of print() for each piece, and of println() for the last one. */
export function printCalls(target: string, pieces: readonly TextPiece[], hasNewline: boolean): string {
  if (pieces.length === 0) return hasNewline ? `${target}.println();\n` : '';
  return pieces
    .map(
      ({ code }, index) => `${target}.${hasNewline && index === pieces.length - 1 ? 'println' : 'print'}(${code});\n`,
    )
    .join('');
}

/** A name that a chart can show. Other characters would be escapes in the code. */
function plotName(text: string): string {
  const visible = text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '').replace(/\?+/g, '?');
  return visible.trim() === '' ? 'value' : visible.trim();
}

const joined = (block: Block, cpp: Cpp) => [...cpp.pieces(block, 'A'), ...cpp.pieces(block, 'B')];

export const TEXT_BLOCKS: readonly BlockSpec[] = [
  {
    type: 'polyloop_print',
    category: 'text',
    role: 'statement',
    shape: {
      message0: tr`print %1 %2`,
      args0: [
        valueInput('TEXT', PRINTABLE),
        options('END', [
          [tr`and a new line`, 'LINE'],
          [tr`and stay in the line`, 'STAY'],
        ]),
      ],
      inputsInline: true,
      tooltip: tr`Writes to the serial line, which the console shows. A decimal number is written with two digits after the point.`,
    },
    offers: always('polyloop_print', { inputs: { TEXT: textShadow('hello') } }),
    print: (block, cpp) => printCalls('Serial', cpp.pieces(block, 'TEXT'), block.getFieldValue('END') === 'LINE'),
  },
  {
    type: 'polyloop_plot',
    category: 'text',
    role: 'statement',
    shape: {
      message0: tr`plot %1 as %2`,
      args0: [valueInput('VALUE', ['Number', 'Boolean']), { type: 'field_input', name: 'NAME', text: 'value' }],
      inputsInline: true,
      tooltip: tr`Records a value, which the panel Charts draws over time under this name.`,
    },
    offers: ({ hasPlot }) =>
      !hasPlot ? [] : offer('polyloop_plot', { fields: { NAME: 'value' }, inputs: { VALUE: numberShadow(0) } }),
    print: (block, cpp) => {
      const kind = cpp.kindAt(block, 'VALUE');
      const value =
        kind === 'truth'
          ? cpp.truth(block, 'VALUE')
          : kind === 'decimal'
            ? cpp.decimal(block, 'VALUE')
            : cpp.whole(block, 'VALUE');
      return `plot(${textLiteral(plotName(String(block.getFieldValue('NAME') ?? '')))}, ${value});\n`;
    },
  },
  {
    type: 'polyloop_text',
    category: 'text',
    role: 'value',
    kind: 'text',
    check: 'Text',
    shape: {
      message0: '“ %1 ”',
      args0: [{ type: 'field_input', name: 'TEXT', text: '' }],
      tooltip: tr`A text: letters, digits and signs.`,
    },
    offers: always('polyloop_text', { fields: { TEXT: 'hello' } }),
    pieces: (block) => [{ code: textLiteral(String(block.getFieldValue('TEXT') ?? '')), kind: 'text' }],
    print: (block) => [textLiteral(String(block.getFieldValue('TEXT') ?? '')), ORDER.ATOMIC],
  },
  {
    type: 'polyloop_join',
    category: 'text',
    role: 'value',
    kind: 'text',
    check: 'Text',
    shape: {
      message0: tr`join %1 %2`,
      args0: [valueInput('A', PRINTABLE), valueInput('B', PRINTABLE)],
      inputsInline: true,
      tooltip: tr`One text after the other. Numbers and conditions become text.`,
    },
    offers: always('polyloop_join', { inputs: { A: textShadow('x = '), B: textShadow('') } }),
    pieces: joined,
    print: (block, cpp) => [
      joined(block, cpp)
        .map(({ code }) => code)
        .join(', '),
      ORDER.NONE,
    ],
  },
];
