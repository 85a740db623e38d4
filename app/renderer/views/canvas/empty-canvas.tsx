/** The hint on the canvas of an empty sketch. */

import { tr } from '../../../../generator/words/tr.ts';
import { trNodes } from '../../base/tr-nodes.tsx';
import { useSession } from '../../state/session/use-session.ts';
import { shortcutOf } from '../../workbench/shortcuts.ts';
import { Button } from '../controls/button.tsx';
import { TaskIcon } from '../controls/icons.tsx';

export function EmptyCanvas() {
  const { runCommand } = useSession().commands;
  return (
    <div className="empty-canvas">
      <h2>{tr`What should your board do?`}</h2>
      <p>
        {trNodes`Add a task: code that runs again and again. Say how often it runs and how long it takes. You can also double-click anywhere, or press ${<kbd translate="no">{shortcutOf('add-task')}</kbd>}.`}
      </p>
      <div className="empty-canvas-actions">
        <Button tone="primary" onClick={() => runCommand('add-task')}>
          <TaskIcon /> {tr`Add task`}
        </Button>
        <Button onClick={() => runCommand('templates')}>{tr`Starter sketches`}</Button>
        <Button onClick={() => runCommand('open')}>{tr`Open…`}</Button>
      </div>
      <p>{tr`Have an Arduino sketch? Paste it here, or drop its file on the window.`}</p>
    </div>
  );
}
