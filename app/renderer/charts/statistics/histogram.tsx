/**
 * A small histogram of a task's response times, with the predicted bound (dashed) and the deadline
 * (arrow).
 */

import { memo } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound, formatDeclared, formatSlack } from '../../base/format.ts';
import { histogramShape } from './histogram-shape.ts';
import type { StatisticsRow } from './rows.ts';

const WIDTH = 168;
const HEIGHT = 26;

export const Histogram = memo(function Histogram({ row }: { readonly row: StatisticsRow }) {
  const { lane, buckets } = row;
  const shape = histogramShape(buckets, lane.responseBoundNs, lane.deadlineNs, WIDTH, HEIGHT);
  if (shape.bars === '') return null;
  return (
    <svg
      className="pl-statistics-histogram"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={wordsOf(row)}
    >
      <title>{wordsOf(row)}</title>
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} stroke="var(--pl-line)" />
      <path d={shape.bars} fill={lane.colour} />
      {shape.boundX !== null && (
        <>
          <path d={`M${shape.boundX} 0V${HEIGHT}`} stroke="var(--pl-canvas)" strokeWidth="3" />
          <path d={`M${shape.boundX} 0V${HEIGHT}`} stroke="var(--pl-text)" strokeDasharray="3 2" strokeWidth="1" />
        </>
      )}
      {shape.deadlineX !== null && (
        <>
          <path d={`M${shape.deadlineX} 0V${HEIGHT}`} stroke="var(--pl-text-dim)" strokeWidth="1" />
          <path d={`M${shape.deadlineX} ${HEIGHT}l-3 -5h6z`} fill="var(--pl-text-dim)" />
        </>
      )}
    </svg>
  );
});

function wordsOf({ lane, buckets, worstResponse }: StatisticsRow): string {
  const { responseBoundNs, deadlineNs } = lane;
  const least = buckets[0]?.fromNs ?? 0;
  return [
    tr`Responses of ${lane.name} from ${formatSlack(least)} to ${formatBound(worstResponse ?? 0, deadlineNs)}`,
    ...(responseBoundNs === null ? [] : [tr`bound ${formatBound(responseBoundNs, deadlineNs)}`]),
    ...(deadlineNs === null ? [] : [tr`deadline ${formatDeclared(deadlineNs)}`]),
  ].join(', ');
}
