/**
 * Two stacked bars on one scale: the parts of a response, and below them those of its bound. The same
 * parts have the same colour, pattern and letter.
 */
import type { Explanation, ExplanationRow } from '../../../../../generator/explain/explanation.ts';
import { tr } from '../../../../../generator/words/tr.ts';
import { formatBound } from '../../../base/format.ts';
import { patternImage, patternSize } from '../../../base/palette.ts';
import './explained.css';
import { letterOf, type PartLook, partLook } from './part-look.ts';

/** A segment with a smaller share of the bar has no letter. */
const LEAST_LETTER = 0.04;

interface Props {
  readonly explanation: Explanation;
  readonly isPrediction: boolean;
}

/** Hidden from screen readers, because the table or the text beside the bars has the same content. */
export function ExplainedBars({ explanation, isPrediction }: Props) {
  const { job, bound, rows } = explanation;
  const wholeNs = Math.max(job.responseNs, bound?.responseNs ?? 0, 1);
  const bar = { rows, wholeNs, own: job.task };
  return (
    <div className="pl-explained-bars" aria-hidden="true">
      <span>{isPrediction ? tr`Predicted` : tr`Measured`}</span>
      <Bar {...bar} of={({ ns }) => ns} />
      <span>{formatBound(job.responseNs)}</span>
      {bound === null ? null : (
        <>
          <span>{tr`Bound`}</span>
          {bound.additive ? (
            <Bar {...bar} of={({ boundNs }) => boundNs ?? 0} />
          ) : (
            <span className="pl-explained-bar">
              <span className="is-whole" style={{ width: percent(bound.responseNs / wholeNs) }} />
            </span>
          )}
          <span>{formatBound(bound.responseNs)}</span>
        </>
      )}
    </div>
  );
}

interface BarProps {
  readonly rows: readonly ExplanationRow[];
  readonly wholeNs: number;
  readonly own: number;
  readonly of: (row: ExplanationRow) => number;
}

function Bar({ rows, wholeNs, own, of }: BarProps) {
  return (
    <span className="pl-explained-bar">
      {rows.map((row, place) => {
        const share = of(row) / wholeNs;
        return share === 0 ? null : (
          <span key={row.group} style={{ width: percent(share), ...styleOf(partLook(row, own)) }}>
            {share < LEAST_LETTER ? null : <b>{letterOf(place)}</b>}
          </span>
        );
      })}
    </span>
  );
}

const percent = (share: number): string => `${100 * share}%`;

const styleOf = ({ colour, pattern }: PartLook) => ({
  backgroundColor: colour,
  backgroundImage: patternImage(pattern),
  backgroundSize: patternSize(pattern),
});

/** The letter of a part on its colour. */
export function PartSwatch({ row, place, own }: { row: ExplanationRow; place: number; own: number }) {
  return (
    <span className="pl-explained-swatch" style={styleOf(partLook(row, own))} aria-hidden="true">
      <b>{letterOf(place)}</b>
    </span>
  );
}
