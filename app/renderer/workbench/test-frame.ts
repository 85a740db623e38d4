/** The frame of the window for tests: everything except the dock. The dock's panels have their own tests. */
import { createElement } from 'react';
import { sketchOf } from '../../../generator/analysis/test-sketches.ts';
import { updateSketch } from '../../../generator/sketch/edits.ts';
import type { Session } from '../state/session/session.ts';
import { testSession } from '../state/session/test-session.ts';
import { show } from '../views/test-view.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Notices } from './notices.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { TopStrip } from './top-strip.tsx';
import { useWorkbench } from './use-workbench.ts';

export function Frame() {
  useWorkbench();
  return [TopStrip, ConnectionBanner, Rail, Notices, Palette].map((Part) => createElement(Part, { key: Part.name }));
}

export async function frame(sketch = sketchOf([{ T: 10_000, C: 2_000 }])) {
  const session = testSession(sketch);
  const view = await show(session, createElement(Frame));
  const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body) =>
    view.change(() => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init })));
  return { session, view, press };
}

export const renameSketch = ({ document }: Session, name: string) =>
  document.edit('Rename sketch', (sketch) => updateSketch(sketch, { name }));
