/**
 * Opens and saves the document on the host's disk. Unsaved changes are never discarded without a
 * question.
 */

import { createStore } from 'zustand/vanilla';
import { BOARDS } from '../../../../generator/boards/index.ts';
import { newSketch } from '../../../../generator/sketch/create.ts';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { Problem } from '../../../../generator/sketch/problem.ts';
import { readSketch } from '../../../../generator/sketch/read.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { ExportForm, SaveResult, Startup } from '../../../contract/projects.ts';
import type { LeftBehind } from '../../../contract/recovery.ts';
import type { Build } from '../run/build.ts';
import type { Connection } from '../session/connection.ts';
import { storeHook } from '../session/use-session.ts';
import type { Notices } from '../window/notices.ts';
import type { DocumentState, SketchDocument, SketchFile } from './document.ts';

type Conflict = Extract<SaveResult, { status: 'conflict' }>;

/** The content of the document's file that another program wrote. */
export interface OutsideVersion {
  readonly path: string;
  readonly file: SketchFile;
  readonly theirs: Sketch;
}

/** How the generated project is exported. */
export interface ExportChoice {
  readonly form: ExportForm;
  readonly zip: boolean;
}

/** A file of an Arduino sketch. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** Takes in the file's content and then runs `then`. Resolves to false if that is not possible. */
type TakeIn = (path: string, then: () => void) => Promise<boolean>;

/** The visible question or picker. There is at most one. */
export type FileDialog =
  | { readonly kind: 'open' }
  | { readonly kind: 'save-as' }
  | { readonly kind: 'export-project'; readonly form: ExportForm }
  | { readonly kind: 'replace-export'; readonly path: string; readonly choice: ExportChoice }
  | { readonly kind: 'templates' }
  | { readonly kind: 'boards' }
  | { readonly kind: 'import'; readonly sources: readonly SourceFile[] }
  | { readonly kind: 'recovered'; readonly left: readonly LeftBehind[] }
  | { readonly kind: 'unsaved'; readonly then: () => void }
  | { readonly kind: 'running'; readonly then: () => void }
  | { readonly kind: 'conflict'; readonly conflict: Conflict; readonly then: () => void }
  | { readonly kind: 'merge'; readonly version: OutsideVersion; readonly then: () => void }
  | { readonly kind: 'unreadable'; readonly title: string; readonly problems: readonly Problem[] };

interface FilesState {
  readonly dialog: FileDialog | null;
  readonly startup: Startup | null;
  readonly saving: boolean;
}

export const NEW_NAME = 'untitled';
const EXTENSION = '.polyloop.json';
const boards = BOARDS.map(({ id }) => id);

export interface OpenedSketch {
  readonly sketch: Sketch;
  /** Undefined for a sketch without a file. */
  readonly file?: SketchFile | undefined;
  /** A warning that was found in its text. */
  readonly warning?: string | undefined;
  /** For unsaved changes that were recovered. */
  readonly recovered?: Recovered | undefined;
}

interface Recovered extends Pick<DocumentState, 'saved' | 'unanswered'> {
  /** The id under which the host keeps them. */
  readonly id: string;
}

/** The tabs of the window, for a session that is one of them. */
export interface SketchTabs {
  /** Shows the sketch in a tab of its own, or in this session's tab if nothing is lost there. */
  place(opened: OpenedSketch): void;
  /** Shows the tab of this file. Returns false if there is none. */
  showFile(path: string): boolean;
}

/** `here` replaces the document of this session in any case. */
type Where = 'tab' | 'here';

interface Needs {
  /** Null for a session that is alone in its window: it replaces its own document. */
  readonly tabs: SketchTabs | null;
  readonly build: Build;
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly notices: Notices;
}

export type Files = ReturnType<typeof createFiles>;

