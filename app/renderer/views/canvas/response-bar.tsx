/** R against D as a thin bar: the bound with a tick at its end; after a run the measured worst lies over it. */
interface Props {
  /** R/D by analysis; null when it is not known. */
  readonly bound: number | null;
  /** Worst measured R/D of the last run; null before one. */
  readonly measured: number | null;
  readonly colour: string;
  readonly title: string;
}

export function ResponseBar({ bound, measured, colour, title }: Props) {
  const late = (bound ?? 0) > 1 || (measured ?? 0) > 1;
  // A bound past the deadline shrinks the scale, so that both can be seen.
  const span = Math.min(2, Math.max(1, bound ?? 0, measured ?? 0));
  const share = (value: number) => `${(Math.min(span, value) / span) * 100}%`;
  return (
    <div className="response-bar" data-late={late} title={title}>
      {bound === null ? null : (
        <>
          <span
            className="response-bound"
            style={{ width: share(bound), background: bound > 1 ? 'var(--pl-miss)' : colour }}
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
}
