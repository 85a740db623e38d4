/** The dialogs of the window. At most one is open. */
import { QuestionDialog } from '../views/blocks/question-dialog.tsx';
import { FileDialogs } from '../views/files/file-dialogs.tsx';
import { TrustQuestion } from '../views/files/trust-question.tsx';
import { GuideDialogs } from '../views/guide/guide-dialogs.tsx';
import { Palette } from './palette.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

export function Dialogs() {
  return (
    <>
      <FileDialogs />
      <GuideDialogs />
      <SettingsDialog />
      <Palette />
      <QuestionDialog />
      <TrustQuestion />
    </>
  );
}
