/** Common parts of all elements on the canvas: selection, problem marker, and opening the code. */
import type { Node, NodeProps } from '@xyflow/react';
import { OctagonAlert } from 'lucide-react';
import { type CSSProperties, type FunctionComponent, memo, type ReactNode, useState } from 'react';
import { type ElementRef, refKey } from '../../../state/sketch/element-ref.ts';
import { PortsShown, useIsCrowded } from '../semantic-zoom.tsx';
import { useWireRole } from '../wire-drag.tsx';

export type SketchNode = Node<{ readonly element: ElementRef }>;
export type SketchNodeProps = NodeProps<SketchNode>;

/**
 * The component of a kind of node. React Flow passes each step of a drag as a property. A card shows
 * only its element, so a node that moves is not rendered again.
 */
export const nodeCard = (card: FunctionComponent<SketchNodeProps>) =>
  memo(card, (before, now) => before.data === now.data && before.selected === now.selected);

/**
 * The id of the text that names an element's node for screen readers. React Flow's own element
 * around the card has the focus, so it refers to this text.
 */
export const nameIdOf = (element: ElementRef): string => `node-name-${encodeURIComponent(refKey(element))}`;

interface Props {
  readonly element: ElementRef;
  readonly selected: boolean;
  readonly className: string;
  /** Screen readers announce this text instead of the drawing. */
  readonly label: ReactNode;
  /** Messages of the last build about the element, most severe first. */
  readonly problems?: readonly string[];
  /** The colour of a task, which its card has from far away. */
  readonly colour?: string;
  readonly children: ReactNode;
}

export function NodeFrame({ element, selected, className, label, problems = [], colour, children }: Props) {
  const wire = useWireRole(element);
  const crowded = useIsCrowded();
  const [pointed, setPointed] = useState(false);
  return (
    <div
      className={`node ${className}`}
      data-selected={selected}
      data-problem={problems.length > 0}
      data-wire={wire}
      style={colour === undefined ? undefined : ({ '--card': colour } as CSSProperties)}
      data-testid={`node-${element.kind}-${element.name}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <span id={nameIdOf(element)} hidden>
        {label}
        {problems.map((problem) => `, ${problem}`)}
      </span>
      <PortsShown value={!crowded || selected || pointed || wire !== undefined}>{children}</PortsShown>
      {problems.length === 0 ? null : (
        <span className="node-problem" role="img" aria-label={problems.join('\n')} title={problems.join('\n')}>
          <OctagonAlert />
        </span>
      )}
    </div>
  );
}
