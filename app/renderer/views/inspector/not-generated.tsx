/**
 * Warns that the selected target has no code generator yet for a feature that the analysis
 * supports.
 */

import { targetById } from '../../../../generator/targets/index.ts';
import { useSketch } from '../../state/sketch/document.ts';

interface Props {
  readonly member: 'interrupts' | 'resources';
}

export function NotGenerated({ member }: Props) {
  const { label, generates } = useSketch((sketch) => targetById(sketch.target));
  if (generates?.[member] === true) return null;
  return (
    <p className="form-note" role="note">
      The analysis for {label} includes {member}, but no code is generated for them yet.
    </p>
  );
}
