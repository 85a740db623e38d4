/** A small picture of a sketch for the gallery: its elements where they are drawn, and their wires. */
import type { Position, Sketch } from '../../../generator/sketch/model.ts';
import type { TemplatePicture } from '../../contract/projects.ts';

type Node = TemplatePicture['nodes'][number];

interface Element {
  readonly name: string;
  readonly position: Position | null;
}

/** Elements without a position are left out, as the canvas places them only when it shows them. */
export function pictureOf(sketch: Sketch): TemplatePicture {
  const nodes: Node[] = [];
  const indexes = new Map<string, number>();
  const add = (what: Node['what'], { name, position }: Element, key = name, more: Partial<Node> = {}) => {
    if (position === null) return;
    indexes.set(key, nodes.length);
    nodes.push({ what, x: position.x, y: position.y, ...more });
  };
  for (const task of sketch.tasks) add('task', task);
  for (const interrupt of sketch.interrupts) add('interrupt', interrupt);
  for (const channel of sketch.channels) add(channel.kind, channel, `channel ${channel.name}`);
  for (const resource of sketch.resources) add('resource', resource, `resource ${resource.name}`);
  for (const part of sketch.parts) {
    add(part.kind, part, `part ${part.name}`, part.kind === 'led' ? { color: part.color ?? 'red' } : {});
  }
  const wires = [
    ...sketch.channels.flatMap(({ name, writer, readers }) => [
      ...(writer === null ? [] : [[writer, `channel ${name}`]]),
      ...readers.map((reader) => [`channel ${name}`, reader]),
    ]),
    ...sketch.resources.flatMap(({ name, users }) => users.map(({ task }) => [task, `resource ${name}`])),
  ].flatMap(([from = '', to = '']) => {
    const ends = [indexes.get(from), indexes.get(to)] as const;
    return ends[0] === undefined || ends[1] === undefined ? [] : [{ from: ends[0], to: ends[1] }];
  });
  return { nodes, wires };
}
