/**
 * Groups on the canvas: a frame around the members, with title and note. The title selects the
 * members, and dragging it moves them.
 */

import { useReactFlow, useStore, ViewportPortal } from '@xyflow/react';
import { type CSSProperties, type PointerEvent, useRef } from 'react';
import { type Member, membersOf } from '../../../../../generator/sketch/groups/groups.ts';
import type { Group } from '../../../../../generator/sketch/model.ts';
import { trCount } from '../../../../../generator/words/tr.ts';
import { useSession } from '../../../state/session/use-session.ts';
import { useSketch } from '../../../state/sketch/document.ts';
import { refKey } from '../../../state/sketch/element-ref.ts';
import type { WireEdge } from '../canvas-model.ts';
import type { SketchNode } from '../nodes/node-frame.tsx';
import type { Box } from './boxes.ts';
import { boxesOf } from './drawn-boxes.ts';
import { frameAround } from './frames.ts';

const GRID = 8;
/** A shorter movement of the pointer is a click. Unit: px. */
const DRAG_FROM = 3;

export function GroupFrames({ onEdit }: { readonly onEdit: (name: string) => void }) {
  const groups = useSketch((sketch) => sketch.groups);
  if (groups.length === 0) return null;
  return (
    <ViewportPortal>
      {groups.map((group) => (
        <GroupFrame key={group.name} group={group} onEdit={() => onEdit(group.name)} />
      ))}
    </ViewportPortal>
  );
}

function GroupFrame({ group, onEdit }: { readonly group: Group; readonly onEdit: () => void }) {
  const { selection } = useSession();
  const members = membersOf(group);
  const frame = useFrame(members);
  const drag = useGroupDrag(members);
  if (frame === null) return null;
  const [left, top, width, height] = frame.split(' ').map(Number);
  return (
    <div
      className="group-frame"
      data-color={group.color}
      data-testid={`group-${group.name}`}
      style={{ transform: `translate(${left}px, ${top}px)`, width, height } as CSSProperties}
    >
      <button
        type="button"
        className="group-title nopan"
        aria-label={wordsOf(group, members)}
        title={group.note === '' ? group.name : `${group.name}\n${group.note}`}
        onClick={() => selection.select(members)}
        onDoubleClick={(event) => {
          event.stopPropagation();
          onEdit();
        }}
        {...drag}
      >
        <span className="group-name" translate="no">
          {group.name}
        </span>
        {group.note === '' ? null : (
          <span className="group-note" translate="no">
            {group.note.split('\n')[0]}
          </span>
        )}
      </button>
    </div>
  );
}

function wordsOf({ name, note }: Group, members: readonly Member[]): string {
  const names = members.map((member) => member.name).join(', ');
  const words = trCount(members.length, 'Group {1}, {0} element: {2}', 'Group {1}, {0} elements: {2}', name, names);
  return note === '' ? words : `${words}. ${note}`;
}

/** Left, top, width and height of the frame as one text, so that it only changes with its members. */
function useFrame(members: readonly Member[]): string | null {
  const keys = new Set(members.map(refKey));
  return useStore(({ nodeLookup }) => {
    const boxes = boxesOf({ getNodes: () => [...keys].flatMap((key) => nodeLookup.get(key) ?? []) });
    const around = frameAround(boxes);
    return around === null ? null : `${around.x} ${around.y} ${around.width} ${around.height}`;
  });
}

interface Drag {
  readonly x: number;
  readonly y: number;
  readonly boxes: readonly Box[];
  readonly key: string;
  moves: boolean;
}

/** One drag of the title is one step of undo. */
function useGroupDrag(members: readonly Member[]) {
  const { document, sketchActions, selection } = useSession();
  const flow = useReactFlow<SketchNode, WireEdge>();
  const drag = useRef<Drag | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const keys = new Set(members.map(refKey));
    const boxes = boxesOf(flow).filter(({ ref }) => keys.has(refKey(ref)));
    drag.current = { x: event.clientX, y: event.clientY, boxes, key: document.newMergeKey(), moves: false };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  const onPointerMove = ({ clientX, clientY, altKey }: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    if (current === null) return;
    const [dx, dy] = [clientX - current.x, clientY - current.y];
    if (!current.moves && Math.hypot(dx, dy) < DRAG_FROM) return;
    if (!current.moves) selection.select(members);
    current.moves = true;
    const zoom = flow.getZoom();
    const grid = altKey ? 1 : GRID;
    const [x, y] = [Math.round(dx / zoom / grid) * grid, Math.round(dy / zoom / grid) * grid];
    sketchActions.moveAll(
      current.boxes.map((box) => ({ ...box.ref, position: { x: Math.round(box.x + x), y: Math.round(box.y + y) } })),
      current.key,
    );
  };
  const onPointerUp = () => {
    if (drag.current?.moves === true) document.endEdit();
    drag.current = null;
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp };
}
