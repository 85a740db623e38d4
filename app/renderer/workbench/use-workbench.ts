/** The window's own commands, and the keys of all. */
import { useEffect } from 'react';
import { openBody } from '../state/bodies.ts';
import { type Command, keyOf, registerCommands, runCommand, useCommands } from '../state/commands.ts';
import { redo, undo, useDocument } from '../state/document.ts';
import { askOpen, createSketch, guardUnsaved, save, saveAs, showFileDialog } from '../state/files.ts';
import { PANELS, resetLayout, showPanel, toggleDock, toggleInspector, toggleProjector } from '../state/layout.ts';
import { buildAndRun, stopRun, useRun } from '../state/run.ts';
import { changeSettings } from '../state/settings.ts';
import { showPalette } from './palette.tsx';
import { SHORTCUTS } from './shortcuts.ts';

const idle = () => useRun.getState().phase === 'idle';

const COMMANDS: readonly Command[] = [
  { id: 'run', title: 'Run: build and start on the virtual board', run: () => void buildAndRun() },
  { id: 'stop', title: 'Stop', run: () => void stopRun(), enabled: () => !idle() },
  { id: 'undo', title: 'Undo', run: undo },
  { id: 'redo', title: 'Redo', run: redo },
  { id: 'redo-y', title: 'Redo', run: redo, hidden: true },
  { id: 'new', title: 'New sketch', run: createSketch },
  { id: 'open', title: 'Open…', run: askOpen },
  {
    id: 'templates',
    title: 'Starter sketches…',
    run: () => guardUnsaved(() => showFileDialog({ kind: 'templates' })),
  },
  { id: 'save', title: 'Save', run: () => save() },
  { id: 'save-as', title: 'Save as…', run: () => saveAs() },
  { id: 'prelude', title: 'Open the prelude: code before everything else', run: () => openBody(null) },
  { id: 'palette', title: 'All commands', run: showPalette, hidden: true },
  { id: 'palette-k', title: 'All commands', run: showPalette, hidden: true },
  { id: 'projector', title: 'Projector view', run: toggleProjector },
  { id: 'toggle-dock', title: 'Show or hide the lower panels', run: toggleDock },
  { id: 'toggle-inspector', title: 'Show or hide the inspector', run: toggleInspector },
  { id: 'first-layout', title: 'First layout of the panels', run: resetLayout },
  ...PANELS.map((panel) => ({
    id: `show-${panel}`,
    title: `Show ${panel}`,
    run: () => showPanel(panel),
  })),
  ...(['system', 'light', 'dark', 'high-contrast'] as const).map((theme) => ({
    id: `theme-${theme}`,
    title: `Theme: ${theme === 'system' ? 'as the system' : theme.replace('-', ' ')}`,
    run: () => changeSettings({ theme }),
  })),
];

export function useWorkbench(): void {
  useEffect(() => registerCommands(COMMANDS.map((command) => ({ key: SHORTCUTS[command.id], ...command }))), []);
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    const show = () => {
      const { history, saved } = useDocument.getState();
      document.title = `${history.present === saved ? '' : '• '}${history.present.name} – Polyloop`;
    };
    show();
    return useDocument.subscribe(show);
  }, []);
}

/** Keys that do their own work while somebody types or chooses. */
const TEXT_KEYS = new Set(['Mod+Z', 'Mod+Shift+Z', 'Mod+Y', 'Mod+A', 'Mod+D']);

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const key = keyOf(event);
  const bare = !key.includes('Mod+') && !/^F\d/.test(key);
  if ((bare || TEXT_KEYS.has(key)) && isTyping(event.target)) return;
  if (key === 'Enter' && isPressable(event.target)) return;
  const command = useCommands.getState().commands.find((each) => each.key === key);
  if (command === undefined) return;
  event.preventDefault();
  runCommand(command.id);
}

/** Enter presses what has the focus. */
function isPressable(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('button, a, [role="tab"], [role="option"], [role="slider"]') !== null
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable], .monaco-editor, [role="dialog"], [role="menu"]') !==
    null
  );
}
