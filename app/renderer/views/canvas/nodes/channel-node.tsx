/** A channel: four cells with the newest one highlighted, or a ring that shows its fill level. */

import { C_TYPES } from '../../../../../generator/lower/c-types.ts';
import type { Channel } from '../../../../../generator/sketch/model.ts';
import { tr } from '../../../../../generator/words/tr.ts';
import { formatCount } from '../../../base/format.ts';
import { useChannelMeasured } from '../../../state/run/measured.ts';
import { useDiagnosed } from '../../../state/run/problems.ts';
import { useSketch } from '../../../state/sketch/document.ts';
import { useAreFlowsStale, useChannelFlow } from '../../../state/sketch/help.ts';
import { CHANNEL_KIND_LABELS, EARLIER } from '../../controls/words.ts';
import { Ports } from '../ports.tsx';
import { useIsFar } from '../semantic-zoom.tsx';
import { NodeFrame, type SketchNodeProps } from './node-frame.tsx';
import { NodeName } from './node-name.tsx';

export function ChannelNode({ data: { element }, selected }: SketchNodeProps) {
  const channel = useSketch((sketch) => sketch.channels.find((each) => each.name === element.name));
  const diagnosed = useDiagnosed(element);
  const far = useIsFar();
  if (channel === undefined) return null;
  const loose = channel.writer === null || channel.readers.length === 0;
  return (
    <NodeFrame
      element={element}
      selected={selected}
      problems={diagnosed}
      className={`channel-node${loose ? ' channel-loose' : ''}`}
      label={wordsFor(channel)}
    >
      {far ? null : <Picture channel={channel} />}
      <div className="channel-facts">
        <NodeName element={element} />
        {far ? null : (
          <span className="node-note" title={itemText(channel)}>
            {itemText(channel)}
          </span>
        )}
      </div>
      {channel.kind === 'ring-buffer' && !far ? <Fill channel={channel} /> : null}
      <Ports reads={channel.kind} writes={channel.kind} name={channel.name} />
    </NodeFrame>
  );
}

function wordsFor({ kind, name, writer, readers }: Channel): string {
  const from = writer === null ? tr`no writer yet` : tr`written by ${writer}`;
  const to = readers.length === 0 ? tr`no reader yet` : tr`read by ${readers.join(', ')}`;
  return tr`${CHANNEL_KIND_LABELS[kind].short} channel ${name}, ${from}, ${to}`;
}

function itemText({ item }: Channel): string {
  return item.map(({ name, type, count }) => `${C_TYPES[type]} ${name}${count > 1 ? `[${count}]` : ''}`).join(', ');
}

function Picture({ channel }: { readonly channel: Channel }) {
  const measured = useChannelMeasured(channel.name);
  if (channel.kind === 'four-slot') return <FourSlots newest={measured === null ? null : measured.writes % 4} />;
  return <Ring capacity={channel.capacity} fill={measured?.items ?? null} />;
}

/** The most items that can wait in a ring buffer, beside the most that waited. */
function Fill({ channel: { name, capacity, readers } }: { readonly channel: Channel }) {
  const mostItems = useChannelFlow(name)?.mostItems ?? null;
  const stale = useAreFlowsStale();
  const measured = useChannelMeasured(name);
  const overflows = mostItems !== null && mostItems > capacity;
  const lost = measured?.lost ?? 0;
  const most = measured?.mostItems ?? null;
  const isUnclear = readers.length > 1 && most === null && lost === 0 && (measured?.writes ?? 0) > 0;
  const mostTitle =
    readers.length > 1
      ? tr`The most items that waited for one reader in the last run`
      : tr`The most items that waited in the last run`;
  return (
    <div className="channel-fill">
      {mostItems === null ? null : (
        <span
          data-stale={stale}
          data-late={overflows}
          title={
            overflows
              ? tr`${formatCount(mostItems)} items can wait, and ${formatCount(capacity)} have room.`
              : tr`At most ${formatCount(mostItems)} items wait; ${formatCount(capacity)} have room.`
          }
        >
          {overflows ? tr`can overflow` : tr`≤ ${formatCount(mostItems)} of ${formatCount(capacity)}`}
        </span>
      )}
      {most === null && lost === 0 ? null : (
        <span data-stale={measured?.earlier} data-late={lost > 0} title={measured?.earlier ? EARLIER : mostTitle}>
          {lost > 0 ? tr`lost ${formatCount(lost)}` : tr`max ${formatCount(most ?? 0)}`}
        </span>
      )}
      {isUnclear ? (
        <span
          title={tr`The record does not show which reader took an item, because events were lost or several cores ran.`}
        >{tr`max unknown`}</span>
      ) : null}
    </div>
  );
}

function FourSlots({ newest }: { readonly newest: number | null }) {
  return (
    <span className="slots" aria-hidden="true">
      {[0, 1, 2, 3].map((slot) => (
        <span key={slot} className="slot" data-newest={slot === newest} />
      ))}
    </span>
  );
}

const MOST_SEGMENTS = 16;
/** What fits into the ring in letters of any zoom, and the width of longer numbers. Unit: px. */
const ROOM = { letters: 3, width: 22 };

function Ring({ capacity, fill }: { readonly capacity: number; readonly fill: number | null }) {
  const segments = Math.min(MOST_SEGMENTS, Math.max(1, capacity));
  const filled = Math.round((Math.min(capacity, Math.max(0, fill ?? 0)) / capacity) * segments);
  const words = String(fill === null ? capacity : Math.max(0, fill));
  const turn = 2 * Math.PI * 15;
  const step = turn / segments;
  return (
    <svg className="buffer" viewBox="0 0 40 40" aria-hidden="true">
      <g transform="rotate(-90 20 20)">
        {Array.from({ length: segments }, (_, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
            key={index}
            className="buffer-segment"
            data-filled={index < filled}
            cx="20"
            cy="20"
            r="15"
            strokeDasharray={`${Math.max(1, step - 2)} ${turn}`}
            strokeDashoffset={-index * step}
          />
        ))}
      </g>
      <text
        x="50%"
        y="50%"
        dy="0.35em"
        textAnchor="middle"
        {...(words.length > ROOM.letters ? { textLength: ROOM.width, lengthAdjust: 'spacingAndGlyphs' } : {})}
      >
        {words}
      </text>
    </svg>
  );
}
