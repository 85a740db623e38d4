/** Opening and saving: between the document and the host's disk. Nothing unsaved is ever dropped without a question. */
import { create } from 'zustand';
import { BOARDS } from '../../../generator/boards/index.ts';
import { newSketch } from '../../../generator/sketch/create.ts';
import { updateSketch } from '../../../generator/sketch/edits.ts';
import type { Problem } from '../../../generator/sketch/problem.ts';
import { readSketch } from '../../../generator/sketch/read.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import type { SaveResult, Startup } from '../../contract/projects.ts';
import { clearBuild } from './build.ts';
import { requireHost, withEachHost } from './connection.ts';
import {
  currentSketch,
  edit,
  flushEdits,
  isDirty,
  markSaved,
  type SketchFile,
  showDocument,
  useDocument,
} from './document.ts';
import { notify, notifyError } from './notices.ts';

type Conflict = Extract<SaveResult, { status: 'conflict' }>;

/** The question or picker that is shown; one at a time. */
export type FileDialog =
  | { readonly kind: 'open' }
  | { readonly kind: 'save-as' }
  | { readonly kind: 'templates' }
  | { readonly kind: 'unsaved'; readonly then: () => void }
  | { readonly kind: 'conflict'; readonly conflict: Conflict; readonly then: () => void }
  | { readonly kind: 'unreadable'; readonly title: string; readonly problems: readonly Problem[] };

interface FilesState {
  readonly dialog: FileDialog | null;
  readonly startup: Startup | null;
  readonly saving: boolean;
}

export const useFiles = create<FilesState>(() => ({ dialog: null, startup: null, saving: false }));

export function showFileDialog(dialog: FileDialog | null): void {
  useFiles.setState({ dialog });
}

/** Does `then` at once, or when the user has saved or given up the changes. */
export function guardUnsaved(then: () => void): void {
  flushEdits();
  if (isDirty(useDocument.getState())) showFileDialog({ kind: 'unsaved', then });
  else then();
}

const boards = BOARDS.map(({ id }) => id);

function showText(text: string, title: string, file?: SketchFile): void {
  const read = readSketch(text, { boards });
  if (!read.ok) {
    showFileDialog({ kind: 'unreadable', title, problems: read.problems });
    return;
  }
  clearBuild();
  showDocument(read.sketch, file);
  showFileDialog(null);
  const [first] = read.warnings;
  if (first !== undefined) notify(`${title}: ${first.message}`);
}

export function createSketch(): void {
  guardUnsaved(() => {
    clearBuild();
    showDocument(newSketch(NEW_NAME));
    showFileDialog(null);
  });
}

export async function openTemplate(id: string): Promise<void> {
  try {
    const host = await requireHost();
    const { name, text } = await host.projects.openTemplate({ id });
    showText(text, name);
  } catch (error) {
    notifyError(error);
  }
}

export async function openPath(path: string): Promise<void> {
  try {
    const host = await requireHost();
    const opened = await host.projects.open({ path });
    showText(opened.text, opened.path, {
      path: opened.path,
      revision: opened.revision,
      writable: opened.writable,
    });
  } catch (error) {
    notifyError(error);
  }
}

/** The system's dialog where the host has one, else the window's own picker. */
export function askOpen(): void {
  guardUnsaved(() => void pickAndOpen().catch(notifyError));
}

async function pickAndOpen(): Promise<void> {
  if (useFiles.getState().startup?.nativeDialogs !== true) return showFileDialog({ kind: 'open' });
  const host = await requireHost();
  const { path } = await host.projects.pickOpen({});
  if (path !== null) await openPath(path);
}

/** Saves to the document's file, or asks for one. `then` runs when it is on the disk. */
export function save(then: () => void = () => {}): void {
  flushEdits();
  const { path, revision } = useDocument.getState().file;
  if (path === null) saveAs(then);
  else void write(path, revision, then);
}

let afterSaveAs: () => void = () => {};

