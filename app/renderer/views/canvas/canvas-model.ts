/** From the sketch to what React Flow draws: nodes by reference, edges by channel end. */
import type { Edge } from '@xyflow/react';
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { taskLook } from '../../base/palette.ts';
import { type ElementRef, refKey } from '../../state/element-ref.ts';
import { NODE_SIZES, positionsOf } from './canvas-layout.ts';
import type { SketchNode } from './node-frame.tsx';

/**
 * Nodes of the sketch; what React Flow knows of a node (its measured size, its selection) is carried over. The same list
 * when nothing in it changed, so that an edit of a number leaves the canvas alone.
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
        };
      }
      const moved = old.dragging !== true && (old.position.x !== position.x || old.position.y !== position.y);
      return moved ? { ...old, position } : old;
    }),
  );
}

export interface ChannelEdgeData extends Record<string, unknown> {
  readonly channel: string;
  readonly end: 'writer' | 'reader';
  readonly name: string;
  readonly colour: string;
}

export type ChannelEdge = Edge<ChannelEdgeData>;

/** Writer → channel and channel → each reader, in the colour of the task at the end. */
export function edgesOf(sketch: Sketch): ChannelEdge[] {
  return sketch.channels.flatMap(({ name: channel, writer, readers }) => {
    const via = refKey({ kind: 'channels', name: channel });
    const into = writer === null ? [] : [edge(sketch, channel, 'writer', writer, via)];
    return [...into, ...readers.map((reader) => edge(sketch, channel, 'reader', reader, via))];
  });
}

function edge(sketch: Sketch, channel: string, end: 'writer' | 'reader', name: string, via: string): ChannelEdge {
  const task = sketch.tasks.findIndex((each) => each.name === name);
  const actor = refKey({ kind: task >= 0 ? 'tasks' : 'interrupts', name });
  const colour = task >= 0 ? taskLook(task).colour : 'var(--pl-text-dim)';
  const [source, target] = end === 'writer' ? [actor, via] : [via, actor];
  return {
    id: `${end}:${via}:${name}`,
    type: 'default',
    source,
    target,
    data: { channel, end, name, colour },
    style: { stroke: colour },
    ariaLabel: end === 'writer' ? `${name} writes ${channel}` : `${name} reads ${channel}`,
  };
}
