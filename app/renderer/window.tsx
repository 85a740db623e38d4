/**
 * The window: it creates the tabs and renders the active one. Meanwhile the host is asked what to
 * open.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Environment } from './state/session/environment.ts';
import { createTabs } from './state/session/tabs.ts';
import { whenFirstOpened } from './state/session/when-first-opened.ts';
import { TabbedWindow } from './workbench/tab-strip.tsx';
import { Workbench } from './workbench/workbench.tsx';

export function openWindow(environment: Environment): void {
  const element = document.getElementById('root');
  if (element === null) throw new Error('index.html has no element #root');

  const tabs = createTabs(environment);
  const root = createRoot(element);
  const stopWaiting = whenFirstOpened(tabs.store.getState().active.session, () =>
    root.render(
      <StrictMode>
        <TabbedWindow tabs={tabs}>
          <Workbench />
        </TabbedWindow>
      </StrictMode>,
    ),
  );

  // A change of the state's own modules creates new sessions, which restore what was open as after a
  // reload of the page.
  import.meta.hot?.dispose(() => {
    stopWaiting();
    tabs.keepForReload();
    root.unmount();
    tabs.dispose();
  });
  // Views are replaced in place.
  import.meta.hot?.accept((next) => next?.openWindow(environment));
}
