/** The window's frame: strip above, rail at the left, the dock in the middle, messages over it. */
import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { useAdmission } from '../state/admission.ts';
import { useLayout } from '../state/layout.ts';
import { AdmissionContext } from '../views/admission/context.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Dialogs } from './dialogs.tsx';
import { Dock } from './dock.tsx';
import { Notices } from './notices.tsx';
import { Rail } from './rail.tsx';
import { TopStrip } from './top-strip.tsx';
import { useWorkbench } from './use-workbench.ts';
import './workbench.css';

export function Workbench() {
  useWorkbench();
  const projector = useLayout((layout) => layout.projector);
  return (
    <Judged>
      <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
        <div className="workbench" data-projector={projector}>
          <TopStrip />
          <ConnectionBanner />
          {projector ? null : <Rail />}
          <main className="workbench-main">
            <Dock />
          </main>
          <Notices />
          <Dialogs />
        </div>
      </Tooltip.Provider>
    </Judged>
  );
}

/** Tells the judgement to those who ask for it: the others are not drawn anew with every move of a slider. */
function Judged({ children }: { readonly children: ReactNode }) {
  const judgement = useAdmission();
  return <AdmissionContext value={judgement}>{children}</AdmissionContext>;
}
