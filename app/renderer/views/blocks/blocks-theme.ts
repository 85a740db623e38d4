/** Blockly's colours and fonts, from the same tokens as the rest of the window. */
import { readTheme } from '../../base/theme.ts';
import type { Theme } from '../../state/window/theme.ts';
import { Blockly } from './blockly.ts';

/** Reads the tokens again. Call this whenever the theme changes. */
export function blocksTheme(theme: Theme): Blockly.Theme {
  const { canvas, surface, raised, text, lineStrong, accent, font, resolve } = readTheme(document.documentElement);
  return Blockly.Theme.defineTheme(`polyloop-${theme}`, {
    name: `polyloop-${theme}`,
    base: Blockly.Themes.Zelos,
    startHats: false,
    fontStyle: { family: font, weight: '500', size: 11 },
    componentStyles: {
      workspaceBackgroundColour: canvas,
      toolboxBackgroundColour: surface,
      toolboxForegroundColour: text,
      flyoutBackgroundColour: theme === 'light' ? resolve('--pl-hover') : raised,
      flyoutForegroundColour: text,
      flyoutOpacity: 1,
      scrollbarColour: lineStrong,
      scrollbarOpacity: 0.6,
      insertionMarkerColour: text,
      insertionMarkerOpacity: 0.3,
      cursorColour: accent,
      selectedGlowColour: accent,
      selectedGlowOpacity: 1,
    },
  });
}
