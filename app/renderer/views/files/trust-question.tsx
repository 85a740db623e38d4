/** Asks whether a sketch may run as a program of the user's account. */
import { tr, trCount } from '../../../../generator/words/tr.ts';
import { visibleLine } from '../../../../generator/words/visible.ts';
import { useTrust } from '../../state/run/trust.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';

export function TrustQuestion() {
  const question = useTrust((state) => state.question);
  if (question === null) return null;
  const { folder, confined, answer, sketch } = question;
  const { tasks, interrupts, libraries } = sketch;
  const owners = [...tasks, ...interrupts].map(({ name }) => visibleLine(name));
  return (
    <Dialog
      open
      title={tr`Run ${visibleLine(sketch.name)} on this computer?`}
      text={
        confined
          ? tr`The sketch becomes a program of your account. It has no network and does not see your files.`
          : tr`The sketch becomes a program of your account. It can read, change and delete your files, use the network, and go on after you stop it.`
      }
      onClose={() => answer(false)}
      actions={
        <>
          {/* The first button has the focus, so a hasty Enter trusts nothing. */}
          <Button onClick={() => answer(false)}>{tr`Do not run`}</Button>
          <Button tone="primary" onClick={() => answer(true)}>
            {folder === null ? tr`Trust this sketch` : tr`Trust this folder`}
          </Button>
        </>
      }
    >
      <ul className="file-recovered">
        <li>
          <strong>{folder === null ? tr`From a sketch without a file` : tr`From the folder`}</strong>
          {folder === null ? null : <code translate="no">{visibleLine(folder)}</code>}
        </li>
        <li>
          <strong>{trCount(owners.length, 'Code of {0} task or interrupt', 'Code of {0} tasks and interrupts')}</strong>
          <code translate="no">{owners.join(', ')}</code>
        </li>
        {libraries.length === 0 ? null : (
          <li>
            <strong>{tr`Libraries`}</strong>
            <code translate="no">{libraries.map((library) => visibleLine(library.name)).join(', ')}</code>
          </li>
        )}
      </ul>
      <p className="field-hint">
        {folder === null
          ? tr`Trust only code that you have read or written. The answer holds for this sketch in this window.`
          : tr`Trust only folders with code that you have read or written. The answer holds for all sketches in the folder, until you remove it in the settings.`}
      </p>
    </Dialog>
  );
}
