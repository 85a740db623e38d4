/** New values of C, T and stacks from the measured maxima, with the verdict now and with them. */
import { useMemo, useState } from 'react';
import { MARGIN_LIMITS } from '../../../../generator/estimate/margin.ts';
import type { Profile } from '../../../../generator/profile/profile.ts';
import { applyRefits, type Refit, refitObstacle, refitOf } from '../../../../generator/profile/refit.ts';
import { refitTitle, refitWords } from '../../../../generator/profile/words.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatCount, typeset } from '../../base/format.ts';
import { useSession } from '../../state/session/use-session.ts';
import { judge } from '../../state/sketch/admission.ts';
import { useCalibrations } from '../../state/sketch/calibrations.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useSettings } from '../../state/window/settings.ts';
import { VerdictIcon } from '../admission/verdict-icon.tsx';
import { Button } from '../controls/button.tsx';
import { IntegerField } from '../controls/number-field.tsx';

export function RefitSection({ profile }: { readonly profile: Profile }) {
  const { profiles } = useSession();
  const sketch = useSketch((present) => present);
  const setting = useSettings(({ settings }) => settings.budgetMarginPercent);
  const [chosen, setChosen] = useState<number | null>(null);
  const marginPercent = chosen ?? setting;
  const { refits, kept } = refitOf(sketch, profile, marginPercent);
  const obstacle = refitObstacle(sketch, profile);
  return (
    <section className="profile-refit" aria-label={tr`Refit`} data-testid="refit">
      <header>
        <h3>{tr`Refit`}</h3>
        <IntegerField
          label={tr`Margin`}
          value={marginPercent}
          {...MARGIN_LIMITS}
          unit="%"
          onCommit={(percent) => setChosen(percent)}
        />
        <Button
          tone="primary"
          disabled={refits.length === 0}
          onClick={() => profiles.refit((now) => applyRefits(now, refits))}
        >
          {tr`Apply all`}
        </Button>
      </header>
      <p className="profile-note">
        {obstacle ??
          tr`The measured maximum and the margin. A measured maximum is no bound: a later job may take longer.`}
      </p>
      {refits.length > 0 ? <RefitTable refits={refits} /> : null}
      {refits.length === 0 && obstacle === null ? <p>{tr`No value changes.`}</p> : null}
      {refits.length > 0 ? <Verdicts refits={refits} /> : null}
      {obstacle === null
        ? kept.map(({ name, reason }) => (
            <p key={name} className="profile-note">
              {tr`${name} keeps its values. ${reason}`}
            </p>
          ))
        : null}
    </section>
  );
}

function RefitTable({ refits }: { readonly refits: readonly Refit[] }) {
  const keyOf = ({ kind, name }: Refit): string => `${kind} ${name}`;
  const owners = [...new Set(refits.map(keyOf))];
  return (
    <table aria-label={tr`Proposed values`} className="profile-narrow">
      <thead>
        <tr>
          {[tr`Task`, tr`Value`, tr`Now`, tr`Measured`, tr`Jobs`, tr`Proposed`].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <td />
          <td />
        </tr>
      </thead>
      {owners.map((owner) => (
        <OwnValues key={owner} refits={refits.filter((refit) => keyOf(refit) === owner)} />
      ))}
    </table>
  );
}

/** The proposed values of one task, each with its button, and one button for all of them. */
function OwnValues({ refits }: { readonly refits: readonly Refit[] }) {
  const { profiles } = useSession();
  const apply = (chosen: readonly Refit[]) => () => profiles.refit((now) => applyRefits(now, chosen));
  return (
    <tbody>
      {refits.map((refit, index) => {
        const { name, value, jobs } = refit;
        const { before, measured, proposed } = refitWords(refit);
        return (
          <tr key={value} data-refit={`${name} ${value}`}>
            {index > 0 ? null : (
              <th scope="rowgroup" rowSpan={refits.length} title={name} translate="no">
                {name}
              </th>
            )}
            <td>{refitTitle(value)}</td>
            <td>{typeset(before)}</td>
            <td>{typeset(measured)}</td>
            <td>{formatCount(jobs)}</td>
            <td className="profile-proposed">{typeset(proposed)}</td>
            <td>
              <Button tone="quiet" aria-label={tr`Apply ${refitTitle(value)} of ${name}`} onClick={apply([refit])}>
                {tr`Apply`}
              </Button>
            </td>
            {index > 0 ? null : (
              <td rowSpan={refits.length}>
                {refits.length === 1 ? null : (
                  <Button tone="quiet" aria-label={tr`Apply all values of ${name}`} onClick={apply(refits)}>
                    {tr`Apply task`}
                  </Button>
                )}
              </td>
            )}
          </tr>
        );
      })}
    </tbody>
  );
}

function Verdicts({ refits }: { readonly refits: readonly Refit[] }) {
  const sketch = useSketch((present) => present);
  const calibrations = useCalibrations((state) => state.calibrations);
  // A run takes its profile again and again, and its maxima seldom change.
  const key = JSON.stringify(refits);
  const [now, then] = useMemo(() => {
    const by = { ideal: false, calibrations };
    const result = applyRefits(sketch, JSON.parse(key) as Refit[]);
    return [judge(sketch, by), result.ok ? judge(result.sketch, by) : null];
  }, [sketch, calibrations, key]);
  return (
    <dl className="profile-verdicts">
      <dt>{tr`Now`}</dt>
      <dd>
        <VerdictIcon admitted={now.admitted} decided={now.decidedBy !== null} />
        {typeset(now.sentence)}
      </dd>
      {then === null ? null : (
        <>
          <dt>{tr`With the proposed values`}</dt>
          <dd data-testid="refit-verdict" data-admitted={then.admitted}>
            <VerdictIcon admitted={then.admitted} decided={then.decidedBy !== null} />
            {typeset(then.sentence)}
          </dd>
        </>
      )}
    </dl>
  );
}
