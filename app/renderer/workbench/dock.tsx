/**
 * The docking area: the canvas and the open code editors in the middle, the inspector at the right,
 * and panels below.
 */
import { type DockviewApi, DockviewReact, type DockviewReadyEvent } from 'dockview-react';
import 'dockview-react/dist/styles/dockview.css';
import { useMemo, useState } from 'react';
import { useTheme } from '../state/window/theme.ts';
import { buildLayout } from './dock-layout.ts';
import { DockTab } from './dock-tab.tsx';
import { DOCK_COMPONENTS } from './panels.tsx';
import { useDockSync } from './use-dock-sync.ts';
import { useShownPanels } from './use-shown-panels.ts';
import './dock.css';

const THEME = { name: 'polyloop', className: 'dock-theme', gap: 0 } as const;

export function Dock() {
  const [api, setApi] = useState<DockviewApi | null>(null);
  const scheme = useTheme(({ theme }) => (theme === 'light' ? 'light' : 'dark'));
  // A new object, even an equal one, makes the dock measure and lay out all its content again.
  const theme = useMemo(() => ({ ...THEME, colorScheme: scheme }) as const, [scheme]);
  const shown = useShownPanels();
  useDockSync(api, shown);
  const onReady = (event: DockviewReadyEvent) => {
    buildLayout(event.api, shown);
    setApi(event.api);
  };
  return (
    <DockviewReact
      className="dock"
      theme={theme}
      components={DOCK_COMPONENTS}
      defaultTabComponent={DockTab}
      defaultRenderer="onlyWhenVisible"
      proportionalLayout={false}
      disableFloatingGroups
      noPanelsOverlay="emptyGroup"
      onReady={onReady}
    />
  );
}
