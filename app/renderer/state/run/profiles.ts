/**
 * The profiles that the host keeps beside the sketch's file, and refits, each of which is one step of undo. The
 * panel takes the profile of the run (views/profile/run-profile.ts), so that the window starts without its code.
 */
import { createStore } from 'zustand/vanilla';
import type { Profile } from '../../../../generator/profile/profile.ts';
import type { EditResult } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Connection } from '../session/connection.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { SketchDocument } from '../sketch/document.ts';
import type { Notices } from '../window/notices.ts';

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
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly notices: Notices;
}

export type Profiles = ReturnType<typeof createProfiles>;

export function createProfiles({ connection, document, notices }: Needs, scope: Scope) {
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
  const refit = (change: (sketch: Sketch) => EditResult): boolean =>
    document.edit(tr`Refit to measured values`, change);

  connection.withEachHost(() => void load());
  let path = sketchPath();
  scope.own(
    document.store.subscribe(({ file }) => {
      if (file.path === path) return;
      path = file.path;
      void load();
    }),
  );

  return { store, load, keep, remove, refit };
}

export const useProfiles = storeHook(({ profiles }) => profiles.store);
