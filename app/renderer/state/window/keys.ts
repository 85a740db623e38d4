/**
 * The keys of commands, written as in `Mod+Shift+Z`. Mod is Command on a Mac, Control elsewhere.
 */
import { matchKeybindingPress, parseKeybinding } from 'tinykeys';

const IS_MAC = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** Returns the key binding in the notation of tinykeys. */
function bindingOf(key: string, isMac: boolean): string {
  const parts = key.replace('Mod', isMac ? 'Meta' : 'Control').split('+');
  const name = parts.pop() ?? '';
  const isLetter = /^[A-Z]$/.test(name);
  // Some keyboard layouts need Shift to type a symbol.
  if (name.length === 1 && !isLetter) parts.push('[Shift]');
  // On a Mac, Option changes the character that a key types, so the position of the key is matched
  // too.
  const isChanged = isMac && isLetter && parts.includes('Alt');
  return [...parts, isChanged ? `(${name}|Key${name})` : name].join('+');
}

export function isPressed(key: string, event: KeyboardEvent, isMac = IS_MAC): boolean {
  const [press] = parseKeybinding(bindingOf(key, isMac));
  return press !== undefined && matchKeybindingPress(event, press);
}

/** Formats a key as it is printed on this system's keyboards: `⌘⇧Z` or `Ctrl+Shift+Z`. */
export function showKey(key: string, isMac = IS_MAC): string {
  if (!isMac) return key.replace('Mod', 'Ctrl').replace('Control', 'Ctrl');
  return key.replace('Mod', '⌘').replace('Control', '⌃').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '');
}
