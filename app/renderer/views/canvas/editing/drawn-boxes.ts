/** The elements as they are drawn on the canvas. */
import type { Node } from '@xyflow/react';
import { refOfKey } from '../../../state/sketch/element-ref.ts';
import type { Box } from './boxes.ts';

type Drawn = Pick<Node, 'id' | 'position' | 'measured' | 'initialWidth' | 'initialHeight'>;

export function boxesOf(flow: { readonly getNodes: () => readonly Drawn[] }): readonly Box[] {
  return flow.getNodes().flatMap(({ id, position, measured, initialWidth = 0, initialHeight = 0 }) => {
    const ref = refOfKey(id);
    const [width, height] = [measured?.width ?? initialWidth, measured?.height ?? initialHeight];
    return ref === null ? [] : [{ ref, ...position, width, height }];
  });
}
