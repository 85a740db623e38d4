/** The window's own commands, and keyboard handling for all commands. */
import { useEffect } from 'react';
import { EXPORTERS } from '../../../generator/trace/exports/index.ts';
import type { Session } from '../state/session/session.ts';
import type { Tabs } from '../state/session/tabs.ts';
import { useSession } from '../state/session/use-session.ts';
import { useTabs } from '../state/session/use-tabs.ts';
import { hasOpened } from '../state/sketch/document.ts';
import type { Command } from '../state/window/commands.ts';
import { isPressed } from '../state/window/keys.ts';
import { isInDrawing } from '../views/canvas/drawing-focus.ts';
import { focusCanvas } from '../views/canvas/editing/focus.ts';
import { goToPanel } from '../views/canvas/editing/panel-focus.ts';
import { COMMAND_PANELS, PANELS } from './panels.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import { useDroppedSketches } from './use-dropped-sketches.ts';

/** The command that exports the last run's trace in the format of a file extension. */
export const exportCommandOf = (extension: string): string => `export-trace${extension}`;

function commandsOf(session: Session, tabs: Tabs | null): readonly Command[] {
  const {
    bodies,
    commands,
    document,
    files,
    guide,
    imports,
    layout,
    prediction,
    run,
    selection,
    settings,
    traceExport,
  } = session;
  const isIdle = () => run.store.getState().phase === 'idle';
  const hasTabs = () => tabs !== null && tabs.store.getState().tabs.length > 1;
  const next = () => tabs?.step(1);
  const previous = () => tabs?.step(-1);
  const showPalette = () => commands.setPaletteOpen(true);
  return [
    { id: 'run', title: 'Run: build and start on the board', run: () => void run.buildAndRun() },
    { id: 'stop', title: 'Stop', run: () => void run.stopRun(), enabled: () => !isIdle() },
    { id: 'undo', title: 'Undo', run: document.undo },
    { id: 'redo', title: 'Redo', run: document.redo },
    { id: 'redo-y', title: 'Redo', run: document.redo, hidden: true },
    { id: 'new', title: 'New sketch', run: files.createSketch },
    { id: 'open', title: 'Open…', run: files.askOpen },
    {
      id: 'templates',
      title: 'Starter sketches…',
      run: () => files.beforeOpening(() => files.showFileDialog({ kind: 'templates' })),
    },
    { id: 'import', title: 'Import Arduino sketch…', run: () => void imports.askFiles() },
    { id: 'save', title: 'Save', run: () => files.save() },
    { id: 'save-as', title: 'Save as…', run: () => files.saveAs() },
    {
      id: 'export-project',
      title: 'Export as a PlatformIO project…',
      run: () => files.showFileDialog({ kind: 'export-project', form: 'platformio' }),
    },
    {
      id: 'export-ino',
      title: 'Export as an Arduino sketch (.ino)…',
      run: () => files.showFileDialog({ kind: 'export-project', form: 'ino' }),
    },
    ...EXPORTERS.map((exporter) => ({
      id: exportCommandOf(exporter.extension),
      title: `Export the trace: ${exporter.label}`,
      run: () => traceExport.exportTrace(exporter),
      enabled: traceExport.hasTrace,
    })),
    { id: 'close-tab', title: 'Close the sketch', run: () => tabs?.closeActive() },
    { id: 'next-tab', title: 'Next sketch', run: next, enabled: hasTabs },
    { id: 'next-tab-key', title: 'Next sketch', run: next, hidden: true },
    { id: 'previous-tab', title: 'Previous sketch', run: previous, enabled: hasTabs },
    { id: 'previous-tab-key', title: 'Previous sketch', run: previous, hidden: true },
    { id: 'sketch-settings', title: 'Board, target and policy', run: selection.showSketchForm },
    { id: 'prelude', title: 'Open the prelude: code before everything else', run: () => bodies.openBody(null) },
    { id: 'help-welcome', title: 'Help: welcome', run: () => guide.show('welcome') },
    { id: 'help-tour', title: 'Help: tour of the window', run: guide.startTour },
    { id: 'help-keys', title: 'Help: keys', run: () => guide.show('keys') },
    { id: 'help-glossary', title: 'Help: glossary', run: () => guide.show('glossary') },
    { id: 'help-documentation', title: 'Help: documentation', run: () => guide.show('documentation') },
    { id: 'palette', title: 'All commands', run: showPalette, hidden: true },
    { id: 'palette-k', title: 'All commands', run: showPalette, hidden: true },
    { id: 'settings', title: 'Settings…', run: () => settings.showSettings(true) },
    { id: 'detail', title: 'Show or hide the fields and panels of full', run: settings.toggleDetail },
    { id: 'projector', title: 'Projector view', run: layout.toggleProjector },
    { id: 'toggle-dock', title: 'Show or hide the lower panels', run: layout.toggleDock },
    { id: 'toggle-inspector', title: 'Show or hide the inspector', run: layout.toggleInspector },
    { id: 'pin-levels', title: 'Timeline: show or hide pin levels below the lanes', run: prediction.togglePinLevels },
    { id: 'focus-canvas', title: 'Go to the canvas', run: () => goToCanvas(session) },
    { id: 'next-panel', title: 'Go to the next panel', run: () => goToPanel(1, selection.currentSelection()) },
    { id: 'previous-panel', title: 'Go to the previous panel', run: () => goToPanel(-1, selection.currentSelection()) },
    { id: 'first-layout', title: 'Reset the panel layout', run: layout.resetLayout },
    ...COMMAND_PANELS.map((id) => ({
      id: `show-${id}`,
      title: `Show ${PANELS[id].title.toLowerCase()}`,
      run: () => layout.openPanel(id),
    })),
    ...(['system', 'light', 'dark', 'high-contrast'] as const).map((theme) => ({
      id: `theme-${theme}`,
      title: `Theme: ${theme === 'system' ? 'system' : theme.replace('-', ' ')}`,
      run: () => settings.changeSettings({ theme }),
    })),
  ];
}

