/** The strip at the top: the sketch's name, File, undo and redo, its verdict, and Run. */

import { Redo2, Undo2 } from 'lucide-react';
import { tr } from '../../../generator/words/tr.ts';
import { useSession } from '../state/session/use-session.ts';
import { isDirty, useDocument, useRedoLabel, useUndoLabel } from '../state/sketch/document.ts';
import { AdmissionMeter } from '../views/admission/meter.tsx';
import { Hint, IconButton } from '../views/controls/button.tsx';
import { Mark } from '../views/controls/icons.tsx';
import { FileMenu } from './file-menu.tsx';
import { HelpMenu } from './help-menu.tsx';
import { RunControls } from './run/run-controls.tsx';
import { shortcutOf } from './shortcuts.ts';
import { SketchName } from './sketch-name.tsx';

export function TopStrip() {
  return (
    <header className="strip">
      <div className="strip-mark">
        <Mark />
      </div>
      <div className="strip-left">
        <SketchName />
        <Unsaved />
        <FileMenu />
        <History />
      </div>
      <div className="strip-middle">
        <AdmissionMeter />
      </div>
      <RunControls />
      <HelpMenu />
    </header>
  );
}

function Unsaved() {
  const dirty = useDocument(isDirty);
  if (!dirty) return null;
  return (
    <Hint text={tr`There are unsaved changes.`}>
      <span className="strip-unsaved" role="img" aria-label={tr`Unsaved changes`} />
    </Hint>
  );
}

function History() {
  const { runCommand } = useSession().commands;
  const [undo, redo] = [useUndoLabel(), useRedoLabel()];
  return (
    <>
      <IconButton
        label={undo === null ? tr`Undo` : tr`Undo: ${undo}`}
        shortcut={shortcutOf('undo')}
        disabled={undo === null}
        onClick={() => runCommand('undo')}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        label={redo === null ? tr`Redo` : tr`Redo: ${redo}`}
        shortcut={shortcutOf('redo')}
        disabled={redo === null}
        onClick={() => runCommand('redo')}
      >
        <Redo2 />
      </IconButton>
    </>
  );
}
