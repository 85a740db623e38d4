/** The I/O server as a frame around the interrupts that share its budget. */

import { useMemo } from 'react';
import { tr } from '../../../../../generator/words/tr.ts';
import { useSketch } from '../../../state/sketch/document.ts';
import { refKey } from '../../../state/sketch/element-ref.ts';
import { showTime } from '../../controls/time-text.ts';
import { NODE_SIZES } from '../canvas-layout.ts';
import type { SketchNode } from './node-frame.tsx';

const MARGIN = 14;
const TITLE = 20;
/** Not the id of an element, so the frame cannot be selected, moved or deleted. */
const ID = 'server';

export function ServerFrame() {
  const server = useSketch((sketch) => sketch.ioServer);
  if (server === null) return null;
  return (
    <div className="server-frame">{tr`I/O server · ${showTime(server.budgetUs)} in ${showTime(server.periodUs)}`}</div>
  );
}

/** Returns the nodes with the frame behind them. The frame follows nodes that are dragged. */
export function useServerFrame(nodes: SketchNode[]): SketchNode[] {
  const server = useSketch((sketch) => sketch.ioServer);
  const interrupts = useSketch((sketch) => sketch.interrupts);
  return useMemo(() => {
    const served = new Set(
      interrupts
        .filter(({ ioBudgetUs }) => ioBudgetUs === null)
        .map(({ name }) => refKey({ kind: 'interrupts', name })),
    );
    const held = nodes.filter(({ id }) => served.has(id)).map(({ position }) => position);
    if (server === null || held.length === 0) return nodes;
    const { width, height } = NODE_SIZES.interrupts;
    const left = Math.min(...held.map(({ x }) => x)) - MARGIN;
    const top = Math.min(...held.map(({ y }) => y)) - MARGIN - TITLE;
    const right = Math.max(...held.map(({ x }) => x)) + width + MARGIN;
    const bottom = Math.max(...held.map(({ y }) => y)) + height + MARGIN;
    const size = { width: right - left, height: bottom - top };
    const frame: SketchNode = {
      id: ID,
      type: 'server',
      position: { x: left, y: top },
      data: { element: { kind: 'interrupts', name: '' } },
      ...size,
      measured: size,
      style: size,
      zIndex: -1,
      draggable: false,
      selectable: false,
      focusable: false,
      connectable: false,
      deletable: false,
    };
    return [frame, ...nodes];
  }, [nodes, server, interrupts]);
}
