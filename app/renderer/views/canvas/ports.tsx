/**
 * The ports at an element's sides. Their shape shows what is connected: a square for a four-slot
 * channel, a circle for a ring buffer.
 */

import { Handle, Position as Side } from '@xyflow/react';
import { tr } from '../../../../generator/words/tr.ts';
import { LOCK_PORT } from './canvas-model.ts';

export type PortShape = 'four-slot' | 'ring-buffer' | 'free';

interface Props {
  readonly reads: PortShape;
  readonly writes: PortShape;
  readonly name: string;
}

export function Ports({ reads, writes, name }: Props) {
  return (
    <>
      <Handle
        className="port"
        type="target"
        position={Side.Left}
        data-shape={reads}
        role="img"
        aria-label={tr`Input of ${name}`}
      />
      <Handle
        className="port"
        type="source"
        position={Side.Right}
        data-shape={writes}
        role="img"
        aria-label={tr`Output of ${name}`}
      />
    </>
  );
}

/**
 * The end of a task's lock edges, at the bottom and separate from its data ports. It is only an end
 * point. The user draws a lock from the output port.
 */
export function LockEnd() {
  return (
    <Handle
      className="port"
      id={LOCK_PORT}
      type="source"
      position={Side.Bottom}
      data-shape="hidden"
      isConnectable={false}
      aria-hidden="true"
    />
  );
}

/** The port at which a resource is connected to its users. */
export function LockPort({ name, used }: { readonly name: string; readonly used: boolean }) {
  return (
    <Handle
      className="port"
      id={LOCK_PORT}
      type="target"
      position={Side.Top}
      data-shape={used ? 'four-slot' : 'free'}
      role="img"
      aria-label={tr`Input of ${name}`}
    />
  );
}
