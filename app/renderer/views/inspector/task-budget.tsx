/** What happens to a job that has exhausted its budget, and what the selected target supports. */

import { Code2 } from 'lucide-react';
import type { Capabilities } from '../../../../generator/platform/kernel.ts';
import { EXHAUSTION_POLICIES, type Task } from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import type { TaskFields } from '../../state/window/detail.ts';
import { Button } from '../controls/button.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { EXHAUSTION_LABELS } from '../controls/words.ts';
import { Group } from './form.tsx';
import { useChangeTask } from './use-change.ts';

const HOLDS: Readonly<Record<Capabilities['budgets'], (label: string) => string>> = {
  enforced: (label) =>
    tr`Enforced by ${label}: a job that has used C is suspended immediately, and the used time is replenished one period T later.`,
  monitored: (label) =>
    tr`Monitored only: ${label} lets every job run to its end. A job that took longer than C is reported when it ends.`,
  native: (label) => tr`Enforced by ${label} itself.`,
};

interface Props {
  readonly task: Task;
  readonly fields: TaskFields;
}

export function TaskBudget({ task, fields: { shows } }: Props) {
  const { openBody } = useSession().bodies;
  const change = useChangeTask(task.name);
  const { budgets, label } = useSketch((sketch) => targetById(sketch.target));
  const { name, exhaustion } = task;
  const hint = budgets === 'monitored' ? tr`${label} does not support this.` : EXHAUSTION_LABELS[exhaustion].title;
  return (
    <Group title={tr`Budget exhausted`} note={HOLDS[budgets](label)}>
      {shows('exhaustion') ? (
        <SelectField
          label={tr`Its job`}
          value={exhaustion}
          options={EXHAUSTION_POLICIES.map((value) => ({ value, label: EXHAUSTION_LABELS[value].short }))}
          onChange={(next) => change(tr`Change exhaustion`, { exhaustion: next })}
          hint={hint}
        />
      ) : null}
      {shows('budgetHandler') ? (
        <Button className="form-wide" onClick={() => openBody({ kind: 'tasks', name }, { member: 'budgetHandler' })}>
          <Code2 /> {task.budgetHandler.trim() === '' ? tr`Add a budget handler` : tr`Open the budget handler`}
        </Button>
      ) : null}
    </Group>
  );
}
