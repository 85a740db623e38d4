/**
 * Entry point of the window. It chooses the language, connects to the host, and then loads the modules that hold
 * texts. index.html preloads those modules, so this file imports only what they need to begin.
 */
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './base/tokens.css';
import './theme.css';
import { PSEUDO } from '../words/language.ts';
import { loadLanguage } from '../words/load-language.ts';
import { browserEnvironment } from './state/session/browser-environment.ts';
import { firstLanguage } from './state/window/first-language.ts';

async function start(): Promise<void> {
  const language = firstLanguage(localStorage, navigator.languages);
  document.documentElement.lang = language === PSEUDO ? 'en' : language;
  await loadLanguage(language);
  const environment = browserEnvironment(language);
  const { openWindow } = await import('./window.tsx');
  openWindow(environment);
}

// Not awaited: the window's modules share modules with this one, so they wait until it has run.
void start();
