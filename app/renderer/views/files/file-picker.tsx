/**
 * The window's own file picker, for hosts without native dialogs: folders and sketches on the
 * host's disk.
 */

import { ArrowUp, FileMusic, Folder as FolderIcon, House } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import type { ExportForm, Folder, FolderEntry } from '../../../contract/projects.ts';
import { useSession } from '../../state/session/use-session.ts';
import { withExtension } from '../../state/sketch/files.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { useLoaded, useNewest } from './use-loaded.ts';

/** Joins a folder's path and a name with the separator of the host's system. */
function join({ dir, separator }: Folder, name: string): string {
  return dir.endsWith(separator) ? dir + name : dir + separator + name;
}

export function OpenPicker() {
  const { closeFileDialog: close, openPath } = useSession().files;
  const [dir, setDir] = useState<string | null>(null);
  const folder = useLoaded(`folder:${dir}`, (host) => host.projects.browse({ dir }));
  return (
    <Dialog open wide title={tr`Open a sketch`} onClose={close} actions={<Button onClick={close}>{tr`Cancel`}</Button>}>
      <Recent />
      <Browser folder={folder} onFolder={setDir} onSketch={({ path }) => void openPath(path)} />
    </Dialog>
  );
}

function Recent() {
  const { openPath } = useSession().files;
  const recent = useLoaded('recent', (host) => host.projects.recent({}));
  if (recent === undefined || recent.files.length === 0) return null;
  return (
    <section className="recent" aria-label={tr`Recent sketches`}>
      <h3>{tr`Recent`}</h3>
      <ul>
        {recent.files.slice(0, 5).map(({ path, name, folder }) => (
          <li key={path}>
            <button type="button" className="file-entry" title={path} onClick={() => void openPath(path)}>
              <FileMusic />
              <span className="one-line">{name}</span>
              <small className="one-line">{folder}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SavePicker() {
  const { saveTo, suggestedName } = useSession().files;
  return (
    <NamePicker
      title={tr`Save the sketch as`}
      label={tr`Name`}
      action={tr`Save`}
      firstName={suggestedName}
      onName={(folder, name) => saveTo(join(folder, withExtension(name)))}
    />
  );
}

const FORM_WORDS: Readonly<Record<ExportForm, { readonly title: string; readonly text: string }>> = {
  platformio: {
    title: tr`Export as a PlatformIO project`,
    text: tr`Writes C++ code, the runtime and build files.`,
  },
  ino: {
    title: tr`Export as an Arduino sketch`,
    text: tr`Writes a sketch folder that the Arduino IDE opens and builds: an .ino file, C++ code and the runtime.`,
  },
};

/** Asks for the folder or the zip file of the generated project. */
export function ExportPicker({ form }: { readonly form: ExportForm }) {
  const { exportProject, suggestedName } = useSession().files;
  const [zip, setZip] = useState(false);
  const { title, text } = FORM_WORDS[form];
  const place = zip ? '' : ` ${tr`The folder must be new or empty, or hold an earlier export.`}`;
  return (
    <NamePicker
      title={title}
      text={`${text}${place}`}
      label={zip ? tr`File` : tr`Folder`}
      action={tr`Export`}
      firstName={() => suggestedName().replace(/\.polyloop\.json$/, '')}
      onName={(folder, name) => void exportProject(join(folder, name), { form, zip })}
    >
      <label className="check-line">
        <input type="checkbox" checked={zip} onChange={(event) => setZip(event.target.checked)} />
        {tr`As one zip file`}
      </label>
    </NamePicker>
  );
}

interface NamePickerProps {
  readonly title: string;
  readonly text?: string;
  /** The label of the field with the name. */
  readonly label: string;
  /** The button's label. */
  readonly action: string;
  readonly firstName: () => string;
  readonly onName: (folder: Folder, name: string) => void;
  /** More fields, below the name. */
  readonly children?: ReactNode;
}

/** Asks for a folder and a name in it. */
function NamePicker({ title, text, label, action, firstName, onName, children }: NamePickerProps) {
  const { closeFileDialog: close } = useSession().files;
  const [dir, setDir] = useState<string | null>(null);
  const [name, setName] = useState(firstName);
  const place = `folder:${dir}`;
  const newest = useNewest(place, (host) => host.projects.browse({ dir }));
  const folder = newest?.value;
  const fault = faultOf(name);
  const valid = fault === null;
  /** The user has chosen the action. It waits for the folder, so that an early Enter is not lost. */
  const [chosen, setChosen] = useState(false);
  const done = () => setChosen(valid);
  const ready = chosen && valid && newest?.key === place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the action happens once, when it becomes possible
  useEffect(() => {
    if (!ready || folder === undefined) return;
    setChosen(false);
    onName(folder, name.trim());
  }, [ready]);
  return (
    <Dialog
      open
      wide
      title={title}
      text={text}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{tr`Cancel`}</Button>
          <Button tone="primary" disabled={!valid} onClick={done}>
            {action}
          </Button>
        </>
      }
    >
      <label className="save-name">
        <span>{label}</span>
        <input
          className="input"
          value={name}
          spellCheck={false}
          onChange={(event) => {
            setName(event.target.value);
            setChosen(false);
          }}
          onKeyDown={(event) => (event.key === 'Enter' ? done() : undefined)}
        />
      </label>
      {fault === null ? null : (
        <p className="field-hint" role="alert">
          {fault}
        </p>
      )}
      {children}
      <Browser folder={folder} onFolder={setDir} onSketch={(entry) => setName(entry.name)} />
    </Dialog>
  );
}

function faultOf(name: string): string | null {
  if (name.trim() === '') return tr`A name must have at least one character.`;
  return /[\\/]/.test(name) ? tr`A name has no slashes. Choose its folder below.` : null;
}

interface BrowserProps {
  readonly folder: Folder | undefined;
  readonly onFolder: (dir: string) => void;
  readonly onSketch: (entry: FolderEntry) => void;
}

function Browser({ folder, onFolder, onSketch }: BrowserProps) {
  return (
    <section className="browser" aria-label={tr`Files`}>
      <div className="browser-head">
        <IconButton
          label={tr`Up`}
          disabled={folder?.parent == null}
          onClick={() => (folder?.parent == null ? undefined : onFolder(folder.parent))}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          label={tr`Home`}
          disabled={folder === undefined}
          onClick={() => (folder ? onFolder(folder.home) : undefined)}
        >
          <House />
        </IconButton>
        {folder !== undefined && folder.roots.length > 1
          ? folder.roots.map((root) => (
              <Button key={root} tone="quiet" onClick={() => onFolder(root)}>
                {root}
              </Button>
            ))
          : null}
        <code className="browser-dir one-line" translate="no" title={folder?.dir}>
          {folder?.dir}
        </code>
      </div>
      <Entries folder={folder} onFolder={onFolder} onSketch={onSketch} />
    </section>
  );
}

/** Focuses the first entry once the list is loaded, if the dialog had only Cancel to focus before. */
function useFirstFocus(isLoaded: boolean): React.RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (isLoaded && document.activeElement?.closest('.dialog-actions') !== null)
      list.current?.querySelector('button')?.focus();
  }, [isLoaded]);
  return list;
}

function Entries({ folder, onFolder, onSketch }: BrowserProps): ReactNode {
  const list = useFirstFocus(folder !== undefined);
  if (folder === undefined) return <ul className="entries" aria-busy="true" />;
  return (
    <ul ref={list} className="entries">
      {folder.entries.map((entry) => (
        <li key={entry.path}>
          <button
            type="button"
            className="file-entry"
            title={entry.path}
            onClick={() => (entry.kind === 'folder' ? onFolder(entry.path) : onSketch(entry))}
          >
            {entry.kind === 'folder' ? <FolderIcon /> : <FileMusic />}
            <span className="one-line" translate="no">
              {entry.name}
            </span>
            {entry.kind === 'sketch' ? (
              <small className="one-line">{new Date(entry.modifiedAtMs).toLocaleString()}</small>
            ) : null}
          </button>
        </li>
      ))}
      {folder.entries.length === 0 ? (
        <li className="entries-note">{tr`This folder contains no folders or sketches.`}</li>
      ) : null}
      {folder.truncated ? <li className="entries-note">{tr`Only a part of this folder is listed.`}</li> : null}
    </ul>
  );
}
