/**
 * The help in the window: the welcome of the first start, the tour, the keys, the glossary and the
 * pages of the documentation.
 */
import { createStore } from 'zustand/vanilla';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { Files } from '../sketch/files.ts';
import type { UserSettings } from './settings.ts';

export type GuideDialog = 'welcome' | 'keys' | 'glossary' | 'documentation';

interface GuideState {
  /** At most one dialog is open. */
  readonly dialog: GuideDialog | null;
  /** The current step of the tour. Null while there is no tour. */
  readonly step: number | null;
}

interface Needs {
  readonly files: Files;
  readonly settings: UserSettings;
}

export type Guide = ReturnType<typeof createGuide>;

export function createGuide({ files, settings }: Needs, scope: Scope) {
  const store = createStore<GuideState>(() => ({ dialog: null, step: null }));
  let isFirstStart = true;

  const show = (dialog: GuideDialog): void => store.setState({ dialog, step: null });

  /** The welcome is never shown again by itself once it was closed. */
  function close(): void {
    if (store.getState().dialog === 'welcome') settings.changeSettings({ welcomed: true });
    store.setState({ dialog: null });
  }

  function startTour(): void {
    close();
    store.setState({ step: 0 });
  }

  /** For a tab that is not the first one of its window. */
  function skipWelcome(): void {
    isFirstStart = false;
  }

  const goTo = (step: number): void => store.setState({ step });
  const endTour = (): void => store.setState({ step: null });

  /**
   * Shows the welcome once settings and start-up are known: to a user who has not seen it and who
   * did not open a file. A host without a file opens a starter sketch.
   */
  function welcome(): void {
    const { startup } = files.store.getState();
    const { known, settings: values } = settings.store.getState();
    if (!isFirstStart || startup === null || !known) return;
    isFirstStart = false;
    if (!values.welcomed && startup.open?.kind !== 'path') show('welcome');
  }

  scope.own(files.store.subscribe(welcome));
  scope.own(settings.store.subscribe(welcome));

  return { store, show, close, skipWelcome, startTour, goTo, endTour };
}

export const useGuide = storeHook(({ guide }) => guide.store);
