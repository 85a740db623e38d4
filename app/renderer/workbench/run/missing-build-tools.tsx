/** Says before Run that the tools that build sketches are not installed, and installs them. */
import { tr } from '../../../../generator/words/tr.ts';
import { PartInstallation } from './installation.tsx';
import { MissingTool } from './missing-tool.tsx';

export default function MissingBuildTools({ name }: { readonly name: string }) {
  return (
    <MissingTool name={name} id="build-tools">
      <p>{tr`The tools that build sketches are installed into Polyloop’s own folder. This needs the internet, and some minutes.`}</p>
      <PartInstallation part="build-tools" />
    </MissingTool>
  );
}
