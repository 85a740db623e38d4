/**
 * Entry point of the window. It loads styles, creates the tabs and renders the active one.
 * Meanwhile the host is asked what to open.
 */
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './base/tokens.css';
import './theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { browserEnvironment } from './state/session/browser-environment.ts';
import { createTabs } from './state/session/tabs.ts';
import { TabbedWindow } from './workbench/tab-strip.tsx';
import { Workbench } from './workbench/workbench.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element #root');

const tabs = createTabs(browserEnvironment());
const root = createRoot(element);
root.render(
  <StrictMode>
    <TabbedWindow tabs={tabs}>
      <Workbench />
    </TabbedWindow>
  </StrictMode>,
);

// Views are replaced in place. A change of the state's own modules creates new sessions, which
// restore what was open as after a reload of the page.
import.meta.hot?.accept();
import.meta.hot?.dispose(() => {
  tabs.keepForReload();
  root.unmount();
  tabs.dispose();
});
