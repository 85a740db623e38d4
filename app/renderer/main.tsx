/**
 * Entry point of the window. It loads styles, creates a session and renders its workbench.
 * Meanwhile the host is asked what to open.
 */
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './base/tokens.css';
import './theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { browserEnvironment } from './state/session/browser-environment.ts';
import { createSession } from './state/session/session.ts';
import { SessionContext } from './state/session/use-session.ts';
import { Workbench } from './workbench/workbench.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element #root');

const session = createSession(browserEnvironment());
const root = createRoot(element);
session.connection.connect();
root.render(
  <StrictMode>
    <SessionContext value={session}>
      <Workbench />
    </SessionContext>
  </StrictMode>,
);

// Views are replaced in place. A change of the state's own modules creates a new session, which
// restores what was open as after a reload of the page.
import.meta.hot?.accept();
import.meta.hot?.dispose(() => {
  session.opening.keepForReload();
  root.unmount();
  session.dispose();
});