export function createFiles({ build, connection, document, notices, tabs }: Needs) {
  const store = createStore<FilesState>(() => ({ dialog: null, startup: null, saving: false }));
  let afterSaveAs: () => void = () => {};
  let takeIn: TakeIn = async () => false;
  let continueRecovered: (id: string) => void = () => {};

  const showFileDialog = (dialog: FileDialog | null): void => store.setState({ dialog });
  const closeFileDialog = (): void => showFileDialog(null);

  /** Closes the dialog that is open now, when the returned function is called. The user may have opened another one. */
  function closeLater(): () => void {
    const { dialog } = store.getState();
    return () => {
      if (store.getState().dialog === dialog) closeFileDialog();
    };
  }

  /** Runs `then` immediately, or after the user has saved or discarded the changes. */
  function guardUnsaved(then: () => void): void {
    document.flushEdits();
    if (document.isUnsaved()) showFileDialog({ kind: 'unsaved', then });
    else then();
  }

  /** Another sketch never replaces unsaved changes: it gets a tab of its own, or there is a question. */
  const beforeOpening = (then: () => void): void => (tabs === null ? guardUnsaved(then) : then());

  function place(opened: OpenedSketch): void {
    closeFileDialog();
    if (tabs === null) replaceDocument(opened);
    else tabs.place(opened);
  }

  /** Shows another sketch in this session. */
  function replaceDocument({ sketch, file, warning, recovered }: OpenedSketch): void {
    build.clearBuild();
    if (recovered !== undefined) continueRecovered(recovered.id);
    document.showDocument(sketch, file, recovered);
    closeFileDialog();
    if (warning !== undefined) notices.notify(warning);
  }

  function showText(text: string, title: string, where: Where, file?: SketchFile): void {
    const read = readSketch(text, { boards });
    if (!read.ok) {
      showFileDialog({ kind: 'unreadable', title, problems: read.problems });
      return;
    }
    const [first] = read.warnings;
    const opened = { sketch: read.sketch, file, warning: first && `${title}: ${first.message}` };
    if (where === 'here') replaceDocument(opened);
    else place(opened);
  }

  function createSketch(): void {
    beforeOpening(() => place({ sketch: newSketch(NEW_NAME) }));
  }

  async function openTemplate(id: string, where: Where = 'tab'): Promise<void> {
    try {
      const host = await connection.requireHost();
      const { name, text } = await host.projects.openTemplate({ id });
      showText(text, name, where);
    } catch (error) {
      notices.notifyError(error);
    }
  }

  async function openPath(path: string, where: Where = 'tab'): Promise<void> {
    try {
      const host = await connection.requireHost();
      const opened = await host.projects.open({ path });
      if (where === 'tab' && tabs?.showFile(opened.path) === true) return closeFileDialog();
      showText(opened.text, opened.path, where, {
        path: opened.path,
        revision: opened.revision,
        writable: opened.writable,
      });
    } catch (error) {
      notices.notifyError(error);
    }
  }

  const hasNativeDialogs = (): boolean => store.getState().startup?.nativeDialogs === true;

  /**
   * Asks for a file to open, in the system's dialog if the host has one, or else in the window's
   * own picker.
   */
  function askOpen(): void {
    beforeOpening(() => void pickAndOpen().catch(notices.notifyError));
  }

  async function pickAndOpen(): Promise<void> {
    if (!hasNativeDialogs()) return showFileDialog({ kind: 'open' });
    const host = await connection.requireHost();
    const { path } = await host.projects.pickOpen({});
    if (path !== null) await openPath(path);
  }

  /** Saves to the document's file, or asks for one. `then` runs after the file has been written. */
  function save(then: () => void = () => {}): void {
    document.flushEdits();
    const { path, revision } = document.store.getState().file;
    if (path === null) saveAs(then);
    else void write(path, revision, then);
  }

  function saveAs(then: () => void = () => {}): void {
    document.flushEdits();
    afterSaveAs = then;
    if (!hasNativeDialogs()) {
      showFileDialog({ kind: 'save-as' });
      return;
    }
    connection
      .requireHost()
      .then((host) => host.projects.pickSave({ suggestedName: suggestedName() }))
      // The system's dialog has already asked whether to replace a file.
      .then(({ path }) => (path === null ? undefined : write(path, undefined, then)))
      .catch(notices.notifyError);
  }

  /** Saves from the window's own picker. Replaces an existing file only if the user agrees. */
  function saveTo(path: string): void {
    nameAfter(path);
    void write(path, null, afterSaveAs);
  }

  /** A sketch without a name gets its file's name. */
  function nameAfter(path: string): void {
    if (document.currentSketch().name !== NEW_NAME) return;
    const name = (path.split(/[\\/]/).at(-1) ?? '').replace(EXTENSION, '');
    if (name !== '') document.edit(tr`Name the sketch`, (sketch) => updateSketch(sketch, { name }));
  }

  /** Returns a file name derived from the sketch's name. */
  function suggestedName(): string {
    const name = document
      .currentSketch()
      .name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')
      .slice(0, 100);
    return `${name.trim() || 'sketch'}${EXTENSION}`;
  }

  /** `expectedRevision` is as in the contract. Without it, any existing content is replaced. */
  async function write(path: string, expectedRevision: string | null | undefined, then: () => void): Promise<void> {
    const sketch = document.currentSketch();
    const close = closeLater();
    document.beginSave(sketch);
    store.setState({ saving: true });
    try {
      const host = await connection.requireHost();
      const text = writeSketch(sketch);
      const result = await host.projects.save({
        path,
        text,
        ...(expectedRevision === undefined ? {} : { expectedRevision }),
      });
      if (result.status === 'saved') {
        document.markSaved(sketch, { path: result.path, revision: result.revision, writable: true });
        close();
        then();
      } else if (result.status === 'conflict') await resolveConflict(result, then);
      else {
        const title = tr`This sketch cannot be saved as it is`;
        showFileDialog({ kind: 'unreadable', title, problems: result.problems });
      }
    } catch (error) {
      notices.notifyError(error);
    } finally {
      store.setState({ saving: false });
    }
  }

  /** What another program wrote is merged, and then saved. The user decides about what is left. */
  async function resolveConflict(conflict: Conflict, then: () => void): Promise<void> {
    const isOwn = conflict.path === document.store.getState().file.path;
    if (conflict.reason === 'changed' && isOwn && (await takeIn(conflict.path, () => save(then)))) return;
    showFileDialog({ kind: 'conflict', conflict, then });
  }

  /** Called when a save finds that another program changed the document's file. */
  function onChangedWhileSaving(take: TakeIn): () => void {
    takeIn = take;
    return () => {
      takeIn = async () => false;
    };
  }

  /** Called with the id of recovered changes before they are shown. */
  function onRecovered(take: (id: string) => void): void {
    continueRecovered = take;
  }

  /** Writes the generated project. Asks before it replaces an earlier export. */
  async function exportProject(dir: string, choice: ExportChoice, replace = false): Promise<void> {
    document.flushEdits();
    const close = closeLater();
    try {
      const host = await connection.requireHost();
      const text = writeSketch(document.currentSketch());
      const result = await host.projects.exportProject({ text, dir, ...choice, replace });
      if (result.status === 'refused') {
        const title = tr`No project can be generated from this sketch as it is`;
        showFileDialog({ kind: 'unreadable', title, problems: result.problems });
        return;
      }
      if (result.status === 'exists') {
        showFileDialog({ kind: 'replace-export', path: result.path, choice });
        return;
      }
      close();
      notices.notify(tr`${result.files} files written to ${result.dir}.`);
    } catch (error) {
      notices.notifyError(error);
    }
  }

  const setStartup = (startup: Startup): void => store.setState({ startup });

  return {
    store,
    showFileDialog,
    closeFileDialog,
    guardUnsaved,
    beforeOpening,
    place,
    replaceDocument,
    createSketch,
    openTemplate,
    openPath,
    askOpen,
    save,
    saveAs,
    saveTo,
    suggestedName,
    exportProject,
    write,
    onChangedWhileSaving,
    onRecovered,
    setStartup,
  };
}

export const useFiles = storeHook(({ files }) => files.store);

/** Adds the extension of sketch files. */
export function withExtension(name: string): string {
  return name.endsWith(EXTENSION) ? name : `${name.replace(/\.json$/, '')}${EXTENSION}`;
}
