/** The execution times of a task's jobs in the simulation. They do not affect admission. */

import {
  EXECUTION_SHAPES,
  type Execution,
  type ExecutionShape,
  type Task,
} from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { IntegerField, TimeField } from '../controls/number-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { EXECUTION_LABELS } from '../controls/words.ts';
import { Group } from './form.tsx';
import { useChangeTask } from './use-change.ts';

type Choice = ExecutionShape | 'budget';

const OPTIONS = [
  { value: 'budget', label: tr`their whole budget` },
  ...EXECUTION_SHAPES.map((value) => ({ value, label: EXECUTION_LABELS[value].short })),
] as const satisfies readonly { readonly value: Choice; readonly label: string }[];

/** Initial value for a task without a budget (a background task). Unit: µs. */
const FIRST_US = 1_000;
const FIRST_RARE_PERCENT = 5;

export function TaskExecution({ task }: { readonly task: Task }) {
  const { execution } = task;
  const changeTask = useChangeTask(task.name);
  const change = (next: Execution | null) => changeTask(tr`Change execution times`, { execution: next });
  return (
    <Group title={tr`In the prediction`} note={tr`Admission always assumes the whole budget C.`}>
      <SelectField<Choice>
        label={tr`Jobs take`}
        value={execution?.shape ?? 'budget'}
        options={OPTIONS}
        onChange={(choice) => change(choice === 'budget' ? null : executionOf(task, choice))}
        hint={execution === null ? undefined : EXECUTION_LABELS[execution.shape].title}
      />
      {execution === null ? null : <Times execution={execution} budgetUs={task.budgetUs} change={change} />}
    </Group>
  );
}

/** Keeps existing values as far as the new shape uses them. */
function executionOf({ execution, budgetUs }: Task, shape: ExecutionShape): Execution {
  const mostUs = execution?.mostUs ?? budgetUs ?? FIRST_US;
  const leastUs = execution?.leastUs ?? Math.ceil(mostUs / 2);
  const rarePercent = execution?.rarePercent ?? 0;
  return {
    shape,
    leastUs,
    mostUs,
    rarePercent: shape === 'bimodal' && rarePercent === 0 ? FIRST_RARE_PERCENT : rarePercent,
  };
}

interface TimesProps {
  readonly execution: Execution;
  readonly budgetUs: number | null;
  readonly change: (next: Execution) => void;
}

function Times({ execution, budgetUs, change }: TimesProps) {
  const unit = useSketch((sketch) => sketch.timeUnit);
  const { shape, leastUs, mostUs, rarePercent } = execution;
  const over =
    budgetUs !== null && mostUs > budgetUs ? tr`Above the budget, to see the effect of an overrun.` : undefined;
  return (
    <>
      {shape === 'constant' ? null : (
        <TimeField
          label={shape === 'bimodal' ? tr`Usually` : tr`At least`}
          us={leastUs}
          unit={unit}
          maxUs={mostUs}
          onCommit={(us) => change({ ...execution, leastUs: us })}
        />
      )}
      <TimeField
        label={shape === 'constant' ? tr`Time` : shape === 'bimodal' ? tr`Rarely` : tr`At most`}
        us={mostUs}
        unit={unit}
        minUs={shape === 'constant' ? 0 : leastUs}
        hint={over}
        onCommit={(us) => change({ ...execution, mostUs: us, leastUs: Math.min(leastUs, us) })}
      />
      {shape === 'bimodal' ? (
        <IntegerField
          label={tr`Long ones`}
          value={rarePercent}
          min={0}
          max={100}
          unit="%"
          onCommit={(percent) => (percent === null ? undefined : change({ ...execution, rarePercent: percent }))}
        />
      ) : null}
    </>
  );
}
