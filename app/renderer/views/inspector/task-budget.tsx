/** What happens to a job of a task that has exhausted its budget. */

import { Code2 } from 'lucide-react';
import type { Task } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { TaskFields } from '../../state/window/detail.ts';
import { Button } from '../controls/button.tsx';
import { Exhaustion } from './exhaustion.tsx';
import { useChangeTask } from './use-change.ts';

interface Props {
  readonly task: Task;
  readonly fields: TaskFields;
}

export function TaskBudget({ task: { name, exhaustion, budgetHandler }, fields: { shows } }: Props) {
  const { openBody } = useSession().bodies;
  const change = useChangeTask(name);
  const changeExhaustion = (next: Task['exhaustion']) => change(tr`Change exhaustion`, { exhaustion: next });
  return (
    <Exhaustion policy={exhaustion} onChange={shows('exhaustion') ? changeExhaustion : null}>
      {shows('budgetHandler') ? (
        <Button className="form-wide" onClick={() => openBody({ kind: 'tasks', name }, { member: 'budgetHandler' })}>
          <Code2 /> {budgetHandler.trim() === '' ? tr`Add a budget handler` : tr`Open the budget handler`}
        </Button>
      ) : null}
    </Exhaustion>
  );
}
