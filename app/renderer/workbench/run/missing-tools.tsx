/** Names the tools that a run needs and that are not installed. The explanations are loaded with the first such tool. */
import { lazy, Suspense } from 'react';
import { useMissingBuildTools, useMissingKernel } from '../../state/window/tools.ts';

const MissingBuildTools = lazy(() => import('./missing-build-tools.tsx'));
const MissingKernel = lazy(() => import('./missing-kernel.tsx'));

export function MissingTools() {
  const buildTools = useMissingBuildTools();
  const kernel = useMissingKernel();
  return (
    <Suspense>
      {buildTools === null ? null : <MissingBuildTools name={buildTools.name} />}
      {kernel === null ? null : <MissingKernel kernel={kernel} />}
    </Suspense>
  );
}
