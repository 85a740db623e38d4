/** The keyboard shortcuts of the window's commands. */
import { showKey } from '../state/window/keys.ts';

export const SHORTCUTS: Readonly<Record<string, string>> = {
  'add-task': 'T',
  'add-interrupt': 'I',
  'add-four-slot': 'C',
  'add-ring-buffer': 'B',
  'add-part': 'P',
  'add-resource': 'L',
  undo: 'Mod+Z',
  redo: 'Mod+Shift+Z',
  'redo-y': 'Mod+Y',
  new: 'Mod+Alt+N',
  open: 'Mod+O',
  save: 'Mod+S',
  'save-as': 'Mod+Shift+S',
  'close-tab': 'Mod+F4',
  'next-tab': 'Control+PageDown',
  'next-tab-key': 'Control+Tab',
  'previous-tab': 'Control+PageUp',
  'previous-tab-key': 'Control+Shift+Tab',
  run: 'Mod+Enter',
  stop: 'Mod+.',
  'help-keys': 'F1',
  palette: 'Mod+Shift+P',
  'palette-k': 'Mod+K',
  settings: 'Mod+,',
  detail: 'F8',
  projector: 'F9',
  'toggle-dock': 'Mod+J',
  'toggle-inspector': 'Mod+Alt+I',
  delete: 'Delete',
  'delete-backspace': 'Backspace',
  duplicate: 'Mod+D',
  'select-all': 'Mod+A',
  'fit-view': 'F',
  'auto-layout': 'Shift+L',
  rename: 'F2',
  'open-code': 'Enter',
  connect: 'W',
  search: 'Mod+F',
  group: 'Mod+G',
  ungroup: 'Mod+Shift+G',
  minimap: 'M',
  'format-code': 'Shift+Alt+F',
  'focus-canvas': 'Escape',
  'next-panel': 'F6',
  'previous-panel': 'Shift+F6',
};

/** The shortcut as printed on this system's keys. Undefined when the command has none. */
export function shortcutOf(command: string): string | undefined {
  const key = SHORTCUTS[command];
  return key === undefined ? undefined : showKey(key);
}
