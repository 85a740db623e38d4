/** Offers the unsaved changes of windows that are gone. */
import { tr, trCount } from '../../../../generator/words/tr.ts';
import type { LeftBehind } from '../../../contract/recovery.ts';
import { useSession } from '../../state/session/use-session.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';

export function RecoveredQuestion({ left }: { readonly left: readonly LeftBehind[] }) {
  const { files, recovery } = useSession();
  const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Dialog
      open
      title={tr`Restore unsaved changes?`}
      text={trCount(
        left.length,
        'Polyloop ended before these changes were saved. Restore opens the sketch with them. Nothing is written to its file.',
        'Polyloop ended before these changes were saved. Restore opens the {0} sketches with them. Nothing is written to their files.',
      )}
      onClose={files.closeFileDialog}
      actions={
        <>
          {/* The first button has the focus, so a hasty Enter loses nothing. */}
          <Button onClick={files.closeFileDialog}>{tr`Not now`}</Button>
          <Button onClick={() => void recovery.discard(left)}>{tr`Discard`}</Button>
          <Button tone="primary" onClick={() => void recovery.restore(left)}>{tr`Restore`}</Button>
        </>
      }
    >
      <ul className="file-recovered">
        {left.map(({ id, name, path, keptAtMs }) => (
          <li key={id}>
            <strong translate="no">{name}</strong>
            <time dateTime={new Date(keptAtMs).toISOString()}>{when.format(keptAtMs)}</time>
            <code translate="no">{path ?? tr`not saved to a file yet`}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
