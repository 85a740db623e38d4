/** The one way in which the forms of a task change it. */
import { type Changes, updateElement } from '../../../../generator/sketch/edits.ts';
import { edit } from '../../state/document.ts';

/** @param mergeKey changes of one key are one step of undo */
export function changeTask(
  name: string,
  label: string,
  changes: Changes<'tasks'>,
  mergeKey: string | null = null,
): void {
  edit(label, (sketch) => updateElement(sketch, 'tasks', name, changes), mergeKey);
}
