/**
 * The ports at an element's sides. Their shape shows what is connected: a square for a four-slot
 * channel, a circle for a ring buffer.
 */

import { Handle, Position as Side } from '@xyflow/react';
import type { ReactNode } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { LOCK_PORT } from './canvas-model.ts';
import { portsOf } from './lookups.ts';
import { useHasPorts } from './semantic-zoom.tsx';

export type PortShape = 'four-slot' | 'ring-buffer' | 'free';

interface Props {
  readonly reads: PortShape;
  readonly writes: PortShape;
  readonly name: string;
}

export function Ports({ reads, writes, name }: Props) {
  if (!useHasPorts()) {
    return (
      <>
        <Place type="target" side={Side.Left} />
        <Place type="source" side={Side.Right} />
      </>
    );
  }
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

/** The ports of a task or an interrupt, with the shapes of the channels that it reads and writes. */
export function UserPorts({ name }: { readonly name: string }) {
  const reads = useSketch((sketch) => portsOf(sketch, name).reads);
  const writes = useSketch((sketch) => portsOf(sketch, name).writes);
  return <Ports reads={reads} writes={writes} name={name} />;
}

/**
 * The end of a task's lock edges, at the bottom and separate from its data ports. It is only an end
 * point. The user draws a lock from the output port.
 */
export function LockEnd() {
  if (!useHasPorts()) return <Place type="source" side={Side.Bottom} id={LOCK_PORT} />;
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
  if (!useHasPorts()) return <Place type="target" side={Side.Top} id={LOCK_PORT} />;
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

interface PlaceProps {
  readonly type: 'source' | 'target';
  readonly side: Side;
  readonly id?: string;
}

/** The place of a port, with the classes and attributes by which React Flow finds a port. */
const Place = ({ type, side, id }: PlaceProps): ReactNode => (
  <i className={`port-place ${type}`} data-handleid={id} data-handlepos={side} />
);
