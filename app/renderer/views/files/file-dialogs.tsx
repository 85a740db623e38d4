/** File pickers and questions about files. */

import { lazy, Suspense } from 'react';
import type { Problem } from '../../../../generator/sketch/problem.ts';
import { tr, trCount } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useDocument } from '../../state/sketch/document.ts';
import { type ExportChoice, useFiles } from '../../state/sketch/files.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { LoadingDialog } from '../controls/loading-dialog.tsx';
import './files.css';

/** Loaded when they are first shown. */
const pickers = () => import('./file-picker.tsx');
const ExportPicker = lazy(async () => ({ default: (await pickers()).ExportPicker }));
const OpenPicker = lazy(async () => ({ default: (await pickers()).OpenPicker }));
const SavePicker = lazy(async () => ({ default: (await pickers()).SavePicker }));
const BoardPicker = lazy(async () => ({ default: (await import('../boards/board-picker.tsx')).BoardPicker }));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
const MergeQuestion = lazy(async () => ({ default: (await import('./merge-question.tsx')).MergeQuestion }));
const RecoveredQuestion = lazy(async () => ({ default: (await import('./recovered-question.tsx')).RecoveredQuestion }));
const TemplateGallery = lazy(async () => ({ default: (await import('./template-gallery.tsx')).TemplateGallery }));

export function FileDialogs() {
  const { closeFileDialog } = useSession().files;
  const kind = useFiles(({ dialog }) => dialog?.kind);
  // A boundary of its own for each dialog: one that had waited for code, and was cancelled, does not always notice
  // that the code has come when the dialog is opened again.
  return (
    <Suspense key={kind ?? 'none'} fallback={<LoadingDialog onClose={closeFileDialog} />}>
      <ShownDialog />
    </Suspense>
  );
}

function ShownDialog() {
  const dialog = useFiles((files) => files.dialog);
  switch (dialog?.kind) {
    case 'open':
      return <OpenPicker />;
    case 'save-as':
      return <SavePicker />;
    case 'export-project':
      return <ExportPicker form={dialog.form} />;
    case 'replace-export':
      return <ReplaceExport path={dialog.path} choice={dialog.choice} />;
    case 'import':
      return <ImportDialog sources={dialog.sources} />;
    case 'boards':
      return <BoardPicker />;
    case 'templates':
      return <TemplateGallery />;
    case 'recovered':
      return <RecoveredQuestion left={dialog.left} />;
    case 'unsaved':
      return <UnsavedQuestion then={dialog.then} />;
    case 'running':
      return <RunningQuestion then={dialog.then} />;
    case 'conflict':
      return <ConflictQuestion {...dialog} />;
    case 'merge':
      return <MergeQuestion {...dialog} />;
    case 'unreadable':
      return <Unreadable title={dialog.title} problems={dialog.problems} />;
    default:
      return null;
  }
}

function UnsavedQuestion({ then }: { readonly then: () => void }) {
  const { closeFileDialog: close, save } = useSession().files;
  const name = useDocument(({ history }) => history.present.name);
  const goOn = () => {
    close();
    then();
  };
  return (
    <Dialog
      open
      title={tr`Save the changes first?`}
      text={tr`“${name}” has unsaved changes. They are lost unless you save them.`}
      onClose={close}
      actions={
        <>
          {/* The first button has the focus, so a hasty Enter loses nothing. */}
          <Button onClick={close}>{tr`Cancel`}</Button>
          <Button onClick={goOn}>{tr`Don’t save`}</Button>
          <Button
            tone="primary"
            onClick={() => {
              close();
              save(then);
            }}
          >{tr`Save`}</Button>
        </>
      }
    />
  );
}

function RunningQuestion({ then }: { readonly then: () => void }) {
  const { closeFileDialog: close } = useSession().files;
  const name = useDocument(({ history }) => history.present.name);
  return (
    <Dialog
      open
      title={tr`Stop the program?`}
      text={tr`The program of “${name}” is running. It stops when the sketch is closed.`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{tr`Keep`}</Button>
          <Button
            tone="primary"
            onClick={() => {
              close();
              then();
            }}
          >{tr`Stop and close`}</Button>
        </>
      }
    />
  );
}

