/** The form of a task. */
import { Code2 } from 'lucide-react';
import { setTaskKind } from '../../../../generator/sketch/edits.ts';
import { MAX_COUNT, MAX_PRIORITY, MAX_STACK_BYTES, MAX_TIME_US } from '../../../../generator/sketch/limits.ts';
import { OVERRUN_POLICIES, TASK_KINDS, type Task } from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { taskLook } from '../../base/palette.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { Button } from '../controls/button.tsx';
import { IntegerField } from '../controls/number-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { OVERRUN_LABELS, TASK_KIND_LABELS } from '../controls/words.ts';
import { Form, Group, NameField } from './form.tsx';
import { TaskBudget } from './task-budget.tsx';
import { TaskCores } from './task-cores.tsx';
import { TaskExecution } from './task-execution.tsx';
import { TaskJudgement } from './task-judgement.tsx';
import { TaskPorts } from './task-ports.tsx';
import { TaskTiming } from './task-timing.tsx';
import { useChangeTask } from './use-change.ts';

export function TaskForm({ name }: { readonly name: string }) {
  const { bodies, document } = useSession();
  const index = useSketch((sketch) => sketch.tasks.findIndex((task) => task.name === name));
  const task = useSketch((sketch) => sketch.tasks[index]);
  if (task === undefined) return null;
  const { colour } = taskLook(index);
  return (
    <div style={{ '--slider-colour': colour } as React.CSSProperties}>
      <Form title="Task" mark={<span className="form-mark" style={{ background: colour }} />}>
        <section className="group" aria-label="Identity">
          <NameField element={{ kind: 'tasks', name }} />
          <SelectField
            label="Kind"
            value={task.kind}
            options={TASK_KINDS.map((value) => ({ value, label: TASK_KIND_LABELS[value].short }))}
            onChange={(kind) => document.edit('Change kind', (sketch) => setTaskKind(sketch, name, kind))}
            hint={TASK_KIND_LABELS[task.kind].title}
          />
          <Button className="form-wide" onClick={() => bodies.openBody({ kind: 'tasks', name })}>
            <Code2 /> Open the code
          </Button>
        </section>
        {task.kind === 'background' ? <LongestRun task={task} /> : <TaskTiming task={task} index={index} />}
        <TaskJudgement index={index} />
        <Scheduling task={task} />
        {task.kind === 'background' ? null : <TaskBudget task={task} />}
        <TaskExecution task={task} />
        <TaskPorts name={name} />
      </Form>
    </div>
  );
}

/**
 * The only timing parameter of a background task. Without preemption, nothing interrupts the task.
 */
function LongestRun({ task }: { readonly task: Task }) {
  const change = useChangeTask(task.name);
  const { preemptive, label } = useSketch((sketch) => targetById(sketch.target));
  return (
    <Group title="Timing">
      <IntegerField
        label="Longest run"
        symbol="C"
        value={task.budgetUs}
        optional
        min={1}
        max={MAX_TIME_US}
        unit="µs"
        placeholder="not given"
        hint={
          preemptive
            ? 'Any task that becomes ready preempts it.'
            : `${label} lets it run to its end. Every task may have to wait this long, so admission needs this value.`
        }
        onCommit={(budgetUs) => change('Change longest run', { budgetUs })}
      />
    </Group>
  );
}

function Scheduling({ task }: { readonly task: Task }) {
  const policy = useSketch((sketch) => sketch.policy);
  const target = useSketch((sketch) => targetById(sketch.target));
  const change = useChangeTask(task.name);
  return (
    <Group title="Scheduling">
      {policy === 'fixed' ? (
        <IntegerField
          label="Priority"
          value={task.priority}
          optional
          min={0}
          max={MAX_PRIORITY}
          placeholder="after all others"
          hint="Larger is more urgent."
          onCommit={(priority) => change('Change priority', { priority })}
        />
      ) : null}
      <TaskCores task={task} />
      {target.taskStacks ? (
        <IntegerField
          label="Stack"
          value={task.stackBytes}
          optional
          min={16}
          max={MAX_STACK_BYTES}
          unit="bytes"
          placeholder="the target’s default"
          onCommit={(stackBytes) => change('Change stack', { stackBytes })}
        />
      ) : null}
      {task.kind === 'background' ? null : <Overrun task={task} />}
    </Group>
  );
}

function Overrun({ task }: { readonly task: Task }) {
  const change = useChangeTask(task.name);
  return (
    <>
      <SelectField
        label="If it overruns"
        value={task.overrun}
        options={OVERRUN_POLICIES.map((value) => ({ value, label: OVERRUN_LABELS[value].short }))}
        onChange={(overrun) => change('Change overrun policy', { overrun })}
        hint={OVERRUN_LABELS[task.overrun].title}
      />
      {task.overrun === 'catch-up' ? (
        <IntegerField
          label="At most"
          value={task.catchUpLimit}
          min={1}
          max={MAX_COUNT}
          hint="Number of missed releases that are made up later."
          onCommit={(limit) => (limit === null ? undefined : change('Change limit', { catchUpLimit: limit }))}
        />
      ) : null}
    </>
  );
}
