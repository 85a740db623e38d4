/**
 * Warns that the selected target has no code generator yet for a feature that the analysis
 * supports.
 */

import { targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSketch } from '../../state/sketch/document.ts';

interface Props {
  readonly member: 'interrupts' | 'resources';
}

export function NotGenerated({ member }: Props) {
  const { label, generates } = useSketch((sketch) => targetById(sketch.target));
  if (generates?.[member] === true) return null;
  return (
    <p className="form-note" role="note">
      {' '}
      {member === 'interrupts'
        ? tr`The analysis for ${label} includes interrupts, but no code is generated for them yet.`
        : tr`The analysis for ${label} includes resources, but no code is generated for them yet.`}
    </p>
  );
}
