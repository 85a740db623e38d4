/** A list of several selected elements, with actions for all of them. */

import { Copy, Trash2 } from 'lucide-react';
import { KIND_LABELS } from '../../../../generator/sketch/elements.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { type ElementRef, refKey } from '../../state/sketch/element-ref.ts';
import { Button } from '../controls/button.tsx';
import { Form } from './form.tsx';

export function ManySelected({ selected }: { readonly selected: readonly ElementRef[] }) {
  const { runCommand } = useSession().commands;
  const { select } = useSession().selection;
  return (
    <Form title={tr`${selected.length} elements`} hidden={0}>
      <section className="group" aria-label={tr`Selected`}>
        <ul className="many">
          {selected.map((ref) => (
            <li key={refKey(ref)}>
              <button type="button" className="many-name" translate="no" title={ref.name} onClick={() => select([ref])}>
                {ref.name}
              </button>
              <span>{KIND_LABELS[ref.kind]}</span>
            </li>
          ))}
        </ul>
        <div className="many-actions">
          <Button onClick={() => runCommand('duplicate')}>
            <Copy /> {tr`Duplicate`}
          </Button>
          <Button onClick={() => runCommand('delete')}>
            <Trash2 /> {tr`Delete`}
          </Button>
        </div>
      </section>
    </Form>
  );
}
