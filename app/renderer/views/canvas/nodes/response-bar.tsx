/**
 * R relative to D as a thin bar: the bound with a tick at its end, and over it the worst measured
 * response after a run.
 */
import { memo } from 'react';
import { useIsFar } from '../semantic-zoom.tsx';

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

/** The part of a bar from its start, and a mark on it, as layers of a background. */
const part = (colour: string, width: string): string => `linear-gradient(${colour} 0 0) 0 0 / ${width} 100% no-repeat`;
const mark = (colour: string, at: string): string =>
  `linear-gradient(${colour} 0 0) ${at} 0 / calc(1.5 * var(--far-px)) 100% no-repeat`;

export const ResponseBar = memo(function ResponseBar({ bound, measured, colour, title }: Props) {
  const far = useIsFar();
  const late = (bound ?? 0) > 1 || (measured ?? 0) > 1;
  // If the bound exceeds the deadline, the scale shrinks so that both stay visible.
  const span = Math.min(2, Math.max(1, bound ?? 0, measured ?? 0));
  const share = (value: number) => `${(Math.min(span, value) / span) * 100}%`;
  const boundColour = pale((bound ?? 0) > 1 ? 'var(--pl-miss)' : colour, late);
  if (far) {
    // One element, painted without a layout: hundreds of bars change with a slider.
    const layers = [
      ...(measured === null ? [] : [part(colour, share(measured))]),
      ...(span > 1 ? [mark('var(--pl-miss)', share(1))] : []),
      ...(bound === null ? [] : [mark('var(--pl-text)', share(bound)), part(boundColour, share(bound))]),
      'var(--pl-line)',
    ];
    return <div className="response-bar" data-late={late} title={title} style={{ background: layers.join(', ') }} />;
  }
  return (
    <div className="response-bar" data-late={late} title={title}>
      {bound === null ? null : (
        <>
          <span className="response-bound" style={{ width: share(bound), background: boundColour }} />
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
