/**
 * R relative to D as a thin bar: the bound with a tick at its end, and over it the worst measured
 * response after a run.
 */
import { memo } from 'react';

interface Props {
  /** R/D from the analysis. Null when it is unknown. */
  readonly bound: number | null;
  /** Worst measured R/D of the last run. Null before a run. */
  readonly measured: number | null;
  readonly colour: string;
  readonly title: string | undefined;
}

/** A mixed colour. The opacity of an element would make each of 500 bars a picture of its own in each frame. */
const pale = (colour: string, late: boolean): string => `color-mix(in srgb, ${colour} ${late ? 60 : 45}%, transparent)`;

export const ResponseBar = memo(function ResponseBar({ bound, measured, colour, title }: Props) {
  const late = (bound ?? 0) > 1 || (measured ?? 0) > 1;
  // If the bound exceeds the deadline, the scale shrinks so that both stay visible.
  const span = Math.min(2, Math.max(1, bound ?? 0, measured ?? 0));
  const share = (value: number) => `${(Math.min(span, value) / span) * 100}%`;
  return (
    <div className="response-bar" data-late={late} title={title}>
      {bound === null ? null : (
        <>
          <span
            className="response-bound"
            style={{ width: share(bound), background: pale(bound > 1 ? 'var(--pl-miss)' : colour, late) }}
          />
          <span className="response-tick" style={{ left: share(bound) }} />
        </>
      )}
      {span > 1 ? <span className="response-deadline" style={{ left: share(1) }} /> : null}
      {measured === null ? null : (
        <span className="response-measured" style={{ width: share(measured), background: colour }} />
      )}
    </div>
  );
});
