/** The ports at an element's sides, shaped by what is connected: square for a four-slot channel, round for a ring buffer. */
import { Handle, Position as Side } from '@xyflow/react';

export type PortShape = 'four-slot' | 'ring-buffer' | 'free';

interface Props {
  readonly reads: PortShape;
  readonly writes: PortShape;
  readonly name: string;
}

export function Ports({ reads, writes, name }: Props) {
  return (
    <>
      <Input name={name} shape={reads} />
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

export function Input({ name, shape }: { readonly name: string; readonly shape: PortShape }) {
  return (
    <Handle className="port" type="target" position={Side.Left} data-shape={shape} aria-label={`Input of ${name}`} />
  );
}
