/** The cores on which a task may run. */

import { MAX_CORES } from '../../../../generator/sketch/limits.ts';
import type { Task } from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSketch } from '../../state/sketch/document.ts';
import type { TaskFields } from '../../state/window/detail.ts';
import { IntegerField } from '../controls/number-field.tsx';
import { useChangeTask } from './use-change.ts';

interface Props {
  readonly task: Task;
  readonly fields: TaskFields;
}

export function TaskCores({ task, fields: { shows } }: Props) {
  const change = useChangeTask(task.name);
  const cores = useSketch((sketch) => sketch.cores);
  const clusterCores = useSketch((sketch) => sketch.clusterCores);
  const maxCores = useSketch((sketch) => targetById(sketch.target).maxCores);
  const global = clusterCores === null || clusterCores >= cores;
  return (
    <>
      {shows('core') ? (
        <IntegerField
          label={tr`Core`}
          value={task.core}
          optional
          min={0}
          max={Math.max(cores, maxCores) - 1}
          placeholder={global ? tr`any` : tr`not placed yet`}
          hint={coreHint(global, clusterCores ?? cores)}
          onCommit={(core) => change(tr`Change core`, { core })}
        />
      ) : null}
      {shows('affinity') ? <Affinity task={task} cores={cores} /> : null}
    </>
  );
}

function coreHint(global: boolean, clusterCores: number): string | undefined {
  if (global) return undefined;
  return clusterCores === 1 ? tr`Each core has its own ready queue.` : tr`The task runs in the cluster of this core.`;
}

/** One checkbox per core. All cores and no core mean the same, and are stored as none. */
function Affinity({ task, cores }: { readonly task: Task; readonly cores: number }) {
  const change = useChangeTask(task.name);
  const { affinity } = task;
  const shown = Array.from(
    { length: Math.min(MAX_CORES, Math.max(cores, ...affinity.map((core) => core + 1))) },
    (_, i) => i,
  );
  const isOn = (core: number) => (affinity.length === 0 ? core < cores : affinity.includes(core));
  const toggle = (core: number) => {
    const next = shown.filter((each) => isOn(each) !== (each === core));
    if (next.length === 0) return;
    const all = next.length === cores && next.every((each) => each < cores);
    change(tr`Change affinity`, { affinity: all ? [] : next });
  };
  return (
    <fieldset className="field core-boxes">
      <legend className="field-label">{tr`May run on`}</legend>
      <div className="core-boxes-line">
        {shown.map((core) => (
          <label key={core} data-missing={core >= cores}>
            <input type="checkbox" checked={isOn(core)} onChange={() => toggle(core)} aria-label={tr`Core ${core}`} />
            {core}
          </label>
        ))}
      </div>
      <p className="field-message">
        {affinity.length === 0
          ? tr`The task may run on every core.`
          : tr`The task’s affinity: the cores on which it may run.`}
      </p>
    </fieldset>
  );
}
