/**
 * Entry point of the window. It chooses the language, and then loads the modules that hold texts.
 */
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './base/tokens.css';
import './theme.css';
import { PSEUDO } from '../words/language.ts';
import { loadLanguage } from '../words/load-language.ts';
import { firstLanguage } from './state/window/language.ts';

const language = firstLanguage(localStorage, navigator.languages);
document.documentElement.lang = language === PSEUDO ? 'en' : language;
await loadLanguage(language);
const { openWindow } = await import('./window.tsx');
openWindow(language);
