/** The worst-case response time and the deadline of each task and handler. */

import type { TaskAdmission } from '../../../../generator/analysis/admission.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatDeclared, formatLoad } from '../../base/format.ts';
import { taskLook } from '../../base/palette.ts';
import { QUANTITIES, Quantity } from '../../base/quantity.tsx';
import { useSession } from '../../state/session/use-session.ts';
import { useJudged } from '../../state/sketch/admission.ts';
import { useSketch } from '../../state/sketch/document.ts';
import type { ElementRef } from '../../state/sketch/element-ref.ts';
import { boundWords } from './bound-words.ts';

/** A task can meet its deadline and still lose releases. */
const failureWord = ({ responseNs, deadlineNs }: Pick<TaskAdmission, 'responseNs' | 'deadlineNs'>): string =>
  responseNs !== null && responseNs <= deadlineNs ? tr`response too long for its overrun policy` : tr`misses`;

export function ResponseTable() {
  const { select } = useSession().selection;
  const { tasks, handlers } = useJudged(({ admission }) => admission);
  const all = useSketch((sketch) => sketch.tasks.length);
  // Handlers come after the sketch's tasks, as on the timeline.
  const rows = [
    ...tasks.map((row) => ({ ...row, ref: { kind: 'tasks', name: row.name } as ElementRef, look: taskLook(row.task) })),
    ...handlers.map((row, order) => ({
      ...row,
      ref: { kind: 'interrupts', name: row.name } as ElementRef,
      look: taskLook(all + order),
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <div className="responses">
      <table aria-label={tr`Response times`}>
        <thead>
          <tr>
            <th scope="col">{tr`Task`}</th>
            <th scope="col">
              <Quantity {...QUANTITIES.load} />
            </th>
            <th scope="col">
              <Quantity {...QUANTITIES.response} />
            </th>
            <th scope="col">
              <Quantity {...QUANTITIES.deadline} />
            </th>
            <th scope="col">
              <Quantity {...QUANTITIES.share} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ ref, look, ...row }) => {
            const share = row.responseNs === null ? null : row.responseNs / row.deadlineNs;
            return (
              <tr key={row.name} data-meets={String(row.meetsDeadline)}>
                <th scope="row">
                  <button type="button" className="responses-name" title={row.name} onClick={() => select([ref])}>
                    <span className="swatch" style={{ background: look.colour }} />
                    <span translate="no">{row.name}</span>
                  </button>
                </th>
                <td>{formatLoad(row.utilization)}</td>
                <td>{boundWords(row)}</td>
                <td>{formatDeclared(row.deadlineNs)}</td>
                <td>
                  <span className="share-cell">
                    <span className="share">
                      <span
                        className="share-fill"
                        style={{ width: `${Math.min(1, share ?? 0) * 100}%`, background: look.colour }}
                      />
                    </span>
                    <span className="share-words">
                      {row.meetsDeadline === false
                        ? failureWord(row)
                        : share === null
                          ? tr`not known`
                          : formatLoad(share)}
                    </span>
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
