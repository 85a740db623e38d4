/**
 * Arduino Nano as it was sold until 2018, and as most copies are sold today. Its boot loader
 * listens at 57,600 baud. Everything else is the Nano.
 */
import type { Board } from '../../platform/board.ts';
import { tr } from '../../words/tr.ts';
import { nano } from '../nano/index.ts';

export const nanoOld: Board = {
  ...nano,
  id: 'nano-old',
  get label() {
    return tr`Arduino Nano (old boot loader)`;
  },
  platformio: { platform: 'atmelavr', board: 'nanoatmega328', framework: 'arduino' },
  fqbn: 'arduino:avr:nano:cpu=atmega328old',
};
