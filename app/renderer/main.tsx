/** Entry of the window: styles, then the workbench; the host is asked for what to open while the first frame is painted. */
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './base/tokens.css';
import './theme.css';
import './state/theme.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connect } from './state/connection.ts';
import { Workbench } from './workbench/workbench.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

connect();
createRoot(root).render(
  <StrictMode>
    <Workbench />
  </StrictMode>,
);