interface ReplaceProps {
  readonly path: string;
  readonly choice: ExportChoice;
}

function ReplaceExport({ path, choice }: ReplaceProps) {
  const { closeFileDialog: close, exportProject, showFileDialog } = useSession().files;
  const text = choice.zip
    ? tr`The export overwrites it.`
    : tr`The export overwrites the files that Polyloop wrote there. Other files stay.`;
  return (
    <Dialog
      open
      title={choice.zip ? tr`A file with this name exists` : tr`This folder contains an earlier export`}
      text={
        <>
          <code className="file-path" translate="no">
            {path}
          </code>
          {text}
        </>
      }
      onClose={close}
      actions={
        <>
          <Button
            onClick={() => showFileDialog({ kind: 'export-project', form: choice.form })}
          >{tr`Export elsewhere…`}</Button>
          <Button tone="primary" onClick={() => void exportProject(path, choice, true)}>{tr`Replace it`}</Button>
        </>
      }
    />
  );
}

const CONFLICTS = {
  changed: {
    title: tr`The file was changed by another program`,
    text: tr`Its content differs from the version that was opened here.`,
    replace: tr`Replace it`,
  },
  exists: { title: tr`A file with this name exists`, text: tr`Saving overwrites it.`, replace: tr`Replace it` },
  deleted: {
    title: tr`The file no longer exists`,
    text: tr`It was moved or deleted after it was opened here.`,
    replace: tr`Save it again`,
  },
} as const;

interface ConflictProps {
  readonly conflict: {
    readonly reason: keyof typeof CONFLICTS;
    readonly path: string;
    readonly revision: string | null;
  };
  readonly then: () => void;
}

function ConflictQuestion({ conflict, then }: ConflictProps) {
  const { closeFileDialog: close, openPath, showFileDialog, write } = useSession().files;
  const words = CONFLICTS[conflict.reason];
  return (
    <Dialog
      open
      title={words.title}
      text={
        <>
          <code className="file-path" translate="no">
            {conflict.path}
          </code>
          {words.text}
        </>
      }
      onClose={close}
      actions={
        <>
          {/* The first button has the focus, so a hasty Enter loses nothing. */}
          <Button onClick={() => showFileDialog({ kind: 'save-as' })}>{tr`Save elsewhere…`}</Button>
          {conflict.reason === 'changed' ? (
            <Button
              onClick={() => {
                close();
                void openPath(conflict.path, 'here');
              }}
            >{tr`Open the other version, discard mine`}</Button>
          ) : null}
          <Button tone="primary" onClick={() => void write(conflict.path, conflict.revision, then)}>
            {words.replace}
          </Button>
        </>
      }
    />
  );
}

/** Lists every problem with its position. The file is not changed. */
function Unreadable({ title, problems }: { readonly title: string; readonly problems: readonly Problem[] }) {
  const { closeFileDialog: close } = useSession().files;
  return (
    <Dialog
      open
      title={tr`This is not a valid sketch`}
      text={
        <>
          <code className="file-path" translate="no">
            {title}
          </code>
          {trCount(
            problems.length,
            'Nothing in it was changed. This is in the way:',
            'Nothing in it was changed. These {0} things are in the way:',
          )}
        </>
      }
      onClose={close}
      actions={<Button tone="primary" onClick={close}>{tr`Close`}</Button>}
    >
      <ul className="file-problems" data-testid="file-problems">
        {problems.map((problem) => (
          <li key={`${problem.pointer} ${problem.member ?? ''} ${problem.message}`} data-severity={problem.severity}>
            <code>
              {problem.line === undefined ? '' : `${problem.line}:${problem.column ?? 1} `}
              {problem.pointer === '' ? tr`(the whole file)` : problem.pointer}
            </code>
            <p>{problem.message}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
