/** Marks a starter sketch for a kernel that is not installed. */

import { TriangleAlert } from 'lucide-react';
import type { TargetName } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useKernelOf } from '../../state/window/tools.ts';
import './files.css';

export function MissingBadge({ target }: { readonly target: TargetName }) {
  const kernel = useKernelOf(target);
  if (kernel === null || kernel.problem === null) return null;
  return (
    <span className="missing-badge" title={kernel.problem}>
      <TriangleAlert />
      {tr`${kernel.name} is not installed`}
    </span>
  );
}
