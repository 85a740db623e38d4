/**
 * The names of the lanes at the left. They scroll vertically with the lanes and stay in place
 * horizontally.
 */

import { Zap } from 'lucide-react';
import { memo, type RefObject, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound, formatDeclared } from '../../base/format.ts';
import { patternImage, patternSize } from '../../base/palette.ts';
import type { Lane, LaneGroup, Layout, PinRow, Row } from './lane.ts';
import { pinLabel } from './pins/level-words.ts';
import type { InterruptLane } from './source/source.ts';

interface Props {
  readonly lanes: readonly Lane[];
  readonly groups: readonly LaneGroup[];
  readonly pinRows: readonly PinRow[];
  readonly interrupts: readonly InterruptLane[];
  readonly layout: Layout;
  readonly width: number;
  readonly onSelectTask?: ((taskIndex: number) => void) | undefined;
}

export const LaneLabels = memo(function LaneLabels(props: Props) {
  const { lanes, groups, pinRows, interrupts, layout, width, onSelectTask } = props;
  const latest = useRef({ lanes, onSelectTask });
  latest.current = { lanes, onSelectTask };
  return (
    <div className="pl-timeline-labels" style={{ height: layout.height, width }}>
      {layout.rows.map((row) => {
        const lane = lanes[row.lane];
        if (!lane) {
          const pin = pinRows[row.pin];
          if (pin !== undefined) return <PinLabel key={`pin ${pin.taskIndex} ${pin.pin}`} row={row} pin={pin} />;
          const key = `${row.kind} ${row.interrupt} ${row.group} ${row.core}`;
          return <RowLabel key={key} row={row} interrupts={interrupts} groups={groups} />;
        }
        return (
          <LaneLabel
            key={lane.taskIndex}
            taskIndex={lane.taskIndex}
            index={row.lane}
            name={lane.name}
            colour={lane.colour}
            pattern={lane.pattern}
            periodNs={lane.periodNs}
            top={row.top}
            height={layout.laneHeight}
            latest={latest}
          />
        );
      })}
    </div>
  );
});

/** The height of a lane in which a name has two lines. */
const TWO_LINES = 32;

/** Such a name needs the width of the period, which the title says, too. Unit: columns of a fixed-width font. */
const LONG = 16;

const isLong = (name: string): boolean =>
  [...name].reduce((columns, letter) => columns + (letter >= '\u1100' ? 2 : 1), 0) > LONG;

interface LaneLabelProps extends Pick<Lane, 'taskIndex' | 'name' | 'colour' | 'pattern' | 'periodNs'> {
  /** Index in the lanes. */
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly latest: RefObject<Pick<Props, 'lanes' | 'onSelectTask'>>;
}

/**
 * A slider that moves makes new lanes with other bounds. Only the title shows bounds, so it is written
 * when the pointer comes, and the label is not rendered again.
 */
const LaneLabel = memo(function LaneLabel(props: LaneLabelProps) {
  const { taskIndex, index, name, colour, pattern, periodNs, top, height, latest } = props;
  return (
    <button
      type="button"
      tabIndex={-1}
      className="pl-timeline-label"
      data-high={height >= TWO_LINES}
      data-long={isLong(name)}
      style={{ top, height }}
      onPointerEnter={({ currentTarget }) => {
        const lane = latest.current.lanes[index];
        if (lane !== undefined) currentTarget.title = titleOf(lane);
      }}
      onClick={() => latest.current.onSelectTask?.(taskIndex)}
    >
      <Swatch lane={{ colour, pattern }} />
      <span className="pl-timeline-name" translate="no">
        {name}
      </span>
      <span className="pl-timeline-period">{periodNs === null ? tr`background` : formatDeclared(periodNs)}</span>
    </button>
  );
});

function PinLabel({ row, pin }: { readonly row: Row; readonly pin: PinRow }) {
  const { label, colour } = pin;
  return (
    <div
      className="pl-timeline-label is-pin"
      style={{ top: row.top, height: row.height }}
      title={tr`${label}: level of pin ${pin.pin}`}
      data-pin={pin.pin}
    >
      <span className="pl-timeline-pin-dot" style={{ backgroundColor: colour }} />
      <span className="pl-timeline-name">{label}</span>
      {label === pinLabel(pin.pin) ? null : <span className="pl-timeline-period">{pin.pin}</span>}
    </div>
  );
}

function RowLabel({ row, interrupts, groups }: { readonly row: Row } & Pick<Props, 'interrupts' | 'groups'>) {
  const interrupt = interrupts[row.interrupt];
  const style = { top: row.top, height: row.height };
  if (row.kind === 'group' || row.kind === 'core') {
    return (
      <div className={`pl-timeline-label is-${row.kind}`} style={style}>
        {row.kind === 'core' ? tr`core ${row.core}` : groups[row.group]?.label}
      </div>
    );
  }
  if (row.kind === 'instants') {
    return (
      <div
        className="pl-timeline-label is-instants"
        style={style}
        title={tr`A release of the selected task at which it has to wait the longest`}
      >{tr`Critical instant`}</div>
    );
  }
  if (interrupt === undefined) {
    return (
      <div className="pl-timeline-label is-events" style={style}>
        {row.kind === 'idle' ? tr`Idle` : tr`Marks`}
      </div>
    );
  }
  return (
    <div className="pl-timeline-label is-interrupt" style={style} title={tr`Interrupt ${interrupt.name}`}>
      <Zap size={12} fill="currentColor" aria-hidden="true" />
      <span className="pl-timeline-name" translate="no">
        {interrupt.name}
      </span>
    </div>
  );
}

/** A small block with the task's colour and pattern. */
export function Swatch({ lane }: { readonly lane: Pick<Lane, 'colour' | 'pattern'> }) {
  const { colour, pattern } = lane;
  return (
    <span
      className="pl-timeline-swatch"
      style={{ backgroundColor: colour, backgroundImage: patternImage(pattern), backgroundSize: patternSize(pattern) }}
    />
  );
}

function titleOf(lane: Lane): string {
  const { name, periodNs, budgetNs, deadlineNs, responseBoundNs } = lane;
  return [
    name,
    ...(periodNs === null ? [] : [tr`Period T ${formatDeclared(periodNs)}`]),
    ...(budgetNs === null ? [] : [tr`Budget C ${formatDeclared(budgetNs)}`]),
    ...(deadlineNs === null ? [] : [tr`Deadline D ${formatDeclared(deadlineNs)}`]),
    ...(responseBoundNs === null ? [] : [tr`Predicted worst response R ${formatBound(responseBoundNs, deadlineNs)}`]),
  ].join('\n');
}
