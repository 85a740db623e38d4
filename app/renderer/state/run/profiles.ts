/**
 * Profiles in the window: that of the run, at any time of it, and those that the host keeps beside the sketch's
 * file. A refit is one step of undo.
 */
import { createStore } from 'zustand/vanilla';
import type { Admission } from '../../../../generator/analysis/admission.ts';
import { responseBoundsNs } from '../../../../generator/judge/bounds.ts';
import { countedOverheads } from '../../../../generator/judge/overheads.ts';
import type { Profile } from '../../../../generator/profile/profile.ts';
import { applyRefits, type Refit } from '../../../../generator/profile/refit.ts';
import { takeProfile } from '../../../../generator/profile/take.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Connection } from '../session/connection.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { CalibrationsOfUser } from '../sketch/calibrations.ts';
import type { SketchDocument } from '../sketch/document.ts';
import type { Notices } from '../window/notices.ts';
import type { Trace } from './trace.ts';

export interface KeptProfile {
  /** The name of its file in the folder of the profiles. */
  readonly file: string;
  readonly profile: Profile;
}

interface ProfilesState {
  readonly kept: readonly KeptProfile[];
  /** Files that are no profiles, in words for the user. */
  readonly problems: readonly string[];
}

const NONE: ProfilesState = { kept: [], problems: [] };

interface Needs {
  readonly calibrations: CalibrationsOfUser;
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly notices: Notices;
  readonly trace: Trace;
}

export type Profiles = ReturnType<typeof createProfiles>;

export function createProfiles({ calibrations, connection, document, notices, trace }: Needs, scope: Scope) {
  const store = createStore<ProfilesState>(() => NONE);
  const sketchPath = (): string | null => document.store.getState().file.path;

  /** Lists the kept profiles of the present file again. */
  async function load(): Promise<void> {
    const sketch = sketchPath();
    const { host } = connection.store.getState();
    if (sketch === null || host === null) return store.setState(NONE);
    try {
      const { profiles, problems } = await host.profiles.list({ sketch });
      if (sketchPath() !== sketch) return;
      store.setState({ kept: profiles, problems: problems.map(({ message }) => message) });
    } catch (error) {
      notices.notifyError(error);
    }
  }

  /**
   * The profile of the run so far. Null before the first run.
   *
   * @param admission the verdict on the sketch that ran
   */
  function takeNow(admission: Admission, name: string): Profile | null {
    const { store: events, jobs, statistics, spans, channels, sketch, source } = trace.store.getState();
    if (sketch === null || events.end === 0) return null;
    jobs.update();
    statistics.update();
    spans.update();
    channels.update();
    const { facts, boardTimeNs } = trace.lineOf().last;
    const { asleepNs } = facts;
    return takeProfile(
      { store: events, statistics, spans, channels },
      {
        ...{ name, date: new Date().toISOString(), sketch },
        device: source === 'virtual' ? 'virtual' : 'port',
        boundsNs: responseBoundsNs(sketch, admission),
        overheads: countedOverheads(sketch, calibrations.store.getState().calibrations).overheads,
        asleep: asleepNs === undefined || boardTimeNs === null ? null : { ns: asleepNs, ofNs: boardTimeNs },
      },
    );
  }

  /** Keeps a profile beside the sketch's file. Resolves to whether it is kept. */
  async function keep(profile: Profile): Promise<boolean> {
    const sketch = sketchPath();
    if (sketch === null) {
      notices.notify(tr`Save the sketch first. Its profiles are kept beside its file.`, 'problem');
      return false;
    }
    try {
      const { path } = await (await connection.requireHost()).profiles.keep({ sketch, profile });
      notices.notify(tr`The profile is kept as ${path}.`);
    } catch (error) {
      notices.notifyError(error);
      return false;
    }
    await load();
    return true;
  }

  async function remove(file: string): Promise<void> {
    const sketch = sketchPath();
    if (sketch === null) return;
    try {
      await (await connection.requireHost()).profiles.remove({ sketch, file });
    } catch (error) {
      notices.notifyError(error);
    }
    await load();
  }

  /** Sets proposed values in one step of undo. */
  const refit = (refits: readonly Refit[]): boolean =>
    document.edit(tr`Refit to measured values`, (sketch) => applyRefits(sketch, refits));

  connection.withEachHost(() => void load());
  let path = sketchPath();
  scope.own(
    document.store.subscribe(({ file }) => {
      if (file.path === path) return;
      path = file.path;
      void load();
    }),
  );

  return { store, load, takeNow, keep, remove, refit };
}

export const useProfiles = storeHook(({ profiles }) => profiles.store);
