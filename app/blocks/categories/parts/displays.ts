/** Seven-segment digits and LCDs. */
import { pinOf } from '../../../../generator/parts/kinds.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Cpp } from '../../cpp.ts';
import { type BlockSpec, numberShadow, options, PRINTABLE, textShadow, valueInput } from '../../spec.ts';
import { printCalls } from '../text.ts';
import { lcd, showDigit } from './helpers.ts';
import { at, command, LISTS } from './spec.ts';

const SEGMENTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;

function printDigit(part: Part, cpp: Cpp, digit: string): string {
  const isCathode = part.common !== 'anode';
  const segments = SEGMENTS.map((id) => at(part, id));
  // Outputs begin low, which would light all segments of a digit with a common anode until its first digit.
  if (isCathode) for (const pin of segments) cpp.prologue.pinMode(pin, 'OUTPUT');
  const common = pinOf(part, 'common');
  if (common !== undefined) cpp.prologue.pinMode(common, 'OUTPUT');
  const name = showDigit(cpp, part.name, segments, isCathode ? 'HIGH' : 'LOW');
  const select = common === undefined ? '' : `digitalWrite(${common}, ${isCathode ? 'LOW' : 'HIGH'});\n`;
  return `${select}${name}(${digit});\n`;
}

const LCD_DATA = ['d4', 'd5', 'd6', 'd7'] as const;

function lcdOf(part: Part, cpp: Cpp): string {
  const [rs, e, data] = [at(part, 'rs'), at(part, 'e'), LCD_DATA.map((id) => at(part, id))];
  for (const pin of [rs, e, ...data]) cpp.prologue.pinMode(pin, 'OUTPUT');
  return lcd(cpp, part.name, { rs, e, data });
}

export const DISPLAY_BLOCKS: readonly BlockSpec[] = [
  command(
    'digit',
    LISTS.digit,
    {
      message: tr`on %1 show the digit %2`,
      args: [valueInput('DIGIT', 'Number')],
      tooltip: tr`Shows a digit from 0 to 9. Any other number leaves it dark.`,
      inputs: { DIGIT: numberShadow(7) },
    },
    (part, block, cpp) => printDigit(part, cpp, cpp.whole(block, 'DIGIT')),
  ),
  command(
    'digit_clear',
    LISTS.digit,
    { message: tr`clear %1`, tooltip: tr`Turns all segments off.` },
    (part, _block, cpp) => printDigit(part, cpp, '-1'),
  ),
  command(
    'lcd_begin',
    LISTS.lcd,
    {
      message: tr`start %1`,
      tooltip: tr`Prepares the LCD and clears it. Put this block into the setup: it takes 70 ms.`,
    },
    (part, _block, cpp) => `${lcdOf(part, cpp)}.begin();\n`,
  ),
  command(
    'lcd_print',
    LISTS.lcd,
    {
      message: tr`on %1 write %2`,
      args: [valueInput('TEXT', PRINTABLE)],
      tooltip: tr`Writes from the cursor on. The LCD has two lines of 16 characters.`,
      inputs: { TEXT: textShadow('hello') },
    },
    (part, block, cpp) => printCalls(lcdOf(part, cpp), cpp.pieces(block, 'TEXT'), false),
  ),
  command(
    'lcd_cursor',
    LISTS.lcd,
    {
      message: tr`on %1 go to column %2 of line %3`,
      args: [
        valueInput('COLUMN', 'Number'),
        options('ROW', [
          ['1', '0'],
          ['2', '1'],
        ]),
      ],
      tooltip: tr`Sets where the next text begins. Columns count from 0 to 15.`,
      inputs: { COLUMN: numberShadow(0) },
    },
    (part, block, cpp) =>
      `${lcdOf(part, cpp)}.setCursor(${cpp.whole(block, 'COLUMN')}, ${block.getFieldValue('ROW')});\n`,
  ),
  command(
    'lcd_clear',
    LISTS.lcd,
    { message: tr`clear %1`, tooltip: tr`Empties the LCD and goes to its start. It takes 2 ms.` },
    (part, _block, cpp) => `${lcdOf(part, cpp)}.clear();\n`,
  ),
];
