/** The colours and patterns of the parts of a response. Each part also has a letter. */
import type { ExplanationRow } from '../../../../../generator/explain/explanation.ts';
import { type Pattern, taskLook } from '../../../base/palette.ts';

export interface PartLook {
  readonly colour: string;
  readonly pattern: Pattern;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The letter of a row, by its place. The bars and the table have the same. */
export const letterOf = (place: number): string => LETTERS[place] ?? '*';

/** @param own the task of the job */
export function partLook({ kind, task }: Pick<ExplanationRow, 'kind' | 'task'>, own: number): PartLook {
  switch (kind) {
    case 'own':
      return taskLook(own);
    case 'task':
      return taskLook(task ?? own);
    case 'blocking':
      return { colour: 'var(--pl-problem)', pattern: 'bars' };
    case 'interrupt':
      return { colour: 'var(--pl-accent)', pattern: 'checks' };
    case 'runtime':
      return { colour: 'var(--pl-text-faint)', pattern: 'dots' };
    case 'budget':
      return { colour: 'var(--pl-budget)', pattern: 'stripes' };
    case 'previous':
      return { colour: taskLook(own).colour, pattern: 'stripes' };
    case 'release':
      return { colour: 'var(--pl-line-strong)', pattern: 'solid' };
    case 'unknown':
      return { colour: 'var(--pl-line)', pattern: 'stripes' };
  }
}
