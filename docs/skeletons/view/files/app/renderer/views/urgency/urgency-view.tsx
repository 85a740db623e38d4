/** The tasks and interrupt handlers, the most urgent first. A click selects one. */
import { systemOf } from '../../../../generator/system/system.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useDocument } from '../../state/sketch/document.ts';

const KINDS = { task: 'tasks', interrupt: 'interrupts' } as const;

export function UrgencyView() {
  const { selection } = useSession();
  const sketch = useDocument(({ history }) => history.present);
  const { byRank } = systemOf(sketch);
  if (byRank.length === 0) return <div className="empty">{tr`Add a task, and it is listed here.`}</div>;
  return (
    <ol aria-label={tr`Order of urgency`}>
      {byRank.map(({ index, element, name }) => (
        <li key={index}>
          <button type="button" onClick={() => selection.select([{ kind: KINDS[element], name }])}>
            {name}
          </button>
        </li>
      ))}
    </ol>
  );
}
