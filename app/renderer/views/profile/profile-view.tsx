/**
 * The profile of the run or of a kept one: what each task, channel and interrupt did, new values for the sketch, and
 * what has changed from another profile.
 */
import { Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { Profile } from '../../../../generator/profile/profile.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatDuration, typeset } from '../../base/format.ts';
import { type KeptProfile, useProfiles } from '../../state/run/profiles.ts';
import { useSession } from '../../state/session/use-session.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { Choice } from '../controls/select-field.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { ProfileTables } from './profile-tables.tsx';
import { RefitSection } from './refit-section.tsx';
import { sourceWords } from './source-words.ts';
import { usePredictedProfile, useRunProfile } from './use-run-profile.ts';
import './profile.css';

/** The run and the prediction, in the lists of profiles. No file has these names. */
const RUN = '';
const PREDICTION = '~';
const NOTHING = '-';

export function ProfileView() {
  const { profiles } = useSession();
  const run = useRunProfile();
  const { kept, problems } = useProfiles();
  const [wanted, setWanted] = useState(RUN);
  const [other, setOther] = useState(NOTHING);
  const { isKnown: isPredicted, profile: predicted } = usePredictedProfile(
    wanted === PREDICTION || other === PREDICTION,
  );
  useEffect(() => void profiles.load(), [profiles]);
  const chosen = kept.find(({ file }) => file === wanted);
  const isPrediction = wanted === PREDICTION && predicted !== null;
  const made = isPrediction ? predicted : run;
  const shown = chosen?.profile ?? made;
  const value = chosen?.file ?? (isPrediction ? PREDICTION : RUN);
  // A profile is not compared with itself.
  const against =
    other === value
      ? null
      : other === RUN
        ? run
        : other === PREDICTION
          ? predicted
          : (kept.find(({ file }) => file === other)?.profile ?? null);
  const options = [
    { value: RUN, label: tr`This run` },
    ...(!isPredicted ? [] : [{ value: PREDICTION, label: tr`Prediction` }]),
    ...kept.map(optionOf),
  ];
  return (
    <div className="profile" data-testid="profile">
      <div className="profile-bar">
        <Choice label={tr`Profile`} value={value} options={options} onChange={setWanted} />
        <span>{tr`compared with`}</span>
        <Choice
          label={tr`Compared with`}
          value={against === null ? NOTHING : other}
          options={[{ value: NOTHING, label: tr`nothing` }, ...options.filter((option) => option.value !== value)]}
          onChange={setOther}
        />
        {chosen === undefined ? null : (
          <IconButton
            label={tr`Delete the profile ${chosen.profile.name}`}
            onClick={() => void profiles.remove(chosen.file)}
          >
            <Trash2 size={14} aria-hidden="true" />
          </IconButton>
        )}
        {chosen === undefined && made !== null ? <Keep profile={made} /> : null}
      </div>
      {problems.map((problem) => (
        <p key={problem} className="profile-problem">
          {problem}
        </p>
      ))}
      {shown === null ? (
        <Empty />
      ) : against === null ? (
        <One profile={shown} />
      ) : (
        <ComparisonTable a={against} b={shown} />
      )}
    </div>
  );
}

const optionOf = ({ file, profile }: KeptProfile) => ({
  value: file,
  label: profile.name,
  title: `${sourceWords(profile)}, ${profile.date}`,
});

const Empty = () => <div className="empty">{tr`Run the sketch to see how long each task really takes.`}</div>;

function One({ profile }: { readonly profile: Profile }) {
  return (
    <>
      <p className="profile-note">
        {typeset(formatDuration(profile.observedNs))}, {sourceWords(profile)}.{' '}
        {profile.gaps > 0 ? tr`The record has gaps. Jobs in gaps are not counted.` : ''}
      </p>
      <ProfileTables profile={profile} />
      <RefitSection profile={profile} />
    </>
  );
}

function Keep({ profile }: { readonly profile: Profile }) {
  const { profiles } = useSession();
  const [name, setName] = useState('');
  const keep = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await profiles.keep({ ...profile, name: name.trim() })) setName('');
  };
  return (
    <form className="profile-keep" onSubmit={(event) => void keep(event)}>
      <input
        className="input"
        aria-label={tr`Name of the profile`}
        placeholder={tr`name`}
        maxLength={80}
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === ''} title={tr`Keeps the profile in a folder beside the sketch`}>
        {tr`Keep`}
      </Button>
    </form>
  );
}
