/** Zoom, fit and layout buttons at the lower left of the canvas. */

import { useReactFlow, useStore } from '@xyflow/react';
import { Map as MapIcon, Maximize, Minus, Network, Plus } from 'lucide-react';
import { memo, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useRoving } from '../../base/use-roving.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useLayout } from '../../state/window/layout.ts';
import { useShowsSection } from '../../state/window/use-detail.ts';
import { shortcutOf } from '../../workbench/shortcuts.ts';
import { IconButton } from '../controls/button.tsx';

/** Not rendered with each step of a drag. */
export const CanvasControls = memo(Controls);

function Controls() {
  const { commands, layout } = useSession();
  const { runCommand } = commands;
  const minimap = useLayout((layout) => layout.minimap);
  const arranges = useShowsSection('arranging', minimap);
  const flow = useReactFlow();
  // A view that the user chose stays.
  const keep = () => layout.keepDrawingView(flow.getViewport());
  const toolbar = useRef<HTMLDivElement>(null);
  useRoving(toolbar, { items: 'button' });
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  return (
    <div ref={toolbar} className="canvas-controls" role="toolbar" aria-label={tr`View of the sketch`}>
      <IconButton label={tr`Zoom out`} side="top" onClick={() => void flow.zoomOut().then(keep)}>
        <Minus />
      </IconButton>
      <button
        type="button"
        className="canvas-zoom figures"
        aria-label={tr`Zoom ${percent} %, show at 100 %`}
        onClick={() => void flow.zoomTo(1).then(keep)}
      >
        {percent} %
      </button>
      <IconButton label={tr`Zoom in`} side="top" onClick={() => void flow.zoomIn().then(keep)}>
        <Plus />
      </IconButton>
      <span className="canvas-controls-line" />
      <IconButton
        label={tr`Show all`}
        shortcut={shortcutOf('fit-view')}
        side="top"
        onClick={() => runCommand('fit-view')}
      >
        <Maximize />
      </IconButton>
      {arranges ? <Arranging minimap={minimap} /> : null}
    </div>
  );
}

function Arranging({ minimap }: { readonly minimap: boolean }) {
  const { runCommand } = useSession().commands;
  return (
    <>
      <IconButton
        label={tr`Lay out`}
        shortcut={shortcutOf('auto-layout')}
        side="top"
        onClick={() => runCommand('auto-layout')}
      >
        <Network />
      </IconButton>
      <IconButton
        label={minimap ? tr`Hide the overview map` : tr`Show the overview map`}
        shortcut={shortcutOf('minimap')}
        side="top"
        aria-pressed={minimap}
        onClick={() => runCommand('minimap')}
      >
        <MapIcon />
      </IconButton>
    </>
  );
}
