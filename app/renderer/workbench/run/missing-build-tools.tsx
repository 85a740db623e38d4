/** Says before Run that the tools that build sketches are not installed, and installs them. */
import { useEffect, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useMissingBuildTools, useTools } from '../../state/window/tools.ts';
import { Button } from '../../views/controls/button.tsx';
import { MissingTool } from './missing-tool.tsx';

export default function MissingBuildTools() {
  const missing = useMissingBuildTools();
  if (missing === null) return null;
  return (
    <MissingTool name={missing.name} id="build-tools">
      <Installation />
    </MissingTool>
  );
}

function Installation() {
  const { install } = useSession().tools;
  const { phase, lines } = useTools(({ installation }) => installation);
  const isRunning = phase === 'running';
  return (
    <>
      <p>{tr`The tools that build sketches are installed into Polyloop’s own folder. This needs the internet, and some minutes.`}</p>
      {phase === 'failed' ? (
        <p role="alert">{tr`Not everything could be installed. The lines below say why.`}</p>
      ) : null}
      {lines.length > 0 ? <Output lines={lines} /> : null}
      <Button onClick={install} disabled={isRunning}>
        {isRunning ? tr`Installing…` : phase === 'failed' ? tr`Try again` : tr`Install`}
      </Button>
    </>
  );
}

/** The set-up's lines. The newest is in view. */
function Output({ lines }: { readonly lines: readonly string[] }) {
  const output = useRef<HTMLPreElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line moves the view.
  useEffect(() => {
    // Browsers return a promise, which React would take for a clean-up function.
    void output.current?.scrollTo({ top: output.current.scrollHeight });
  }, [lines]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the lines.
    <pre className="tool-output" ref={output} role="log" tabIndex={0} aria-label={tr`Output of the set-up`}>
      {lines.join('\n')}
    </pre>
  );
}
