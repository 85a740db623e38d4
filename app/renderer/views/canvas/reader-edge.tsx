/** A wire from a channel to a reader, with the greatest age of the data behind the reader's output. */

import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react';
import { memo } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound } from '../../base/format.ts';
import { useAreFlowsStale, useChannelFlow } from '../../state/sketch/help.ts';
import type { WireEdge } from './canvas-model.ts';
import { useIsFar } from './semantic-zoom.tsx';

export const ReaderEdge = memo(function ReaderEdge({ data, interactionWidth, style, ...ends }: EdgeProps<WireEdge>) {
  const [path, labelX, labelY] = getBezierPath(ends);
  const far = useIsFar();
  return (
    <>
      <BaseEdge path={path} {...(style && { style })} {...(interactionWidth && { interactionWidth })} />
      {data === undefined || far ? null : (
        <Age channel={data.to.name} reader={data.name} x={labelX} y={labelY} cardX={ends.targetX} />
      )}
    </>
  );
});

interface AgeProps {
  readonly channel: string;
  readonly reader: string;
  readonly x: number;
  readonly y: number;
  /** Where the reader's card begins, which would cover the end of the label. */
  readonly cardX: number;
}

/** Half the width of a label, and its distance to a card. */
const HALF = 32;
const GAP = 8;

function Age({ channel, reader, x, y, cardX }: AgeProps) {
  const flow = useChannelFlow(channel);
  const stale = useAreFlowsStale();
  const ageNs = flow?.ages.find((age) => age.reader === reader)?.ageNs ?? null;
  if (ageNs === null) return null;
  const age = formatBound(ageNs);
  const isTight = cardX > x && cardX - x < HALF;
  const place = isTight ? ({ x: cardX - GAP, textAnchor: 'end' } as const) : ({ x, textAnchor: 'middle' } as const);
  return (
    <text className="wire-age" data-stale={stale} {...place} y={y} dy="0.35em">
      <title>{tr`Data that ${reader} has from ${channel} is at most ${age} old.`}</title>≤ {age}
    </text>
  );
}
