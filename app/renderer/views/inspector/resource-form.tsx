/** The form of a resource: its ceiling, and the longest critical section of each task. */

import { type Changes, FIRST_SECTION_US, updateElement } from '../../../../generator/sketch/edits.ts';
import { sketchIdentifiers } from '../../../../generator/sketch/identifiers.ts';
import { MAX_PRIORITY } from '../../../../generator/sketch/limits.ts';
import type { Resource } from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { trNodes } from '../../base/tr-nodes.tsx';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { DETAIL } from '../../state/window/detail.ts';
import { useFields } from '../../state/window/use-detail.ts';
import { IntegerField, TimeField } from '../controls/number-field.tsx';
import { Form, Group, NameField } from './form.tsx';
import { NotGenerated } from './not-generated.tsx';

type Change = (label: string, changes: Changes<'resources'>) => void;

export function ResourceForm({ name }: { readonly name: string }) {
  const resource = useSketch((sketch) => sketch.resources.find((each) => each.name === name));
  return resource === undefined ? null : <Fields resource={resource} />;
}

function Fields({ resource }: { readonly resource: Resource }) {
  const { edit } = useSession().document;
  const { shows, hidden } = useFields(DETAIL.resources, resource);
  const { name } = resource;
  const change: Change = (label, changes) => edit(label, (sketch) => updateElement(sketch, 'resources', name, changes));
  return (
    <Form title={tr`Resource`} hidden={hidden}>
      <NotGenerated member="resources" />
      <section className="group" aria-label={tr`Identity`}>
        <NameField element={{ kind: 'resources', name }} />
        {shows('ceiling') ? <Ceiling resource={resource} change={change} /> : null}
      </section>
      <Users resource={resource} change={change} />
    </Form>
  );
}

interface PartProps {
  readonly resource: Resource;
  readonly change: Change;
}

function Ceiling({ resource, change }: PartProps) {
  const isFixed = useSketch(({ policy }) => policy === 'fixed');
  return (
    <IntegerField
      label={tr`Ceiling`}
      value={resource.ceiling}
      optional
      min={0}
      max={MAX_PRIORITY}
      placeholder={tr`highest of its users`}
      hint={isFixed ? tr`Delays all tasks up to this priority.` : tr`Only used with fixed priorities.`}
      onCommit={(ceiling) => change(tr`Change ceiling`, { ceiling })}
    />
  );
}

function Users({ resource: { name, users }, change }: PartProps) {
  const tasks = useSketch((sketch) => sketch.tasks);
  const { preemptive, label } = useSketch((sketch) => targetById(sketch.target));
  return (
    <Group title={tr`Users`} note={holdsWords(preemptive, label)}>
      {tasks.map((task) => (
        <User key={task.name} task={task.name} users={users} change={change} />
      ))}
      {users.length === 0 ? null : <LockNames resource={name} />}
      {tasks.length === 0 ? <p className="group-note">{tr`There are no tasks yet.`}</p> : null}
    </Group>
  );
}

interface UserProps {
  readonly task: string;
  readonly users: Resource['users'];
  readonly change: Change;
}

/** Whether a task uses the resource, and its longest critical section. */
function User({ task, users, change }: UserProps) {
  const unit = useSketch((sketch) => sketch.timeUnit);
  const user = users.find((each) => each.task === task);
  const toggle = (on: boolean) =>
    change(on ? tr`Add user` : tr`Remove user`, {
      users: on ? [...users, { task, criticalSectionUs: FIRST_SECTION_US }] : users.filter((each) => each !== user),
    });
  return (
    <div className="resource-user">
      <label className="check">
        <input type="checkbox" checked={user !== undefined} onChange={(event) => toggle(event.target.checked)} />
        <span title={task}>{task}</span>
      </label>
      {user === undefined ? null : (
        <TimeField
          label={tr`holds it for`}
          us={user.criticalSectionUs}
          unit={unit}
          onCommit={(criticalSectionUs) =>
            change(tr`Change critical section`, {
              users: users.map((each) => (each === user ? { ...each, criticalSectionUs } : each)),
            })
          }
        />
      )}
    </div>
  );
}

function holdsWords(preemptive: boolean, label: string): string {
  const times = tr`Longest time for which each user holds the resource, from the return of lock to the call of unlock.`;
  const effect = preemptive
    ? tr`${label} unlocks the resource of a task that holds it for longer while others wait.`
    : tr`With ${label} no job is ever preempted, so no task waits for the resource.`;
  return `${times} ${effect}`;
}

/** The functions that the users' code calls. */
function LockNames({ resource }: { readonly resource: string }) {
  const id = useSketch((sketch) => sketchIdentifiers(sketch).resources.get(resource) ?? resource);
  return (
    <p className="group-note lock-names">
      {trNodes`In their code: ${<code translate="no">{id}_lock()</code>} and ${<code translate="no">{id}_unlock()</code>}, or ${<code translate="no">{id}_guard held;</code>} until the end of a block.`}
    </p>
  );
}
