/** The parts of a job's response beside those of its bound: bars, and a table. The card has the words of its waits. */
import type { Explanation, ExplanationRow } from '../../../../../generator/explain/explanation.ts';
import { tr } from '../../../../../generator/words/tr.ts';
import { formatBound, formatDuration, typeset } from '../../../base/format.ts';
import { ExplainedBars, PartSwatch } from './explained-bars.tsx';

interface Props {
  readonly explanation: Explanation;
  readonly isPrediction: boolean;
}

export function ExplainedParts({ explanation, isPrediction }: Props) {
  const { headline, test, rows, bound, job } = explanation;
  const isLimited = rows.some(({ mostNs }) => mostNs !== null);
  return (
    <div className="pl-explained">
      <ExplainedBars explanation={explanation} isPrediction={isPrediction} />
      <p>{typeset(test === '' ? headline : `${headline} ${test}`)}</p>
      <table aria-label={tr`Parts of the response`}>
        <thead>
          <tr>
            <th>{tr`Spent on`}</th>
            <th>{tr`This job`}</th>
            {bound?.additive ? <th>{tr`Bound`}</th> : null}
            {isLimited ? <th title={tr`No job has more of this part`}>{tr`At most`}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={row.group}>
              <th scope="row">
                <PartSwatch row={row} place={place} own={job.task} />
                <span translate={row.kind === 'task' ? 'no' : undefined}>{row.label}</span>
              </th>
              <td title={row.sentences.map(typeset).join('\n')}>{timeOf(row)}</td>
              {bound?.additive ? <td>{limitOf(row.boundNs)}</td> : null}
              {isLimited ? <td>{limitOf(row.mostNs)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const timeOf = ({ ns }: ExplanationRow): string => (ns === 0 ? '–' : formatDuration(ns));
const limitOf = (ns: number | null): string => (ns === null || ns === 0 ? '–' : formatBound(ns));
