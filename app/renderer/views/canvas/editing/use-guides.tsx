/**
 * While cards are dragged, they are aligned with the edges and centres of the others, and thin lines
 * show with which. The Alt key switches this off, as it does the grid.
 */
import { type NodeChange, useReactFlow, useStore, ViewportPortal } from '@xyflow/react';
import { useCallback, useRef, useState } from 'react';
import { refKey } from '../../../state/sketch/element-ref.ts';
import type { WireEdge } from '../canvas-model.ts';
import type { SketchNode } from '../nodes/node-frame.tsx';
import type { Box } from './boxes.ts';
import { boxesOf } from './drawn-boxes.ts';
import { around, type Guide, GuideIndex } from './guides.ts';

/** Distance at which a card is aligned. Unit: px of the window. */
const WITHIN = 6;
const NONE: readonly Guide[] = [];

interface Drag {
  readonly index: GuideIndex;
  readonly boxes: ReadonlyMap<string, Box>;
}

type Change = NodeChange<SketchNode>;
type Move = Extract<Change, { type: 'position' }>;

/** @param isFree whether cards go where the pointer is */
export function useGuides(isFree: boolean) {
  const flow = useReactFlow<SketchNode, WireEdge>();
  const drag = useRef<Drag | null>(null);
  const [guides, setGuides] = useState(NONE);
  const free = useRef(isFree);
  free.current = isFree;
  /** Returns the changes with the positions that the cards take. Steps by keys are not changed. */
  const align = useCallback(
    (changes: Change[]): Change[] => {
      const moves = changes.filter((change): change is Move => change.type === 'position');
      const isDragging = moves.some(({ dragging }) => dragging === true);
      if (!isDragging && drag.current === null) return changes;
      drag.current ??= startOf(boxesOf(flow), new Set(moves.map(({ id }) => id)));
      const { index, boxes } = drag.current;
      const moved = moves.flatMap(({ id, position }) => {
        const box = boxes.get(id);
        return box === undefined || position === undefined ? [] : [{ ...box, ...position }];
      });
      if (moves.some(({ dragging }) => dragging === false)) drag.current = null;
      const {
        dx,
        dy,
        guides: found,
      } = free.current || moved.length === 0
        ? { dx: 0, dy: 0, guides: NONE }
        : index.snap(around(moved), WITHIN / flow.getZoom());
      setGuides((before) => (isDragging && !isSame(before, found) ? found : isDragging ? before : NONE));
      if (dx === 0 && dy === 0) return changes;
      return changes.map((change) =>
        change.type === 'position' && change.position !== undefined
          ? { ...change, position: { x: change.position.x + dx, y: change.position.y + dy } }
          : change,
      );
    },
    [flow],
  );
  return { guides, align };
}

function startOf(boxes: readonly Box[], moving: ReadonlySet<string>): Drag {
  const byKey = new Map(boxes.map((box) => [refKey(box.ref), box]));
  return { index: new GuideIndex(boxes.filter(({ ref }) => !moving.has(refKey(ref)))), boxes: byKey };
}

const isSame = (a: readonly Guide[], b: readonly Guide[]): boolean => a.length === b.length && keyOf(a) === keyOf(b);
const keyOf = (guides: readonly Guide[]): string =>
  guides.map(({ axis, at, from, to }) => `${axis} ${at} ${from} ${to}`).join();

export function GuideLines({ guides }: { readonly guides: readonly Guide[] }) {
  return guides.length === 0 ? null : <Lines guides={guides} />;
}

function Lines({ guides }: { readonly guides: readonly Guide[] }) {
  const thin = useStore(({ transform }) => 1 / transform[2]);
  return (
    <ViewportPortal>
      {guides.map(({ axis, at, from, to }) => (
        <div
          key={`${axis} ${at}`}
          className="guide"
          data-axis={axis}
          style={
            axis === 'x'
              ? { transform: `translate(${at}px, ${from}px)`, width: thin, height: to - from }
              : { transform: `translate(${from}px, ${at}px)`, width: to - from, height: thin }
          }
        />
      ))}
    </ViewportPortal>
  );
}
