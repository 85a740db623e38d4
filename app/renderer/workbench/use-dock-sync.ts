/**
 * Synchronizes the dock with the stores: open code editors, requested panels, hidden parts, and the
 * saved layout.
 */

import type { DockviewApi } from 'dockview-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { tr } from '../../../generator/words/tr.ts';
import { useSession } from '../state/session/use-session.ts';
import { type OpenBody, useBodies } from '../state/sketch/bodies.ts';
import { type PanelId, useLayout } from '../state/window/layout.ts';
import { useSettings } from '../state/window/settings.ts';
import { applySizes, buildLayout, layoutText, restoreLayout, sizesOf, syncPanels } from './dock-layout.ts';
import { BODY_COMPONENT, DRAWER_PANELS, LOWER_PANELS } from './panels.tsx';
import { type Place, placeOf, projectDock, projectedSizes, unprojectDock } from './projector/projected-dock.ts';

const KEEP_AFTER_MS = 1500;

type Shown = ReadonlySet<PanelId>;

/** @param area the element that the dock fills */
export function useDockSync(api: DockviewApi | null, area: HTMLElement | null, shown: Shown): void {
  // The layout comes first: it has no panels for code editors.
  useKeptLayout(api, shown);
  useBodyPanels(api);
  useResets(api, shown);
  usePanels(api, shown);
  useWantedPanel(api);
  useBoardAlone(api);
  /** How the dock is arranged for projector view. Null while it is not. */
  const projected = useRef<Place | null>(null);
  useHiddenParts(api, projected);
  useKeptSizes(api, area, projected);
}

function usePanels(api: DockviewApi | null, shown: Shown): void {
  useEffect(() => {
    if (api !== null) syncPanels(api, shown);
  }, [api, shown]);
}

const titleOf = ({ owner }: OpenBody): string => (owner === null ? tr`Prelude` : owner.name);

function useBodyPanels(api: DockviewApi | null): void {
  const { closeBody, setBehindCanvas, store } = useSession().bodies;
  const open = useBodies((state) => state.open);
  const reveal = useBodies((state) => state.reveal);
  // Layout effects, so that the editor has the focus before the next key is pressed.
  useLayoutEffect(() => {
    if (api === null) return;
    for (const body of open) {
      const panel = api.getPanel(body.id);
      if (panel === undefined) {
        const position = { referencePanel: 'canvas', direction: 'within' } as const;
        const inactive = store.getState().behindCanvas;
        api.addPanel({ id: body.id, component: BODY_COMPONENT, title: titleOf(body), position, inactive });
      } else if (panel.title !== titleOf(body)) panel.setTitle(titleOf(body));
    }
    for (const panel of [...api.panels]) {
      if (panel.id.startsWith('body:') && !open.some(({ id }) => id === panel.id)) api.removePanel(panel);
    }
  }, [api, open, store]);
  useLayoutEffect(() => {
    if (api !== null && reveal !== null && !store.getState().behindCanvas) api.getPanel(reveal.bodyId)?.api.setActive();
  }, [api, reveal, store]);
  useEffect(() => {
    const onFront = ({ id }: { readonly id: string }) => {
      if (id === 'canvas' || id.startsWith('body:')) setBehindCanvas(id === 'canvas');
    };
    return api?.onDidActivePanelChange(({ panel }) => (panel ? onFront(panel) : undefined)).dispose;
  }, [api, setBehindCanvas]);
  useEffect(() => api?.onDidRemovePanel(({ id }) => closeBody(id)).dispose, [api, closeBody]);
}

function useWantedPanel(api: DockviewApi | null): void {
  const wanted = useLayout((layout) => layout.wanted);
  useEffect(() => {
    if (api !== null && wanted !== null) api.getPanel(wanted.panel)?.api.setActive();
  }, [api, wanted]);
}

function useResets(api: DockviewApi | null, shown: Shown): void {
  const { closeAllBodies } = useSession().bodies;
  const resets = useLayout((layout) => layout.resets);
  const seen = useRef(resets);
  useEffect(() => {
    if (api === null || seen.current === resets) return;
    seen.current = resets;
    closeAllBodies();
    buildLayout(api, shown);
  }, [api, resets, shown, closeAllBodies]);
}

