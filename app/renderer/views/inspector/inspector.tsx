/** The inspector: a form with all members of the selected element. */
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
  return (
    <aside className="inspector" aria-label={tr`Inspector`} data-testid="inspector">
      {selected.length > 1 ? <ManySelected selected={selected} /> : <One />}
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
