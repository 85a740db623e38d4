/**
 * A tab of the dock: its title, its panel's badge, and a cross if the panel can be closed. A tab has
 * no controls inside for the keyboard, so the cross is for the mouse. Delete closes the tab, too.
 */

import type { IDockviewPanelHeaderProps } from 'dockview-react';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { tr } from '../../../generator/words/tr.ts';
import { taskLook } from '../base/palette.ts';
import { useBodies } from '../state/sketch/bodies.ts';
import { useSketch } from '../state/sketch/document.ts';
import { panelOf } from './panels.tsx';

export function DockTab({ api }: IDockviewPanelHeaderProps) {
  const [title, setTitle] = useState(api.title ?? '');
  useEffect(() => api.onDidTitleChange((event) => setTitle(event.title)).dispose, [api]);
  const panel = panelOf(api.id);
  const closable = panel === null;
  return (
    <div className="dock-tab" data-testid={`tab-${api.id}`} title={title}>
      {closable ? <BodyMark id={api.id} /> : null}
      <span className="dock-tab-title">{title}</span>
      {panel?.Badge === undefined ? null : (
        <span aria-hidden="true">
          <panel.Badge />
        </span>
      )}
      {closable ? (
        <span
          className="dock-tab-close"
          title={tr`Close ${title}`}
          aria-hidden="true"
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => api.close()}
        >
          <X />
        </span>
      ) : null}
    </div>
  );
}

function BodyMark({ id }: { readonly id: string }) {
  const owner = useBodies((state) => state.open.find((body) => body.id === id)?.owner ?? null);
  const index = useSketch((sketch) =>
    owner?.kind === 'tasks' ? sketch.tasks.findIndex(({ name }) => name === owner.name) : -1,
  );
  return index < 0 ? null : <span className="dock-tab-mark" style={{ background: taskLook(index).colour }} />;
}
