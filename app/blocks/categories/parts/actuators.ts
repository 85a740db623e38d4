/** Servos and buzzers. */
import { tr } from '../../../../generator/words/tr.ts';
import { literalOf } from '../../constants.ts';
import { type BlockSpec, numberShadow, valueInput } from '../../spec.ts';
import { beep, turnServo } from './helpers.ts';
import { at, command, LISTS } from './spec.ts';

export const ACTUATOR_BLOCKS: readonly BlockSpec[] = [
  command(
    'servo',
    LISTS.servo,
    {
      message: tr`turn %1 to %2 °`,
      args: [valueInput('ANGLE', 'Number')],
      tooltip: tr`Sends one pulse of up to 2.4 ms, which turns the servo to an angle from 0 to 180. Use it in a task with a period of 20 ms.`,
      inputs: { ANGLE: numberShadow(90) },
    },
    (part, block, cpp) => {
      cpp.prologue.pinMode(at(part, 'signal'), 'OUTPUT');
      return `${turnServo(cpp)}(${at(part, 'signal')}, ${cpp.whole(block, 'ANGLE')});\n`;
    },
  ),
  command(
    'buzzer',
    LISTS.buzzer,
    {
      message: tr`on %1 play a tone of %2 Hz`,
      args: [valueInput('HERTZ', 'Number')],
      tooltip: tr`Makes the buzzer sound until it is silenced. 440 Hz is the note A.`,
      inputs: { HERTZ: numberShadow(440) },
    },
    (part, block, cpp) => {
      cpp.prologue.pinMode(at(part, 'signal'), 'OUTPUT');
      return `tone(${at(part, 'signal')}, ${cpp.argument('unsigned int', block, 'HERTZ')});\n`;
    },
  ),
  command(
    'buzzer_beep',
    LISTS.buzzer,
    {
      message: tr`beep %1 with %2 Hz for %3 ms`,
      args: [valueInput('HERTZ', 'Number'), valueInput('TIME', 'Number')],
      tooltip: tr`Makes the buzzer sound for some time. The program continues at once.`,
      inputs: { HERTZ: numberShadow(880), TIME: numberShadow(100) },
    },
    (part, block, cpp) => {
      cpp.prologue.pinMode(at(part, 'signal'), 'OUTPUT');
      const [pin, hertz] = [at(part, 'signal'), cpp.argument('unsigned int', block, 'HERTZ')];
      const time = block.getInputTargetBlock('TIME');
      const isLong = time !== null && (literalOf(time) ?? 0) >= 1;
      if (isLong) return `tone(${pin}, ${hertz}, ${cpp.argument('uint32_t', block, 'TIME')});\n`;
      return `${beep(cpp)}(${pin}, ${hertz}, ${cpp.whole(block, 'TIME')});\n`;
    },
  ),
  command(
    'buzzer_stop',
    LISTS.buzzer,
    { message: tr`silence %1`, tooltip: tr`Stops the sound of the buzzer.` },
    (part) => `noTone(${at(part, 'signal')});\n`,
  ),
];
