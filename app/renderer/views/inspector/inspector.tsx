/** The inspector: a form with all members of the selected element. */
import { useLayoutEffect, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSelection } from '../../state/sketch/selection.ts';
import { ChannelForm } from './channel-form.tsx';
import { InterruptForm } from './interrupt-form.tsx';
import { ManySelected } from './many-selected.tsx';
import { PartForm } from './part-form.tsx';
import { ResourceForm } from './resource-form.tsx';
import { SketchForm } from './sketch-form.tsx';
import { TaskForm } from './task-form.tsx';
import './inspector.css';

export function Inspector() {
  const selected = useSelection((state) => state.selected);
  const [first, ...others] = selected;
  const form = others.length > 0 ? 'many' : first?.kind;
  const panel = useRef<HTMLElement>(null);
  // Another task keeps the place in the form, so that one value can be compared. Another form begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` says when it is another form
  useLayoutEffect(() => {
    panel.current?.scrollTo(0, 0);
  }, [form]);
  return (
    <aside ref={panel} className="inspector" aria-label={tr`Inspector`} data-testid="inspector">
      {form === 'many' ? <ManySelected selected={selected} /> : <One />}
    </aside>
  );
}

function One() {
  const ref = useSelection((state) => state.selected[0] ?? null);
  if (ref === null) return <SketchForm />;
  // A different key discards a draft that was typed for another element.
  const key = `${ref.kind}:${ref.name}`;
  switch (ref.kind) {
    case 'tasks':
      return <TaskForm key={key} name={ref.name} />;
    case 'channels':
      return <ChannelForm key={key} name={ref.name} />;
    case 'interrupts':
      return <InterruptForm key={key} name={ref.name} />;
    case 'resources':
      return <ResourceForm key={key} name={ref.name} />;
    case 'parts':
      return <PartForm key={key} name={ref.name} />;
  }
}
