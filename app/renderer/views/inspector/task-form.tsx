/** The form of a task. */

import { setTaskKind } from '../../../../generator/sketch/edits.ts';
import { MAX_COUNT, MAX_PRIORITY, MAX_STACK_BYTES, MAX_TIME_US } from '../../../../generator/sketch/limits.ts';
import { OVERRUN_POLICIES, TASK_KINDS, type Task } from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { taskLook } from '../../base/palette.ts';
import { QUANTITIES } from '../../base/quantity.tsx';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { DETAIL, type TaskFields } from '../../state/window/detail.ts';
import { useFields } from '../../state/window/use-detail.ts';
import { IntegerField } from '../controls/number-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { OVERRUN_LABELS, TASK_KIND_LABELS } from '../controls/words.ts';
import { BudgetOrigin } from './budget-origin.tsx';
import { Form, Group, NameField } from './form.tsx';
import { OpenBody } from './open-body.tsx';
import { TaskBudget } from './task-budget.tsx';
import { TaskCores } from './task-cores.tsx';
import { TaskExecution } from './task-execution.tsx';
import { TaskJudgement } from './task-judgement.tsx';
import { TaskPorts } from './task-ports.tsx';
import { TaskTiming } from './task-timing.tsx';
import { useChangeTask } from './use-change.ts';

export function TaskForm({ name }: { readonly name: string }) {
  const index = useSketch((sketch) => sketch.tasks.findIndex((task) => task.name === name));
  const task = useSketch((sketch) => sketch.tasks[index]);
  return task === undefined ? null : <Groups task={task} index={index} />;
}

function Groups({ task, index }: { readonly task: Task; readonly index: number }) {
  const { document } = useSession();
  const fields = useFields(DETAIL.tasks, task);
  const { name } = task;
  const { colour } = taskLook(index);
  return (
    <div style={{ '--slider-colour': colour } as React.CSSProperties}>
      <Form
        title={tr`Task`}
        mark={<span className="form-mark" style={{ background: colour }} />}
        action={<OpenBody owner={{ kind: 'tasks', name }} />}
        hidden={fields.hidden}
      >
        <section className="group" aria-label={tr`Identity`}>
          <NameField element={{ kind: 'tasks', name }} />
          {fields.shows('kind') ? (
            <SelectField
              label={tr`Kind`}
              value={task.kind}
              options={TASK_KINDS.map((value) => ({ value, label: TASK_KIND_LABELS[value].short }))}
              onChange={(kind) => document.edit(tr`Change kind`, (sketch) => setTaskKind(sketch, name, kind))}
              hint={TASK_KIND_LABELS[task.kind].title}
            />
          ) : null}
        </section>
        {task.kind === 'background' ? <LongestRun task={task} /> : <TaskTiming {...{ task, index, fields }} />}
        <TaskJudgement index={index} />
        <Scheduling task={task} fields={fields} />
        {fields.showsAny('exhaustion', 'budgetHandler') ? <TaskBudget task={task} fields={fields} /> : null}
        {fields.shows('execution') ? <TaskExecution task={task} /> : null}
        <TaskPorts name={name} />
      </Form>
    </div>
  );
}

/** The longest run that becomes automatic before a number was given, for code without an estimate. */
const FIRST_RUN_US = 1_000;

/**
 * The only timing parameter of a background task. Without preemption, nothing interrupts the task.
 */
function LongestRun({ task }: { readonly task: Task }) {
  const change = useChangeTask(task.name);
  const { preemptive, label } = useSketch((sketch) => targetById(sketch.target));
  return (
    <Group title={tr`Timing`}>
      <IntegerField
        {...QUANTITIES.longestRun}
        value={task.budgetUs}
        optional
        min={1}
        max={MAX_TIME_US}
        unit="µs"
        placeholder={tr`not given`}
        hint={
          preemptive
            ? tr`Any task that becomes ready preempts it.`
            : tr`${label} lets it run to its end. Every task may have to wait this long, so admission needs this value.`
        }
        onCommit={(budgetUs) => change(tr`Change longest run`, { budgetUs })}
      />
      <BudgetOrigin
        element={task}
        onChange={(label, budgetFrom) => change(label, { budgetUs: task.budgetUs ?? FIRST_RUN_US, budgetFrom })}
      />
    </Group>
  );
}

interface GroupProps {
  readonly task: Task;
  readonly fields: TaskFields;
}

function Scheduling({ task, fields }: GroupProps) {
  const { shows, showsAny } = fields;
  const change = useChangeTask(task.name);
  if (!showsAny('priority', 'core', 'affinity', 'stackBytes', 'overrun', 'catchUpLimit')) return null;
  return (
    <Group title={tr`Scheduling`}>
      {shows('priority') ? (
        <IntegerField
          label={tr`Priority`}
          value={task.priority}
          optional
          min={0}
          max={MAX_PRIORITY}
          placeholder={tr`after all others`}
          hint={tr`Larger is more urgent.`}
          onCommit={(priority) => change(tr`Change priority`, { priority })}
        />
      ) : null}
      <TaskCores task={task} fields={fields} />
      {shows('stackBytes') ? (
        <IntegerField
          label={tr`Stack`}
          value={task.stackBytes}
          optional
          min={16}
          max={MAX_STACK_BYTES}
          unit={tr`bytes`}
          placeholder={tr`the target’s default`}
          onCommit={(stackBytes) => change(tr`Change stack`, { stackBytes })}
        />
      ) : null}
      <Overrun task={task} fields={fields} />
    </Group>
  );
}

function Overrun({ task, fields: { shows } }: GroupProps) {
  const change = useChangeTask(task.name);
  return (
    <>
      {shows('overrun') ? (
        <SelectField
          label={tr`If it overruns`}
          value={task.overrun}
          options={OVERRUN_POLICIES.map((value) => ({ value, label: OVERRUN_LABELS[value].short }))}
          onChange={(overrun) => change(tr`Change overrun policy`, { overrun })}
          hint={OVERRUN_LABELS[task.overrun].title}
        />
      ) : null}
      {shows('catchUpLimit') ? (
        <IntegerField
          label={tr`At most`}
          value={task.catchUpLimit}
          min={1}
          max={MAX_COUNT}
          hint={tr`Number of missed releases that are made up later.`}
          onCommit={(limit) => (limit === null ? undefined : change(tr`Change limit`, { catchUpLimit: limit }))}
        />
      ) : null}
    </>
  );
}
