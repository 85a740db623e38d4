/** The canvas: the sketch as cards and wires. */

import { ReactFlowProvider } from '@xyflow/react';
import { tr } from '../../../../generator/words/tr.ts';
import '@xyflow/react/dist/base.css';
import { type ComponentProps, useRef } from 'react';
import { useRoving } from '../../base/use-roving.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { CanvasMenu } from './canvas-menu.tsx';
import { useDrawingFocus } from './drawing-focus.ts';
import { CanvasEditing } from './editing/canvas-editing.tsx';
import { useCanvasKeys } from './editing/use-canvas-keys.ts';
import { EmptyCanvas } from './empty-canvas.tsx';
import { Flow } from './flow.tsx';
import './canvas.css';
import './channels-parts-ports.css';
import './semantic-zoom.css';
import './wires.css';

export function CanvasView() {
  const empty = useSketch(
    ({ tasks, channels, interrupts, resources, parts }) =>
      tasks.length + channels.length + interrupts.length + resources.length + parts.length === 0,
  );
  return (
    <ReactFlowProvider>
      <CanvasMenu>
        <KeySection>
          <Flow />
          <CanvasEditing />
          {empty ? <EmptyCanvas /> : null}
        </KeySection>
      </CanvasMenu>
    </ReactFlowProvider>
  );
}

/** The keys of the canvas move the focus between them. */
const CARDS_AND_WIRES = {
  items: '.react-flow__node[role], .react-flow__edge, .react-flow__attribution a',
  lists: '.react-flow__nodes, .react-flow__edges',
  arrows: false,
};

/** Other properties are those of the context menu. */
function KeySection({ children, ...rest }: ComponentProps<'section'>) {
  const drawing = useRef<HTMLElement>(null);
  const focus = useDrawingFocus(drawing);
  const onKeyDown = useCanvasKeys();
  useRoving(drawing, CARDS_AND_WIRES);
  return (
    <section
      {...rest}
      {...focus}
      ref={drawing}
      className="canvas"
      aria-label={tr`Sketch`}
      data-testid="canvas"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {children}
    </section>
  );
}
