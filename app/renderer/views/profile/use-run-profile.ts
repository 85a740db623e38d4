/** The profile of the run, taken again while the run goes on. */
import { useEffect, useState } from 'react';
import type { Profile } from '../../../../generator/profile/profile.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useTrace } from '../../state/run/trace.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useVerdictOn } from '../../state/sketch/admission.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { profileOfRun } from './run-profile.ts';

const POLL_MS = 500;

/** Null before the first run. */
export function useRunProfile(): Profile | null {
  const session = useSession();
  const { store, sketch } = useTrace();
  const present = useSketch((each) => each);
  const { admission } = useVerdictOn(sketch ?? present);
  const [profile, setProfile] = useState<Profile | null>(null);
  useEffect(() => {
    let seen = -1;
    const look = (): void => {
      if (store.version === seen) return;
      seen = store.version;
      setProfile(profileOfRun(session, admission, tr`this run`));
    };
    setProfile(null);
    look();
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [session, store, admission]);
  return profile;
}
