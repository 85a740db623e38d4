/** The dialogs of the window. At most one is open. */
import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useDoubts } from '../state/run/doubts.ts';
import { useTrust } from '../state/run/trust.ts';
import { useSession } from '../state/session/use-session.ts';
import { useFiles } from '../state/sketch/files.ts';
import { useSettings } from '../state/window/settings.ts';
import { QuestionDialog } from '../views/blocks/question-dialog.tsx';
import { LoadingDialog } from '../views/controls/loading-dialog.tsx';
import { GuideDialogs } from '../views/guide/guide-dialogs.tsx';
import { DialogBoundary } from './dialog-boundary.tsx';
import { Palette } from './palette.tsx';

const FileDialogs = lazy(async () => ({ default: (await import('../views/files/file-dialogs.tsx')).FileDialogs }));
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
        <Files />
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

interface ShownProps {
  readonly when: boolean;
  /** Undefined: the dialog asks a question that needs an answer. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A dialog whose code is loaded when it is first shown. */
function Shown({ when, onClose, children }: ShownProps) {
  return when ? <Suspense fallback={<LoadingDialog {...(onClose && { onClose })} />}>{children}</Suspense> : null;
}

function Files() {
  const { closeFileDialog } = useSession().files;
  return (
    <Shown when={useFiles(({ dialog }) => dialog !== null)} onClose={closeFileDialog}>
      <FileDialogs />
    </Shown>
  );
}

function Trust() {
  return (
    <Shown when={useTrust(({ question }) => question !== null)}>
      <TrustQuestion />
    </Shown>
  );
}

function Upload() {
  return (
    <Shown when={useDoubts(({ question }) => question !== null)}>
      <UploadQuestion />
    </Shown>
  );
}

function Settings() {
  const { showSettings } = useSession().settings;
  const close = useCallback(() => showSettings(false), [showSettings]);
  return (
    <Shown when={useSettings(({ open }) => open)} onClose={close}>
      <SettingsDialog />
    </Shown>
  );
}
