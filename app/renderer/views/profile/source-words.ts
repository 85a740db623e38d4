import { boardById } from '../../../../generator/boards/index.ts';
import type { Profile } from '../../../../generator/profile/profile.ts';
import { deviceWords } from '../../../../generator/profile/words.ts';
import { targetById } from '../../../../generator/targets/index.ts';

/** What a profile is of, with the names that the window shows: `Arduino Uno, Super-loop, virtual board`. */
export const sourceWords = ({ board, target, device }: Profile): string =>
  `${boardById(board)?.label ?? board}, ${targetById(target).label}, ${deviceWords(device)}`;
