/** The window's own commands, and keyboard handling for all commands. */

import { useEffect, useLayoutEffect } from 'react';
import { FORMATS } from '../../../generator/trace/exports/index.ts';
import { tr } from '../../../generator/words/tr.ts';
import { visibleLine } from '../../../generator/words/visible.ts';
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
    traceImport,
  } = session;
  const isIdle = () => run.store.getState().phase === 'idle';
  const hasTabs = () => tabs !== null && tabs.store.getState().tabs.length > 1;
  const next = () => tabs?.step(1);
  const previous = () => tabs?.step(-1);
  const showPalette = () => commands.setPaletteOpen(true);
  return [
    { id: 'run', title: tr`Run: build and start on the board`, run: () => void run.buildAndRun() },
    { id: 'stop', title: tr`Stop`, run: () => void run.stopRun(), enabled: () => !isIdle() },
    { id: 'undo', title: tr`Undo`, run: document.undo },
    { id: 'redo', title: tr`Redo`, run: document.redo },
    { id: 'redo-y', title: tr`Redo`, run: document.redo, hidden: true },
    { id: 'new', title: tr`New sketch`, run: files.createSketch },
    { id: 'open', title: tr`Open…`, run: files.askOpen },
    {
      id: 'templates',
      title: tr`Starter sketches…`,
      run: () => files.beforeOpening(() => files.showFileDialog({ kind: 'templates' })),
    },
    { id: 'choose-board', title: tr`Choose a board…`, run: () => files.showFileDialog({ kind: 'boards' }) },
    { id: 'import', title: tr`Import Arduino sketch…`, run: () => void imports.askFiles() },
    { id: 'open-trace', title: tr`Open a trace…`, run: () => void traceImport.askTrace() },
    { id: 'save', title: tr`Save`, run: () => files.save() },
    { id: 'save-as', title: tr`Save as…`, run: () => files.saveAs() },
    {
      id: 'export-project',
      title: tr`Export as a PlatformIO project…`,
      run: () => files.showFileDialog({ kind: 'export-project', form: 'platformio' }),
    },
    {
      id: 'export-ino',
      title: tr`Export as an Arduino sketch (.ino)…`,
      run: () => files.showFileDialog({ kind: 'export-project', form: 'ino' }),
    },
    ...FORMATS.map((format) => ({
      id: exportCommandOf(format.extension),
      title: tr`Export the trace: ${format.label}`,
      run: () => void traceExport.exportTrace(format),
      enabled: traceExport.hasTrace,
    })),
    { id: 'close-tab', title: tr`Close the sketch`, run: () => tabs?.closeActive() },
    { id: 'next-tab', title: tr`Next sketch`, run: next, enabled: hasTabs },
    { id: 'next-tab-key', title: tr`Next sketch`, run: next, hidden: true },
    { id: 'previous-tab', title: tr`Previous sketch`, run: previous, enabled: hasTabs },
    { id: 'previous-tab-key', title: tr`Previous sketch`, run: previous, hidden: true },
    { id: 'sketch-settings', title: tr`Board, target and policy`, run: selection.showSketchForm },
    { id: 'prelude', title: tr`Open the prelude: code before everything else`, run: () => bodies.openBody(null) },
    { id: 'help-welcome', title: tr`Help: welcome`, run: () => guide.show('welcome') },
    { id: 'help-tour', title: tr`Help: tour of the window`, run: guide.startTour },
    { id: 'help-keys', title: tr`Help: keys`, run: () => guide.show('keys') },
    { id: 'help-glossary', title: tr`Help: glossary`, run: () => guide.show('glossary') },
    { id: 'help-documentation', title: tr`Help: documentation`, run: () => guide.show('documentation') },
    { id: 'palette', title: tr`All commands`, run: showPalette, hidden: true },
    { id: 'palette-k', title: tr`All commands`, run: showPalette, hidden: true },
    { id: 'settings', title: tr`Settings…`, run: () => settings.showSettings(true) },
    { id: 'detail', title: tr`Switch between simple and full`, run: settings.toggleDetail },
    { id: 'projector', title: tr`Projector view`, run: layout.toggleProjector },
    { id: 'toggle-dock', title: tr`Show or hide the lower panels`, run: layout.toggleDock },
    { id: 'toggle-inspector', title: tr`Show or hide the inspector`, run: layout.toggleInspector },
    { id: 'pin-levels', title: tr`Timeline: show or hide pin levels below the lanes`, run: prediction.togglePinLevels },
    { id: 'focus-canvas', title: tr`Go to the canvas`, run: () => goToCanvas(session) },
    { id: 'next-panel', title: tr`Go to the next panel`, run: () => goToPanel(1, selection.currentSelection()) },
    {
      id: 'previous-panel',
      title: tr`Go to the previous panel`,
      run: () => goToPanel(-1, selection.currentSelection()),
    },
    { id: 'first-layout', title: tr`Reset the panel layout`, run: layout.resetLayout },
    ...COMMAND_PANELS.map((id) => ({
      id: `show-${id}`,
      title: tr`Show ${PANELS[id].title.toLowerCase()}`,
      run: () => layout.openPanel(id),
    })),
    ...THEMES.map(({ theme, title }) => ({
      id: `theme-${theme}`,
      title,
      run: () => settings.changeSettings({ theme }),
    })),
  ];
}

const THEMES = [
  { theme: 'system', title: tr`Theme: system` },
  { theme: 'light', title: tr`Theme: light` },
  { theme: 'dark', title: tr`Theme: dark` },
  { theme: 'high-contrast', title: tr`Theme: high contrast` },
] as const;

export function useWorkbench(): void {
  const session = useSession();
  const tabs = useTabs();
  // Before the window is drawn: a button that is visible has its command.
  useLayoutEffect(() => {
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
      document.title = `${session.document.isUnsaved() ? '• ' : ''}${visibleLine(history.present.name)} – Polyloop`;
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
