/** Runs the script of the page that selects the theme before the first paint. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Scope } from '../session/scope.ts';
import { createTheme, type Theme, type ThemeChoice } from './theme.ts';

const SCRIPT = readFileSync(new URL('../../public/first-theme.js', import.meta.url), 'utf8');

const CHOICES: readonly (ThemeChoice | null)[] = [null, 'system', 'light', 'dark', 'high-contrast'];
const SYSTEM: Readonly<Record<Theme, readonly string[]>> = {
  dark: [],
  light: ['(prefers-color-scheme: light)'],
  contrast: ['(prefers-contrast: more)', '(prefers-color-scheme: light)'],
};

afterEach(() => vi.unstubAllGlobals());

describe('the theme of the first paint', () => {
  const cases = CHOICES.flatMap((choice) => (Object.keys(SYSTEM) as Theme[]).map((system) => ({ choice, system })));

  it.each(cases)('is the theme of the program: chosen $choice, system $system', ({ choice, system }) => {
    const dataset: { theme?: string } = {};
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'polyloop.theme' ? choice : null) });
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: SYSTEM[system].includes(query) }));
    vi.stubGlobal('document', { documentElement: { dataset } });
    new Function(SCRIPT)();

    const applied: Theme[] = [];
    createTheme(
      {
        userStorage: { getItem: () => choice, setItem: () => {}, removeItem: () => {} },
        systemTheme: () => system,
        onSystemThemeChange: () => () => {},
        applyTheme: (theme) => void applied.push(theme),
      },
      new Scope(),
    );
    expect(dataset.theme).toBe(applied[0]);
  });
});
