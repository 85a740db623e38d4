/** The hint on the canvas of an empty sketch. */
import { useSession } from '../../state/session/use-session.ts';
import { shortcutOf } from '../../workbench/shortcuts.ts';
import { Button } from '../controls/button.tsx';
import { TaskIcon } from '../controls/icons.tsx';

export function EmptyCanvas() {
  const { runCommand } = useSession().commands;
  return (
    <div className="empty-canvas">
      <h2>What should your board do?</h2>
      <p>
        Add a task: code that runs again and again. Say how often it runs and how long it takes. You can also
        double-click anywhere, or press <kbd>{shortcutOf('add-task')}</kbd>.
      </p>
      <div className="empty-canvas-actions">
        <Button tone="primary" onClick={() => runCommand('add-task')}>
          <TaskIcon /> Add task
        </Button>
        <Button onClick={() => runCommand('templates')}>Starter sketches</Button>
        <Button onClick={() => runCommand('open')}>Open…</Button>
      </div>
    </div>
  );
}
