/**
 * The tabs of the window. Each tab is a session of its own, with its document, history, selection
 * and run, so the program of a tab that is not shown goes on. Only the session of the active tab is
 * drawn.
 */
import { createStore } from 'zustand/vanilla';
import { newSketch } from '../../../../generator/sketch/create.ts';
import { hasOpened } from '../sketch/document.ts';
import { NEW_NAME, type OpenedSketch } from '../sketch/files.ts';
import type { Environment, KeyValueStorage } from './environment.ts';
import { createSession, type Session } from './session.ts';

export interface Tab {
  readonly id: string;
  readonly session: Session;
}

interface TabsState {
  /** In the order of the strip. There is at least one. */
  readonly tabs: readonly Tab[];
  readonly active: Tab;
}

const KEPT_KEY = 'polyloop.tabs';

export type Tabs = ReturnType<typeof createTabs>;

export function createTabs(environment: Environment) {
  const { windowStorage } = environment;
  const kept = keptTabs(windowStorage);
  let lastId = Math.max(...kept.ids);
  const first = kept.ids.map(createTab);
  const store = createStore<TabsState>(() => ({
    tabs: first,
    active: byId(first, String(kept.active)) ?? first[0] ?? createTab(++lastId),
  }));
  for (const { session } of first) session.connection.connect();
  const stopKeeping = store.subscribe(keep);
  keep();
  for (const { session } of first) offerWhenOpened(session);

  /** Offers what other windows left behind, after each tab has taken what is its own. */
  function offerWhenOpened({ document, onDispose }: Session): void {
    const end = onDispose(
      document.store.subscribe(() => {
        end();
        const { tabs, active } = store.getState();
        if (!first.every(({ session }) => hasOpened(session.document.store.getState()))) return;
        void active.session.recovery.offer(tabs.map(({ session }) => session.recovery.id()));
      }),
    );
  }

  function createTab(number: number): Tab {
    const id = String(number);
    const storage = storageOf(windowStorage, id);
    const session: Session = createSession(
      { ...environment, windowStorage: storage },
      { place: (opened) => place({ id, session }, opened), showFile },
    );
    return { id, session };
  }

  /** A tab that begins with the settings and the layout of the active one. */
  function openTab(opened: OpenedSketch): void {
    const { active } = store.getState();
    const tab = createTab(++lastId);
    const { files, guide, opening, settings } = tab.session;
    guide.skipWelcome();
    opening.skip();
    settings.store.setState(active.session.settings.store.getState());
    const { startup } = active.session.files.store.getState();
    if (startup !== null) files.setStartup(startup);
    files.replaceDocument(opened);
    tab.session.connection.connect();
    store.setState(({ tabs }) => ({ tabs: [...tabs, tab] }));
    activate(tab.id);
  }

  /**
   * Shows a sketch in a new tab, or in the tab that asks if nothing is lost there. Recovered changes of a file
   * that is open are shown in its tab.
   */
  function place(from: Tab, opened: OpenedSketch): void {
    const path = opened.recovered === undefined ? null : (opened.file?.path ?? null);
    const same = path === null ? undefined : store.getState().tabs.find(({ session }) => isUntouched(session, path));
    if (same !== undefined) {
      activate(same.id);
      same.session.files.replaceDocument(opened);
    } else if (isReplaceable(from.session)) from.session.files.replaceDocument(opened);
    else openTab(opened);
  }

  /** Shows the tab of this file. Returns false if there is none. */
  function showFile(path: string): boolean {
    const tab = store.getState().tabs.find(({ session }) => session.document.store.getState().file.path === path);
    if (tab !== undefined) activate(tab.id);
    return tab !== undefined;
  }

  function activate(id: string): void {
    const { tabs, active } = store.getState();
    const next = byId(tabs, id);
    if (next === undefined || next === active) return;
    active.session.document.flushEdits();
    // The parts of the window that are shown are the same in every tab.
    const { inspector, dock, projector, opened } = active.session.layout.store.getState();
    next.session.layout.store.setState({ inspector, dock, projector, opened });
    store.setState({ active: next });
  }

  /** Shows the next tab, or the one before for -1. The last tab is followed by the first. */
  function step(by: 1 | -1): void {
    const { tabs, active } = store.getState();
    const next = tabs[(tabs.indexOf(active) + by + tabs.length) % tabs.length];
    if (next !== undefined) activate(next.id);
  }

  /** Closes a tab and ends its program. Asks first if the program runs, and if there are unsaved changes. */
  function close(id: string): void {
    const tab = byId(store.getState().tabs, id);
    if (tab === undefined) return;
    const { document, files, run } = tab.session;
    const isRunning = run.store.getState().phase !== 'idle';
    // The questions are shown in the tab that they are about.
    if (isRunning || document.isUnsaved()) activate(id);
    const then = () => files.guardUnsaved(() => remove(tab));
    if (isRunning) files.showFileDialog({ kind: 'running', then });
    else then();
  }

  function remove(tab: Tab): void {
    if (store.getState().tabs.length === 1) openTab({ sketch: newSketch(NEW_NAME) });
    const { tabs, active } = store.getState();
    const at = tabs.indexOf(tab);
    const neighbour = tabs[at + 1] ?? tabs[at - 1];
    if (tab === active && neighbour !== undefined) activate(neighbour.id);
    store.setState({ tabs: tabs.filter((each) => each !== tab) });
    tab.session.recovery.drop();
    tab.session.dispose();
  }

  function keep(): void {
    const { tabs, active } = store.getState();
    const ids = tabs.map(({ id }) => Number(id));
    windowStorage.setItem(KEPT_KEY, JSON.stringify({ ids, active: Number(active.id) }));
  }

  /** Stores what is open, as before the page is left. */
  function keepForReload(): void {
    for (const { session } of store.getState().tabs) session.opening.keepForReload();
  }

  function dispose(): void {
    stopKeeping();
    for (const { session } of store.getState().tabs) session.dispose();
  }

  return {
    store,
    activate,
    step,
    close,
    closeActive: (): void => close(store.getState().active.id),
    keepForReload,
    dispose,
  };
}

const byId = (tabs: readonly Tab[], id: string): Tab | undefined => tabs.find((tab) => tab.id === id);

/** An untouched sketch without a file: a starter or an empty one. */
function isReplaceable({ document, run }: Session): boolean {
  document.flushEdits();
  const { file } = document.store.getState();
  return file.path === null && !document.isUnsaved() && run.store.getState().phase === 'idle';
}

/** A tab of this file without unsaved changes and without a program. */
function isUntouched({ document, run }: Session, path: string): boolean {
  document.flushEdits();
  return document.store.getState().file.path === path && !document.isUnsaved() && run.store.getState().phase === 'idle';
}

function keptTabs(storage: KeyValueStorage): { readonly ids: readonly number[]; readonly active: number } {
  const text = storage.getItem(KEPT_KEY);
  return text === null ? { ids: [1], active: 1 } : JSON.parse(text);
}

/** The part of the window's storage that belongs to one tab. */
function storageOf(storage: KeyValueStorage, id: string): KeyValueStorage {
  const keyIn = (key: string) => `${key}.${id}`;
  return {
    getItem: (key) => storage.getItem(keyIn(key)),
    setItem: (key, value) => storage.setItem(keyIn(key), value),
    removeItem: (key) => storage.removeItem(keyIn(key)),
  };
}
