/** Where the frames of groups are: around their members. */
import { membersOf } from '../../../../../generator/sketch/groups/groups.ts';
import type { Group, Position } from '../../../../../generator/sketch/model.ts';
import { refKey } from '../../../state/sketch/element-ref.ts';
import type { Size } from '../canvas-layout.ts';
import { FRAME } from './arrange.ts';
import type { Box } from './boxes.ts';

export type Frame = Position & Size;

/** The smallest box around all of them. Null for none. */
export function around(boxes: readonly Frame[]): Frame | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The frame of a group with these members. Null without members. */
export function frameAround(members: readonly Frame[]): Frame | null {
  const { margin, title } = FRAME;
  const box = around(members);
  if (box === null) return null;
  return {
    x: box.x - margin,
    y: box.y - margin - title,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin + title,
  };
}

export function framesOf(groups: readonly Group[], boxes: readonly Box[]): readonly Frame[] {
  return groups.flatMap((group) => {
    const keys = new Set(membersOf(group).map(refKey));
    return frameAround(boxes.filter(({ ref }) => keys.has(refKey(ref)))) ?? [];
  });
}