function useHiddenParts(api: DockviewApi | null, projected: RefObject<Place | null>): void {
  const { document } = useSession();
  const inspector = useLayout((layout) => layout.inspector && !layout.projector);
  const dock = useLayout((layout) => layout.dock);
  const projector = useLayout((layout) => layout.projector);
  const resets = useLayout((layout) => layout.resets);
  const seen = useRef(resets);
  useEffect(() => {
    if (api === null) return;
    // A reset has already built the default layout.
    if (seen.current !== resets) projected.current = null;
    seen.current = resets;
    if (projector && projected.current === null && dock) {
      const place = placeOf(document.currentSketch(), api);
      if (projectDock(api, place)) projected.current = place;
    } else if (!projector && projected.current !== null) {
      unprojectDock(api, projected.current);
      projected.current = null;
    }
    const lower = LOWER_PANELS.map((id) => [id, dock] as const);
    // The lanes need the width of the console in projector view.
    const drawer = DRAWER_PANELS.map((id) => [id, dock && !projector] as const);
    const hiding = [['inspector', inspector], ...lower, ...drawer] as const;
    for (const [id, shown] of hiding) {
      const group = api.getPanel(id)?.group;
      // A panel that the user moved to the canvas or to the board stays visible.
      if (group === undefined || group.panels.some(({ id }) => id === 'canvas' || id === 'board')) continue;
      if (group.api.isVisible !== shown) group.api.setVisible(shown);
    }
  }, [api, inspector, dock, projector, resets, document, projected]);
}

/** Shows only the board, until the user opens an element or another panel. */
function useBoardAlone(api: DockviewApi | null): void {
  const { showBoardAlone } = useSession().layout;
  const alone = useLayout((layout) => layout.boardAlone);
  const reveal = useBodies((state) => state.reveal);
  // biome-ignore lint/correctness/useExhaustiveDependencies: code that is asked for is behind the board
  useLayoutEffect(() => showBoardAlone(false), [reveal, showBoardAlone]);
  useLayoutEffect(() => {
    const board = api?.getPanel('board');
    if (board === undefined || !alone) return;
    board.api.maximize();
    return () => board.api.exitMaximized();
  }, [api, alone]);
}

/**
 * When the window is resized, only the canvas changes its size. Projector view has sizes of its own,
 * and the sizes before it return when it ends.
 */
function useKeptSizes(api: DockviewApi | null, area: HTMLElement | null, projected: RefObject<Place | null>): void {
  const { layout } = useSession();
  useEffect(() => {
    if (api === null || area === null) return;
    let sizes = sizesOf(api);
    let [width, height] = [api.width, api.height];
    /** While it settles, the sizes of the dock are not those that the user chose. */
    let settling = 0;
    let isProjected = false;
    /** The window has another size, and the user has not chosen sizes since: a small window limits them. */
    let isLimited = false;
    const apply = () =>
      applySizes(api, layout.store.getState().projector ? projectedSizes(api, projected.current) : sizes);
    const onLayout = () => {
      if (api.hasMaximizedGroup()) return;
      if (api.width === width && api.height === height) {
        if (!isProjected && settling === 0 && !isLimited) sizes = { ...sizes, ...sizesOf(api) };
        return;
      }
      [width, height] = [api.width, api.height];
      isLimited = true;
      settle();
    };
    // Parts of the dock appear and disappear while it takes its new size, over some frames.
    const follow = (frames: number): void => {
      apply();
      if (frames > 0) requestAnimationFrame(() => follow(frames - 1));
      else settling -= 1;
      if (settling === 0) isProjected = layout.store.getState().projector;
    };
    const settle = (): void => {
      settling += 1;
      follow(SETTLING_FRAMES);
    };
    const choose = (): void => {
      isLimited = false;
    };
    area.addEventListener('pointerdown', choose, true);
    const unsubscribe = layout.store.subscribe((now, last) => {
      if (now.resets !== last.resets) choose();
      if (now.projector === last.projector) return;
      isProjected = true;
      requestAnimationFrame(settle);
    });
    const subscription = api.onDidLayoutChange(onLayout);
    // Dockview does not report a change of its own size. It takes its new size in the next frame,
    // before this callback.
    const observer = new ResizeObserver(() => requestAnimationFrame(onLayout));
    observer.observe(area);
    return () => {
      area.removeEventListener('pointerdown', choose, true);
      unsubscribe();
      subscription.dispose();
      observer.disconnect();
    };
  }, [api, area, layout, projected]);
}

const SETTLING_FRAMES = 6;

/** The layout is stored with the user's settings and restored once, before anything is opened. */
function useKeptLayout(api: DockviewApi | null, shown: Shown): void {
  const { layout, settings } = useSession();
  const known = useSettings((state) => state.known);
  const restored = useRef(false);
  useLayoutEffect(() => {
    if (api === null || !known || restored.current) return;
    restored.current = true;
    const kept = settings.store.getState().settings.layout;
    if (kept !== null && !api.panels.some(({ id }) => id.startsWith('body:'))) restoreLayout(api, kept, shown);
  }, [api, known, shown, settings]);
  useEffect(() => {
    if (api === null) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const keep = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      const { projector, boardAlone } = layout.store.getState();
      if (restored.current && !projector && !boardAlone) settings.changeSettings({ layout: layoutText(api) });
    };
    const later = api.onDidLayoutChange(() => {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(keep, KEEP_AFTER_MS);
    });
    return () => {
      later.dispose();
      // Another tab is shown now, with the same layout.
      if (timer !== null) keep();
    };
  }, [api, layout, settings]);
}
