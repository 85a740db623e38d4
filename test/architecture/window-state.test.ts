/**
 * `createSession` creates the window's state. Importing a module of the window has no side effects.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StateCreator, StoreApi } from 'zustand/vanilla';
import { filesBelow, root } from './files.ts';
import { importTimeEffects } from './import-time.ts';

const made = vi.hoisted((): string[] => []);
vi.mock('zustand/vanilla', async (original) => {
  const zustand = await original<typeof import('zustand/vanilla')>();
  const createStore = <S>(initial: StateCreator<S>): StoreApi<S> => {
    made.push(new Error('a store').stack ?? '');
    return zustand.createStore<S>(initial);
  };
  return { ...zustand, createStore };
});

/** Entry points: the window and its workers. */
const ENTRIES = /^app\/renderer\/(main\.tsx|workers\/[a-z]+-worker\.ts)$/;

/** Excludes `this.setState` of a React component. */
const CHANGES_A_STORE = /\b(?!this\b)\w+\.setState\(/;

const modules = filesBelow('app/renderer', /\.tsx?$/)
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !/\.test\.tsx?$|\/test-[^/]+\.ts$/.test(file) && !ENTRIES.test(file));

describe('a module of the window that is imported', () => {
  it.each([
    ["import { create } from 'zustand';\nexport const useRun = create<Run>(() => IDLE);", ['create()']],
    ['const store = createStore(() => ({ a: 1 }));', ['createStore()']],
    ['useDocument.subscribe((now) => select(now));', ['subscribe()']],
    ["withEach(() => {});\nwindow.addEventListener('focus', ask);", ['addEventListener()']],
    ["export const client = new WorkerClient(() => new Worker('w.js'));", ['new WorkerClient']],
    ['let timer: Timer | null = null;\nexport let b = 2;', ['let timer', 'let b']],
    [
      "const id = (() => {\n  const known = sessionStorage.getItem('id');\n  return known;\n})();",
      ['getItem()', 'sessionStorage'],
    ],
    ['class A {\n  static readonly timer = setInterval(look, 5);\n}', ['setInterval()']],
    ["if (isMac) {\n  localStorage.setItem('a', 'b');\n}", ['setItem()', 'localStorage']],
  ])('is seen to do so: %s', (source, effects) => {
    expect(importTimeEffects(source).toSorted()).toEqual(effects.toSorted());
  });

  it.each([
    'export function createRun() {\n  let taken = 0;\n  const store = createStore(() => IDLE);\n  return { store, taken };\n}',
    'export const Context = createContext<Session | null>(null);',
    'export const useRun = storeHook(({ run }) => run.store);\nexport const Row = memo(function Row() { useEffect(() => window.addEventListener("a", b)); return <p />; });',
    'class Player {\n  #timer = setTimeout(a, 1);\n  want() { this.#tell.subscribe(b); }\n}',
    'for (const each of LIST) NAMES.add(each);\nconst known = new WeakMap<Sketch, string>();',
  ])('may define: %s', (source) => {
    expect(importTimeEffects(source)).toEqual([]);
  });

  it('creates no store, subscribes to nothing, starts no worker and no timer, and reads no storage', () => {
    expect(modules.length).toBeGreaterThan(200);
    const found = modules.flatMap((file) =>
      importTimeEffects(readFileSync(path.join(root, file), 'utf8')).map((effect) => `${file}: ${effect}`),
    );
    expect(found).toEqual([]);
  });

  it('changes a store only in app/renderer/state: views call actions', () => {
    expect(CHANGES_A_STORE.test('session.run.store.setState({ phase })')).toBe(true);
    expect(CHANGES_A_STORE.test('this.setState({ error: null })')).toBe(false);
    const views = modules.filter((file) => !file.startsWith('app/renderer/state/'));
    const found = views.filter((file) => CHANGES_A_STORE.test(readFileSync(path.join(root, file), 'utf8')));
    expect(found).toEqual([]);
  });

  it('creates no store through the functions that it calls', async () => {
    const state = modules.filter((file) => /^app\/renderer\/(state|workers|base)\//.test(file));
    expect(state.length).toBeGreaterThan(40);
    for (const file of state) await import(/* @vite-ignore */ path.join(root, file));
    expect(made).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);

    const { testEnvironment } = await import('../../app/renderer/state/session/test-session.ts');
    const { createSession } = await import('../../app/renderer/state/session/session.ts');
    const session = createSession(testEnvironment());
    expect(made.length).toBeGreaterThan(20);
    session.dispose();
  });
});

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());
