/** Says before Run that the tools that build sketches are not installed, and installs them. */
import { tr } from '../../../../generator/words/tr.ts';
import { useMissingBuildTools } from '../../state/window/tools.ts';
import { PartInstallation } from './installation.tsx';
import { MissingTool } from './missing-tool.tsx';

export default function MissingBuildTools() {
  const missing = useMissingBuildTools();
  if (missing === null) return null;
  return (
    <MissingTool name={missing.name} id="build-tools">
      <p>{tr`The tools that build sketches are installed into Polyloop’s own folder. This needs the internet, and some minutes.`}</p>
      <PartInstallation part="build-tools" />
    </MissingTool>
  );
}
