/** Which theme is shown: the user's choice, else the system's. Charts and the code editor follow `useTheme`. */
import { create } from 'zustand';

export type ThemeChoice = 'system' | 'light' | 'dark' | 'high-contrast';
/** As in the attribute that base/tokens.css looks at. */
export type Theme = 'light' | 'dark' | 'contrast';

interface ThemeState {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
}

const prefersLight = matchMedia('(prefers-color-scheme: light)');
const prefersContrast = matchMedia('(prefers-contrast: more)');
/** Also kept in the browser, so that the first paint has the right colours before the host answers. */
const STORAGE_KEY = 'polyloop.theme';

function resolve(choice: ThemeChoice): Theme {
  if (choice === 'high-contrast') return 'contrast';
  if (choice !== 'system') return choice;
  if (prefersContrast.matches) return 'contrast';
  return prefersLight.matches ? 'light' : 'dark';
}

function stored(): ThemeChoice {
  const text = localStorage.getItem(STORAGE_KEY);
  return text === 'light' || text === 'dark' || text === 'high-contrast' ? text : 'system';
}

export const useTheme = create<ThemeState>(() => ({ choice: stored(), theme: resolve(stored()) }));

function apply(): void {
  document.documentElement.dataset.theme = useTheme.getState().theme;
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(STORAGE_KEY, choice);
  useTheme.setState({ choice, theme: resolve(choice) });
}

useTheme.subscribe(apply);
apply();
for (const query of [prefersLight, prefersContrast]) {
  query.addEventListener('change', () => useTheme.setState(({ choice }) => ({ theme: resolve(choice) })));
}
