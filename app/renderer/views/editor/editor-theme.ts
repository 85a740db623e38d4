/** Monaco's colours, from the same tokens as the rest of the window. */
import type * as Monaco from 'monaco-editor/editor/editor.api';
import type { Theme } from '../../state/window/theme.ts';

const NAME = 'polyloop';

function token(name: string): string {
  return sixDigits(getComputedStyle(document.documentElement).getPropertyValue(`--pl-${name}`).trim());
}

/** The build shortens #ffffff to #fff, which Monaco does not accept. */
export function sixDigits(colour: string): string {
  return /^#[0-9a-f]{3}$/i.test(colour) ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;
}

/** Colours in rules have no leading #. */
const bare = (name: string): string => token(name).replace('#', '');

/** Reads the tokens again. Call this whenever the theme changes. */
export function applyEditorTheme(monaco: typeof Monaco, theme: Theme): void {
  const base = theme === 'light' ? 'vs' : theme === 'contrast' ? 'hc-black' : 'vs-dark';
  monaco.editor.defineTheme(NAME, {
    base,
    inherit: true,
    rules: [
      { token: '', foreground: bare('text') },
      { token: 'comment', foreground: bare('text-dim'), fontStyle: 'italic' },
      { token: 'keyword', foreground: bare('task-1') },
      { token: 'type', foreground: bare('task-4') },
      { token: 'string', foreground: bare('task-2') },
      { token: 'string.escape', foreground: bare('task-7') },
      { token: 'number', foreground: bare('task-8') },
      { token: 'annotation', foreground: bare('task-7') },
      { token: 'delimiter', foreground: bare('text-dim') },
    ],
    colors: {
      'editor.background': token('canvas'),
      'editor.foreground': token('text'),
      'editorLineNumber.foreground': token('text-faint'),
      'editorLineNumber.activeForeground': token('text'),
      'editor.lineHighlightBackground': token('grid'),
      'editor.lineHighlightBorder': token('grid'),
      'editor.selectionBackground': token('selection'),
      'editorCursor.foreground': token('accent'),
      'editorIndentGuide.background1': token('line'),
      'editorWidget.background': token('raised'),
      'editorWidget.border': token('line'),
      'editorSuggestWidget.selectedBackground': token('selection'),
      'editorSuggestWidget.selectedForeground': token('text'),
      'editorHoverWidget.background': token('raised'),
      'editorHoverWidget.border': token('line'),
      'editorError.foreground': token('problem'),
      'editorOverviewRuler.errorForeground': token('problem'),
      'editorOverviewRuler.border': token('canvas'),
      'scrollbarSlider.background': `${token('line-strong')}66`,
      'scrollbarSlider.hoverBackground': `${token('line-strong')}aa`,
      'input.background': token('canvas'),
      'input.border': token('line'),
      focusBorder: token('focus'),
    },
  });
  monaco.editor.setTheme(NAME);
}
