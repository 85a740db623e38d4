/** Asks whether a program is written into a real board although something speaks against it. */
import { tr } from '../../../../generator/words/tr.ts';
import { useDoubts } from '../../state/run/doubts.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';

export function UploadQuestion() {
  const question = useDoubts((state) => state.question);
  if (question === null) return null;
  const { device, doubts, answer } = question;
  return (
    <Dialog
      open
      title={tr`Upload anyway?`}
      text={device}
      onClose={() => answer(false)}
      actions={
        <>
          {/* The first button has the focus, so a hasty Enter writes nothing. */}
          <Button onClick={() => answer(false)}>{tr`Do not upload`}</Button>
          <Button tone="primary" onClick={() => answer(true)}>{tr`Upload anyway`}</Button>
        </>
      }
    >
      <ul className="file-recovered">
        {doubts.map((doubt) => (
          <li key={doubt}>{doubt}</li>
        ))}
      </ul>
    </Dialog>
  );
}