export function useWorkbench(): void {
  const session = useSession();
  const tabs = useTabs();
  useEffect(() => {
    const commands = commandsOf(session, tabs).map((command) => ({ key: SHORTCUTS[command.id], ...command }));
    return session.commands.registerCommands(commands);
  }, [session, tabs]);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event, session);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [session]);
  useDroppedSketches(session);
  useEffect(() => {
    const show = () => {
      const { history } = session.document.store.getState();
      document.title = `${session.document.isUnsaved() ? '• ' : ''}${history.present.name} – Polyloop`;
    };
    show();
    return session.document.store.subscribe(show);
  }, [session]);
}

/** Keys with their own function while the user types or selects text. */
const TEXT_KEYS = new Set(['Mod+Z', 'Mod+Shift+Z', 'Mod+Y', 'Mod+A', 'Mod+D', 'Mod+F', 'Mod+G', 'Mod+Shift+G']);

function onKey(event: KeyboardEvent, session: Session): void {
  const { commands } = session;
  if (!hasOpened(session.document.store.getState())) return;
  // A browser that fills a field in sends a `keydown` event without a key.
  if (event.defaultPrevented || event.isComposing || !event.key) return;
  // A field that Escape has just left has the focus no more.
  if (event.key === 'Escape' && document.activeElement === document.body) {
    goToCanvas(session);
    return;
  }
  const command = commands.store.getState().commands.find(({ key }) => key !== undefined && isPressed(key, event));
  if (command?.key === undefined) return;
  if (command.inDrawing && !isInDrawing(event.target)) return;
  const bare = !/Mod\+|Control\+/.test(command.key) && !/F\d/.test(command.key);
  if ((bare || TEXT_KEYS.has(command.key)) && isTyping(event.target)) return;
  if (command.key === 'Enter' && isPressable(event.target)) return;
  event.preventDefault();
  commands.runCommand(command.id);
}

function goToCanvas({ layout, selection }: Session): void {
  const focus = () => focusCanvas(selection.currentSelection());
  if (window.document.querySelector('.canvas')?.checkVisibility() === true) {
    focus();
    return;
  }
  layout.showPanel('canvas');
  // The dock focuses a panel that it activates, so this waits until it has done that.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

/** Enter activates the focused control. */
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
