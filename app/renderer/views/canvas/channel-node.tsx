/** A channel: four cells with the newest one highlighted, or a ring that shows its fill level. */

import { C_TYPES } from '../../../../generator/lower/c-types.ts';
import type { Channel } from '../../../../generator/sketch/model.ts';
import { useDiagnosed } from '../../state/run/build.ts';
import { useChannelActivity } from '../../state/run/measured.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { CHANNEL_KIND_LABELS } from '../controls/words.ts';
import { NodeFrame, type SketchNodeProps } from './node-frame.tsx';
import { NodeName } from './node-name.tsx';
import { Ports } from './ports.tsx';

export function ChannelNode({ data: { element }, selected }: SketchNodeProps) {
  const channel = useSketch((sketch) => sketch.channels.find((each) => each.name === element.name));
  const diagnosed = useDiagnosed(element);
  if (channel === undefined) return null;
  const loose = channel.writer === null || channel.readers.length === 0;
  return (
    <NodeFrame
      element={element}
      selected={selected}
      problems={diagnosed}
      className={loose ? 'channel-node channel-loose' : 'channel-node'}
      label={`${CHANNEL_KIND_LABELS[channel.kind].short} channel ${channel.name}`}
    >
      <Picture channel={channel} />
      <div className="channel-facts">
        <NodeName element={element} />
        <span className="node-note" title={itemText(channel)}>
          {itemText(channel)}
        </span>
      </div>
      <Ports reads={channel.kind} writes={channel.kind} name={channel.name} />
    </NodeFrame>
  );
}

function itemText({ item }: Channel): string {
  return item.map(({ name, type, count }) => `${C_TYPES[type]} ${name}${count > 1 ? `[${count}]` : ''}`).join(', ');
}

function Picture({ channel }: { readonly channel: Channel }) {
  const activity = useChannelActivity(channel.name);
  if (channel.kind === 'four-slot') return <FourSlots newest={activity === null ? null : activity.writes % 4} />;
  return <Ring capacity={channel.capacity} fill={activity === null ? null : activity.writes - activity.reads} />;
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

function Ring({ capacity, fill }: { readonly capacity: number; readonly fill: number | null }) {
  const segments = Math.min(MOST_SEGMENTS, Math.max(1, capacity));
  const filled = Math.round((Math.min(capacity, Math.max(0, fill ?? 0)) / capacity) * segments);
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
      <text x="50%" y="50%" dy="0.35em" textAnchor="middle">
        {fill === null ? capacity : Math.max(0, fill)}
      </text>
    </svg>
  );
}