export function saveAs(then: () => void = () => {}): void {
  flushEdits();
  afterSaveAs = then;
  if (useFiles.getState().startup?.nativeDialogs !== true) {
    showFileDialog({ kind: 'save-as' });
    return;
  }
  requireHost()
    .then((host) => host.projects.pickSave({ suggestedName: suggestedName() }))
    // The system's dialog has asked about replacing a file already.
    .then(({ path }) => (path === null ? undefined : write(path, undefined, then)))
    .catch(notifyError);
}

/** From the window's own picker: a new file, unless the user agrees to replace one. */
export function saveTo(path: string): void {
  nameAfter(path);
  void write(path, null, afterSaveAs);
}

/** A sketch that nobody has named takes its file's name. */
function nameAfter(path: string): void {
  if (currentSketch().name !== NEW_NAME) return;
  const name = (path.split(/[\\/]/).at(-1) ?? '').replace(EXTENSION, '');
  if (name !== '') edit('Name the sketch', (sketch) => updateSketch(sketch, { name }));
}

const NEW_NAME = 'untitled';
const EXTENSION = '.polyloop.json';

/** A file name made of the sketch's name. */
export function suggestedName(): string {
  const name = currentSketch()
    .name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')
    .slice(0, 100);
  return `${name.trim() || 'sketch'}${EXTENSION}`;
}

/** Adds the ending that sketch files have. */
export function withExtension(name: string): string {
  return name.endsWith(EXTENSION) ? name : `${name.replace(/\.json$/, '')}${EXTENSION}`;
}

/** `expectedRevision`: as in the contract; left out, whatever is there is replaced. */
export async function write(
  path: string,
  expectedRevision: string | null | undefined,
  then: () => void,
): Promise<void> {
  const sketch = currentSketch();
  useFiles.setState({ saving: true });
  try {
    const host = await requireHost();
    const text = writeSketch(sketch);
    const result = await host.projects.save({
      path,
      text,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    });
    if (result.status === 'saved') {
      markSaved(sketch, { path: result.path, revision: result.revision, writable: true });
      showFileDialog(null);
      then();
    } else if (result.status === 'conflict') showFileDialog({ kind: 'conflict', conflict: result, then });
    else
      showFileDialog({ kind: 'unreadable', title: 'This sketch cannot be saved as it is', problems: result.problems });
  } catch (error) {
    notifyError(error);
  } finally {
    useFiles.setState({ saving: false });
  }
}

const KEPT_KEY = 'polyloop.open';

/** What is open in this tab, for a reload: its file, and the text when there are changes. */
function keepForReload(): void {
  flushEdits();
  const { file, history, saved } = useDocument.getState();
  const dirty = history.present !== saved;
  const kept = { file, text: dirty || file.path === null ? writeSketch(history.present) : null, dirty };
  sessionStorage.setItem(KEPT_KEY, JSON.stringify(kept));
}

async function openFirst(startup: Startup): Promise<void> {
  const kept = sessionStorage.getItem(KEPT_KEY);
  sessionStorage.removeItem(KEPT_KEY);
  if (kept !== null && (await reopen(kept))) return;
  if (startup.open?.kind === 'path') return openPath(startup.open.path);
  if (startup.open?.kind === 'template') return openTemplate(startup.open.id);
  const host = await requireHost();
  const { templates } = await host.projects.templates({});
  const [first] = templates;
  if (first !== undefined) await openTemplate(first.id);
}

/** Takes up what was open before a reload; answers whether there was anything. */
async function reopen(kept: string): Promise<boolean> {
  const { file, text, dirty } = JSON.parse(kept) as { file: SketchFile; text: string | null; dirty: boolean };
  if (text === null) {
    if (file.path === null) return false;
    await openPath(file.path);
    return true;
  }
  const read = readSketch(text);
  if (!read.ok) return false;
  showDocument(read.sketch, file);
  // Another object than the document's: changes that are not in the file.
  if (dirty) useDocument.setState({ saved: newSketch('') });
  return true;
}

let started = false;

withEachHost((host) => {
  host.projects
    .startup({})
    .then((startup) => {
      useFiles.setState({ startup });
      if (started) return;
      started = true;
      return openFirst(startup);
    })
    .catch(notifyError);
});

window.addEventListener('beforeunload', (event) => {
  keepForReload();
  if (isDirty(useDocument.getState())) event.preventDefault();
});
