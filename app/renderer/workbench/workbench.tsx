/**
 * The window's frame: strip at the top, rail at the left, dock in the middle, and messages above
 * them.
 */

import { Tooltip } from 'radix-ui';
import { type ReactNode, useLayoutEffect } from 'react';
import { tr } from '../../../generator/words/tr.ts';
import { PROJECTOR_ZOOM } from '../base/zoom.ts';
import { useSession } from '../state/session/use-session.ts';
import { useHasOpened } from '../state/sketch/document.ts';
import { useLayout } from '../state/window/layout.ts';
import { Button } from '../views/controls/button.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Dialogs } from './dialogs.tsx';
import { Dock } from './dock.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Notices } from './notices.tsx';
import { Rail } from './rail.tsx';
import { RunBanner } from './run/run-health.tsx';
import { TabStrip } from './tab-strip.tsx';
import { TopStrip } from './top-strip.tsx';
import { useWorkbench } from './use-workbench.ts';
import './workbench.css';
import './tabs-and-messages.css';
import './run-and-projector.css';

/**
 * If an error occurs outside all panels, for example in the analysis, the user can still undo the
 * last edit or save the sketch.
 */
export function Workbench() {
  const { document, files } = useSession();
  const ways = (
    <>
      <Button onClick={document.undo}>{tr`Undo the last edit`}</Button>
      <Button onClick={() => files.save()}>{tr`Save the sketch`}</Button>
      <Notices />
      <Dialogs />
    </>
  );
  return (
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
      <ErrorBoundary part={tr`The window`} ways={ways}>
        <Frame />
      </ErrorBoundary>
    </Tooltip.Provider>
  );
}

function Frame() {
  useWorkbench();
  const projector = useLayout((layout) => layout.projector);
  const opened = useHasOpened();
  useEnlarged(projector);
  return (
    <div className="workbench" data-projector={projector} aria-busy={!opened}>
      <Waiting until={opened}>
        <TopStrip />
      </Waiting>
      <div className="banners">
        <TabStrip />
        <ConnectionBanner />
        <RunBanner />
      </div>
      <Waiting until={opened}>
        {projector ? null : <Rail />}
        <main className="workbench-main">
          <Dock />
        </main>
      </Waiting>
      <Notices />
      <Dialogs />
    </div>
  );
}

/**
 * Shows its content, which reacts to nothing until the first sketch has been opened. An earlier edit
 * would be lost when that sketch replaces the empty one.
 */
function Waiting({ until, children }: { readonly until: boolean; readonly children: ReactNode }) {
  return (
    <div className="workbench-waiting" inert={!until}>
      {children}
    </div>
  );
}

/** Enlarges everything, menus and cards outside the frame included. */
function useEnlarged(projector: boolean): void {
  useLayoutEffect(() => {
    if (!projector) return;
    const { style, dataset } = document.documentElement;
    style.setProperty('zoom', String(PROJECTOR_ZOOM));
    style.setProperty('--enlarged', String(PROJECTOR_ZOOM));
    dataset.projector = 'true';
    return () => {
      style.removeProperty('zoom');
      style.removeProperty('--enlarged');
      delete dataset.projector;
    };
  }, [projector]);
}
