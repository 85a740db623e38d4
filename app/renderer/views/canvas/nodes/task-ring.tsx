/**
 * A task's period as a circle: the budget is a filled arc from the release, the deadline a notch,
 * the release a dot.
 */
import { patternImage, type TaskLook } from '../../../base/palette.ts';

interface Props {
  /** As shares of the period. */
  readonly budget: number;
  readonly deadline: number;
  readonly look: TaskLook;
  /** The text in the centre: the utilization. */
  readonly centre: string;
  /** Seconds per turn of the dot. Null while nothing runs. */
  readonly turnSeconds: number | null;
}

const SIZE = 56;
const RADIUS = 23;
const WIDTH = 8;
const TURN = 2 * Math.PI * RADIUS;
/** What fits into the ring in letters of any zoom, and the width of longer texts. Unit: px. */
const ROOM = { letters: 4, width: 34 };
const RING = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS, strokeWidth: WIDTH };

export function TaskRing({ budget, deadline, look, centre, turnSeconds }: Props) {
  // Even the smallest budget is visible.
  const arc = budget > 0 ? Math.max(2, Math.min(1, budget) * TURN) : 0;
  const patterned = patternImage(look.pattern) !== 'none';
  return (
    <svg className="ring" width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
      <g transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}>
        <circle
          className="ring-track"
          {...RING}
          style={{ stroke: `color-mix(in srgb, ${look.colour} 24%, var(--pl-surface))` }}
        />
        <circle className="ring-budget" {...RING} stroke={look.colour} strokeDasharray={`${arc} ${TURN}`} />
        {patterned ? <circle className="ring-pattern" {...RING} strokeDasharray={patternDashes(arc)} /> : null}
        <line
          className="ring-deadline"
          x1={SIZE / 2 + RADIUS - WIDTH / 2 - 2}
          x2={SIZE / 2 + RADIUS + WIDTH / 2 + 1}
          y1={SIZE / 2}
          y2={SIZE / 2}
          transform={`rotate(${(deadline % 1 === 0 && deadline > 0 ? 0 : deadline % 1) * 360} ${SIZE / 2} ${SIZE / 2})`}
        />
        {turnSeconds === null ? null : (
          <circle
            className="ring-dot"
            cx={SIZE / 2 + RADIUS}
            cy={SIZE / 2}
            r={3.5}
            style={{ animationDuration: `${turnSeconds}s` }}
          />
        )}
      </g>
      <text
        className="ring-centre"
        x="50%"
        y="50%"
        dy="0.35em"
        textAnchor="middle"
        {...(centre.length > ROOM.letters ? { textLength: ROOM.width, lengthAdjust: 'spacingAndGlyphs' } : {})}
      >
        {centre}
      </text>
    </svg>
  );
}

/** Draws dashes only along the filled arc. */
function patternDashes(arc: number): string {
  const dashes: number[] = [];
  for (let at = 0; at + 4 <= arc; at += 4) dashes.push(2, 2);
  if (dashes.length === 0) return `0 ${TURN}`;
  const used = dashes.reduce((sum, each) => sum + each, 0);
  return [...dashes, 0, TURN - used].join(' ');
}
