/** The ports at an element's sides, shaped by what is connected: square for a four-slot channel, round for a ring buffer. */
import { Handle, Position as Side } from '@xyflow/react';
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
      <Handle className="port" type="target" position={Side.Left} data-shape={reads} aria-label={`Input of ${name}`} />
      <Handle
        className="port"
        type="source"
        position={Side.Right}
        data-shape={writes}
        aria-label={`Output of ${name}`}
      />
    </>
  );
}

/** Where a task's locks leave it: below, away from its data. It is only an end; a lock is drawn from the output. */
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

/** Where a resource is connected to the tasks that hold it. */
export function LockPort({ name, used }: { readonly name: string; readonly used: boolean }) {
  return (
    <Handle
      className="port"
      id={LOCK_PORT}
      type="target"
      position={Side.Top}
      data-shape={used ? 'four-slot' : 'free'}
      aria-label={`Input of ${name}`}
    />
  );
}
