/** Installs a part of the set-up, and shows what the set-up prints. */
import { useEffect, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import type { SetupPart } from '../../../contract/settings.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useTools } from '../../state/window/tools.ts';
import { Button } from '../../views/controls/button.tsx';

export function PartInstallation({ part }: { readonly part: SetupPart }) {
  const { install } = useSession().tools;
  const installation = useTools((tools) => tools.installation);
  const isOwn = installation.part === part;
  const isRunning = installation.phase === 'running';
  const hasFailed = isOwn && installation.phase === 'failed';
  return (
    <>
      {hasFailed ? <p role="alert">{tr`Not everything could be installed. The lines below say why.`}</p> : null}
      {isRunning && !isOwn ? <p>{tr`Another installation runs. Wait for its end.`}</p> : null}
      {isOwn && installation.lines.length > 0 ? <Output lines={installation.lines} /> : null}
      <Button onClick={() => install(part)} disabled={isRunning}>
        {isRunning && isOwn ? tr`Installing…` : hasFailed ? tr`Try again` : tr`Install`}
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
