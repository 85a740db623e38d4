/**
 * The docking area: the canvas and the open code editors in the middle, the inspector at the right,
 * and panels below.
 */
import { type DockviewApi, DockviewReact, type DockviewReadyEvent } from 'dockview-react';
import 'dockview-react/dist/styles/dockview.css';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { tr } from '../../../generator/words/tr.ts';
import { useTheme } from '../state/window/theme.ts';
import { buildLayout } from './dock-layout.ts';
import { DockTab } from './dock-tab.tsx';
import { DOCK_COMPONENTS } from './panels.tsx';
import { useDockSync } from './use-dock-sync.ts';
import { useShownPanels } from './use-shown-panels.ts';
import './dock.css';

/** What a screen reader says of the dock. Groups of panels can be neither moved by keys nor taken out of the window. */
const MESSAGES = {
  panelOpened: (title: string) => tr`${title} opened`,
  panelClosed: (title: string) => tr`${title} closed`,
  groupMaximized: (title: string) => tr`${title} maximized`,
  groupRestored: (title: string) => tr`${title} restored`,
  groupDocked: (title: string) => tr`${title} docked`,
  closeTab: (title: string) => tr`Close ${title}`,
  closeTabPlain: () => tr`Close`,
};

const THEME = { name: 'polyloop', className: 'dock-theme', gap: 0 } as const;

export function Dock() {
  const [api, setApi] = useState<DockviewApi | null>(null);
  const [area, setArea] = useState<HTMLElement | null>(null);
  const scheme = useTheme(({ theme }) => (theme === 'light' ? 'light' : 'dark'));
  // A new object, even an equal one, makes the dock measure and lay out all its content again.
  const theme = useMemo(() => ({ ...THEME, colorScheme: scheme }) as const, [scheme]);
  const shown = useShownPanels();
  useDockSync(api, area, shown);
  const onReady = (event: DockviewReadyEvent) => {
    buildLayout(event.api, shown);
    setApi(event.api);
  };
  return (
    <div ref={setArea} className="dock-keys" onKeyDownCapture={keepTabs}>
      <DockviewReact
        className="dock"
        theme={theme}
        components={DOCK_COMPONENTS}
        defaultTabComponent={DockTab}
        defaultRenderer="onlyWhenVisible"
        proportionalLayout={false}
        disableFloatingGroups
        noPanelsOverlay="emptyGroup"
        messages={MESSAGES}
        onReady={onReady}
      />
    </div>
  );
}

/** Dockview closes a tab on Delete and on Backspace. Only Delete closes a tab here, and only the tab of a code editor. */
function keepTabs(event: KeyboardEvent): void {
  if (event.key !== 'Delete' && event.key !== 'Backspace') return;
  if (!(event.target instanceof Element) || !event.target.matches('.dv-tab')) return;
  const closes = event.key === 'Delete' && event.target.querySelector('.dock-tab-close') !== null;
  if (!closes) event.stopPropagation();
}
