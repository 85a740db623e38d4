/** Edits of the sketch and its tasks by the forms of the inspector. */
import { type Changes, type SketchChanges, updateElement, updateSketch } from '../../../../generator/sketch/edits.ts';
import { useSession } from '../../state/session/use-session.ts';

export function useChangeSketch(): (label: string, changes: SketchChanges) => void {
  const { edit } = useSession().document;
  return (label, changes) => edit(label, (sketch) => updateSketch(sketch, changes));
}

/** Changes with the same `mergeKey` are one step of undo. */
type ChangeTask = (label: string, changes: Changes<'tasks'>, mergeKey?: string | null) => void;

export function useChangeTask(name: string): ChangeTask {
  const { edit } = useSession().document;
  return (label, changes, mergeKey = null) =>
    edit(label, (sketch) => updateElement(sketch, 'tasks', name, changes), mergeKey);
}
