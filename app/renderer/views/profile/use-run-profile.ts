/** The profile of the run, taken again while the run goes on, and that of the predicted schedule. */
import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Profile } from '../../../../generator/profile/profile.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { usePredicted, useSimulation } from '../../state/run/prediction.ts';
import type { SimulatorState } from '../../state/run/schedule-simulator.ts';
import { useTrace } from '../../state/run/trace.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useVerdictOn } from '../../state/sketch/admission.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { profileOfPrediction, profileOfRun } from './run-profile.ts';

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

const finished = ({ simulated, growing, stale }: SimulatorState) => ({ simulated, isFinished: !growing && !stale });

export interface PredictedProfile {
  /** Whether there is a finished prediction. */
  readonly isKnown: boolean;
  /** Null: unknown, or not wanted. */
  readonly profile: Profile | null;
}

/** @param isWanted a profile takes some milliseconds */
export function usePredictedProfile(isWanted: boolean): PredictedProfile {
  useSimulation();
  const session = useSession();
  const { simulated, isFinished } = usePredicted(useShallow(finished));
  const present = useSketch((each) => each);
  const { admission } = useVerdictOn(simulated?.question.sketch ?? present);
  const isKnown = simulated !== null && isFinished;
  const profile = useMemo(
    () =>
      simulated === null || !isFinished || !isWanted
        ? null
        : profileOfPrediction(session, simulated, admission, tr`prediction`),
    [session, simulated, isFinished, isWanted, admission],
  );
  return { isKnown, profile };
}
