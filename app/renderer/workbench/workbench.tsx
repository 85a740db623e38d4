/** The window's frame: strip above, rail at the left, the dock in the middle, messages over it. */
import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { useSession } from '../state/session/use-session.ts';
import { useAdmission } from '../state/sketch/admission.ts';
import { useLayout } from '../state/window/layout.ts';
import { AdmissionContext } from '../views/admission/context.ts';
import { Button } from '../views/controls/button.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Dialogs } from './dialogs.tsx';
import { Dock } from './dock.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Notices } from './notices.tsx';
import { Rail } from './rail.tsx';
import { RunBanner } from './run-health.tsx';
import { TopStrip } from './top-strip.tsx';
import { useWorkbench } from './use-workbench.ts';
import './workbench.css';

/** A mistake outside of all panels, in judging say, leaves these ways: nothing is lost. */
export function Workbench() {
  const { document, files } = useSession();
  const ways = (
    <>
      <Button onClick={document.undo}>Undo the last edit</Button>
      <Button onClick={() => files.save()}>Save the sketch</Button>
      <Notices />
      <Dialogs />
    </>
  );
  return (
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
      <ErrorBoundary part="The window" ways={ways}>
        <Frame />
      </ErrorBoundary>
    </Tooltip.Provider>
  );
}

function Frame() {
  useWorkbench();
  const projector = useLayout((layout) => layout.projector);
  return (
    <Judged>
      <div className="workbench" data-projector={projector}>
        <TopStrip />
        <div className="banners">
          <ConnectionBanner />
          <RunBanner />
        </div>
        {projector ? null : <Rail />}
        <main className="workbench-main">
          <Dock />
        </main>
        <Notices />
        <Dialogs />
      </div>
    </Judged>
  );
}

/** Tells the judgement to those who ask for it: the others are not drawn anew with every move of a slider. */
function Judged({ children }: { readonly children: ReactNode }) {
  const judgement = useAdmission();
  return <AdmissionContext value={judgement}>{children}</AdmissionContext>;
}
