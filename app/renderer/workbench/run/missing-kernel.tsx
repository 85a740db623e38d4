/**
 * Says before Run that the kernel of the sketch's target is not installed, how to get it, and
 * whether the sketch can run without it.
 */

import { obstaclesFor } from '../../../../generator/judge/compare.ts';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import { TARGETS } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { ToolStatus } from '../../../contract/settings.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { Button } from '../../views/controls/button.tsx';
import { WithCommand } from '../../views/controls/with-command.tsx';
import { PartInstallation } from './installation.tsx';
import { MissingTool } from './missing-tool.tsx';

/** Targets without a kernel. Their programs can be built on every computer. */
const WITHOUT_KERNEL = TARGETS.filter(({ kernel, generates }) => kernel === null && generates !== null);

export default function MissingKernel({ kernel }: { readonly kernel: ToolStatus }) {
  return (
    <MissingTool name={kernel.name} id="kernel">
      <KernelHelp kernel={kernel} />
    </MissingTool>
  );
}

function KernelHelp({ kernel }: { readonly kernel: ToolStatus }) {
  const { document } = useSession();
  const sketch = useSketch();
  const others = WITHOUT_KERNEL.map((target) => ({ ...target, obstacle: obstaclesFor(sketch, target.id)[0] }));
  return (
    <>
      {kernel.part === null ? (
        <p>
          <WithCommand text={kernel.problem ?? ''} />
        </p>
      ) : (
        <>
          <p>{tr`The sources of ${kernel.name} are copied from their publisher into Polyloop’s own folder: about 3 MB. This needs the internet.`}</p>
          <PartInstallation part={kernel.part} />
          <p>
            <WithCommand text={tr`On the command line: ${kernel.install ?? ''}.`} />
          </p>
        </>
      )}
      <p>{tr`Until then, the sketch can be checked and predicted, but not run on ${kernel.name}.`}</p>
      {others.map(({ id, label, obstacle }) =>
        obstacle === undefined ? (
          <Button
            key={id}
            onClick={() => document.edit(tr`Change target`, (now) => updateSketch(now, { target: id }))}
          >{tr`Run it on ${label} instead`}</Button>
        ) : (
          <p key={id}>{tr`${label} cannot run it: ${obstacle}`}</p>
        ),
      )}
    </>
  );
}
