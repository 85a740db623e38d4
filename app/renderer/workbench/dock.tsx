/** The docking area: the canvas with the open bodies in the middle, the inspector at the right, panels below. */
import { type DockviewApi, DockviewReact, type DockviewReadyEvent } from 'dockview-react';
import 'dockview-react/dist/styles/dockview.css';
import { useMemo, useState } from 'react';
import { useTheme } from '../state/window/theme.ts';
import { buildLayout } from './dock-layout.ts';
import { DockTab } from './dock-tab.tsx';
import { DOCK_COMPONENTS } from './panels.tsx';
import { useDockSync } from './use-dock-sync.ts';
import './dock.css';

const THEME = { name: 'polyloop', className: 'dock-theme', gap: 0 } as const;

export function Dock() {
  const [api, setApi] = useState<DockviewApi | null>(null);
  const scheme = useTheme(({ theme }) => (theme === 'light' ? 'light' : 'dark'));
  // Another object, even an equal one, has the dock measure and lay out all that is in it.
  const theme = useMemo(() => ({ ...THEME, colorScheme: scheme }) as const, [scheme]);
  useDockSync(api);
  const onReady = (event: DockviewReadyEvent) => {
    buildLayout(event.api);
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
