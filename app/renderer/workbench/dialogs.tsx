/** The dialogs of the window. At most one is open. */
import { lazy, Suspense, useCallback } from 'react';
import { useDoubts } from '../state/run/doubts.ts';
import { useTrust } from '../state/run/trust.ts';
import { useSession } from '../state/session/use-session.ts';
import { useSettings } from '../state/window/settings.ts';
import { QuestionDialog } from '../views/blocks/question-dialog.tsx';
import { LoadingDialog } from '../views/controls/loading-dialog.tsx';
import { FileDialogs } from '../views/files/file-dialogs.tsx';
import { GuideDialogs } from '../views/guide/guide-dialogs.tsx';
import { DialogBoundary } from './dialog-boundary.tsx';
import { Palette } from './palette.tsx';

const TrustQuestion = lazy(async () => ({
  default: (await import('../views/files/trust-question.tsx')).TrustQuestion,
}));
const UploadQuestion = lazy(async () => ({
  default: (await import('../views/build/upload-question.tsx')).UploadQuestion,
}));
const SettingsDialog = lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog }));

export function Dialogs() {
  const { files, notices } = useSession();
  const onFileError = (error: unknown) => {
    files.closeFileDialog();
    notices.notifyError(error);
  };
  return (
    <>
      <DialogBoundary onError={onFileError}>
        <FileDialogs />
      </DialogBoundary>
      <GuideDialogs />
      <Settings />
      <Palette />
      <QuestionDialog />
      <Trust />
      <Upload />
    </>
  );
}

/** Its code is loaded when the question is first asked. */
function Trust() {
  const isAsked = useTrust(({ question }) => question !== null);
  return isAsked ? (
    <Suspense fallback={<LoadingDialog />}>
      <TrustQuestion />
    </Suspense>
  ) : null;
}

/** Its code is loaded when the question is first asked. */
function Upload() {
  const isAsked = useDoubts(({ question }) => question !== null);
  return isAsked ? (
    <Suspense fallback={<LoadingDialog />}>
      <UploadQuestion />
    </Suspense>
  ) : null;
}

/** Its code is loaded when it is first opened. */
function Settings() {
  const { showSettings } = useSession().settings;
  const close = useCallback(() => showSettings(false), [showSettings]);
  const open = useSettings((state) => state.open);
  return open ? (
    <Suspense fallback={<LoadingDialog onClose={close} />}>
      <SettingsDialog />
    </Suspense>
  ) : null;
}
