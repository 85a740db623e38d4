/** Zoom, fit and layout buttons at the lower left of the canvas. */
import { useReactFlow, useStore } from '@xyflow/react';
import { Map as MapIcon, Maximize, Minus, Network, Plus } from 'lucide-react';
import { useSession } from '../../state/session/use-session.ts';
import { useLayout } from '../../state/window/layout.ts';
import { shortcutOf } from '../../workbench/shortcuts.ts';
import { IconButton } from '../controls/button.tsx';

export function CanvasControls() {
  const { runCommand } = useSession().commands;
  const minimap = useLayout((layout) => layout.minimap);
  const flow = useReactFlow();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  return (
    <div className="canvas-controls" role="toolbar" aria-label="View of the sketch">
      <IconButton label="Zoom out" side="top" onClick={() => void flow.zoomOut()}>
        <Minus />
      </IconButton>
      <button
        type="button"
        className="canvas-zoom figures"
        aria-label={`Zoom ${percent} %, show at 100 %`}
        onClick={() => void flow.zoomTo(1)}
      >
        {percent} %
      </button>
      <IconButton label="Zoom in" side="top" onClick={() => void flow.zoomIn()}>
        <Plus />
      </IconButton>
      <span className="canvas-controls-line" />
      <IconButton label="Show all" shortcut={shortcutOf('fit-view')} side="top" onClick={() => runCommand('fit-view')}>
        <Maximize />
      </IconButton>
      <IconButton
        label="Lay out"
        shortcut={shortcutOf('auto-layout')}
        side="top"
        onClick={() => runCommand('auto-layout')}
      >
        <Network />
      </IconButton>
      <IconButton
        label={minimap ? 'Hide the overview map' : 'Show the overview map'}
        shortcut={shortcutOf('minimap')}
        side="top"
        aria-pressed={minimap}
        onClick={() => runCommand('minimap')}
      >
        <MapIcon />
      </IconButton>
    </div>
  );
}
