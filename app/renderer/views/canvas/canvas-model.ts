/**
 * Converts the sketch into React Flow's nodes and edges: one node per element, one edge per channel
 * end and per use of a resource.
 */

import type { Edge } from '@xyflow/react';
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { taskLook } from '../../base/palette.ts';
import { type ElementRef, refKey } from '../../state/sketch/element-ref.ts';
import type { Wire } from '../../state/sketch/sketch-actions.ts';
import { NODE_SIZES, positionsOf } from './canvas-layout.ts';
import { nameIdOf, type SketchNode } from './nodes/node-frame.tsx';

/**
 * Returns the nodes of the sketch and keeps React Flow's own data of each node (measured size,
 * selection). Returns the same list when nothing changed, so that editing a number does not render
 * the canvas again.
 */
export function nodesOf(sketch: Sketch, before: SketchNode[], selected: ReadonlySet<string>): SketchNode[] {
  const nodes = buildNodes(sketch, before, selected);
  const same = nodes.length === before.length && nodes.every((node, index) => node === before[index]);
  return same ? before : nodes;
}

function buildNodes(sketch: Sketch, before: readonly SketchNode[], selected: ReadonlySet<string>): SketchNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  const positions = positionsOf(sketch);
  return ELEMENT_KINDS.flatMap((kind) =>
    elementsOf<ElementKind>(sketch, kind).map(({ name }): SketchNode => {
      const element: ElementRef = { kind, name };
      const id = refKey(element);
      const old = known.get(id);
      const position = positions.get(id) ?? { x: 0, y: 0 };
      if (old === undefined) {
        const { width, height } = NODE_SIZES[kind];
        const isSelected = selected.has(id);
        return {
          id,
          type: kind,
          position,
          data: { element },
          initialWidth: width,
          initialHeight: height,
          selected: isSelected,
          domAttributes: { 'aria-labelledby': nameIdOf(element) },
        };
      }
      const moved = old.dragging !== true && (old.position.x !== position.x || old.position.y !== position.y);
      return moved ? { ...old, position } : old;
    }),
  );
}

/** The port at the bottom of a task and at the top of a resource. */
export const LOCK_PORT = 'lock';
/** Resource edges are dashed, because no data flows along them. */
const LOCK_DASH = '2 4';

export type WireData = Record<string, unknown> & Wire;
export type WireEdge = Edge<WireData>;

/**
 * Writer → channel, channel → each reader, and user → resource, in the colour of the task at the
 * end.
 */
export function edgesOf(sketch: Sketch): WireEdge[] {
  const flow = sketch.channels.flatMap(({ name, writer, readers }) => {
    const channel: ElementRef = { kind: 'channels', name };
    const into = writer === null ? [] : [edge(sketch, channel, 'writer', writer)];
    return [...into, ...readers.map((reader) => edge(sketch, channel, 'reader', reader))];
  });
  const locks = sketch.resources.flatMap(({ name, users }) =>
    users.map(({ task }) => edge(sketch, { kind: 'resources', name }, 'user', task)),
  );
  return [...flow, ...locks];
}

function wordsFor(isTask: boolean, name: string, end: Wire['end'], to: string): string {
  switch (end) {
    case 'writer':
      return isTask ? tr`Wire: task ${name} writes channel ${to}` : tr`Wire: interrupt ${name} writes channel ${to}`;
    case 'reader':
      return isTask ? tr`Wire: task ${name} reads channel ${to}` : tr`Wire: interrupt ${name} reads channel ${to}`;
    case 'user':
      return isTask ? tr`Wire: task ${name} locks resource ${to}` : tr`Wire: interrupt ${name} locks resource ${to}`;
  }
}

function edge(sketch: Sketch, to: ElementRef, end: Wire['end'], name: string): WireEdge {
  const via = refKey(to);
  const task = sketch.tasks.findIndex((each) => each.name === name);
  const actor = refKey({ kind: task >= 0 ? 'tasks' : 'interrupts', name });
  const colour = task >= 0 ? taskLook(task).colour : 'var(--pl-text-dim)';
  const [source, target] = end === 'reader' ? [via, actor] : [actor, via];
  return {
    id: `${end}:${via}:${name}`,
    type: end === 'reader' ? 'reader' : 'default',
    source,
    target,
    ...(end === 'user' && { sourceHandle: LOCK_PORT, targetHandle: LOCK_PORT }),
    data: { to, end, name },
    style: { stroke: colour, ...(end === 'user' && { strokeDasharray: LOCK_DASH }) },
    ariaLabel: wordsFor(task >= 0, name, end, to.name),
  };
}
