/**
 * The panels that the dock shows: those of simple or full, and those that the user or a run asked
 * for.
 */
import { useMemo } from 'react';
import { useBuild } from '../state/run/build.ts';
import { useSession } from '../state/session/use-session.ts';
import { DETAIL, isShown } from '../state/window/detail.ts';
import { type PanelId, useLayout } from '../state/window/layout.ts';
import { useDetail } from '../state/window/use-detail.ts';
import { PANEL_IDS, problemsIn } from './panels.tsx';

export function useShownPanels(): ReadonlySet<PanelId> {
  const { document } = useSession();
  const detail = useDetail();
  const problems = useBuild(problemsIn);
  const opened = useLayout((layout) => layout.opened);
  const wanted = useLayout((layout) => layout.wanted?.panel ?? null);
  const ids = PANEL_IDS.filter(
    (id) =>
      opened.has(id) || wanted === id || isShown(DETAIL.panels[id], { problems }, document.currentSketch(), detail),
  );
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the panels
  return useMemo(() => new Set(ids), [key]);
}
