/**
 * Takes in what another program writes into the open file. Without unsaved changes, the new content
 * is shown. With unsaved changes, both are merged. Either is one step of undo, and a notice names
 * what changed. The user decides about conflicts. Nothing is written here.
 */

import { BOARDS } from '../../../../generator/boards/index.ts';
import { describeChanges } from '../../../../generator/sketch/changes.ts';
import { type MergeChoices, mergeSketches, same } from '../../../../generator/sketch/merge.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { readSketch } from '../../../../generator/sketch/read.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { OpenedFile } from '../../../contract/projects.ts';
import type { Connection } from '../session/connection.ts';
import type { Scope } from '../session/scope.ts';
import type { Notices } from '../window/notices.ts';
import type { SketchDocument, SketchFile } from './document.ts';
import type { Files, OutsideVersion } from './files.ts';

interface Needs {
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly files: Files;
  readonly notices: Notices;
}

export type Outside = ReturnType<typeof createOutside>;

const OPTIONS = { boards: BOARDS.map(({ id }) => id) };
const MOST_NAMED = 4;
/** No step of the user waits until the content is taken in. */
const nothing = (): void => {};

/**
 * The merge of the document with another version of its file. A version that this document wrote itself, in a save
 * that was never answered, is what its later edits are based on.
 */
export function mergeOf(document: SketchDocument, { theirs }: OutsideVersion, choices?: MergeChoices) {
  const { saved, unanswered } = document.store.getState();
  const base = unanswered.find((sketch) => same(sketch, theirs)) ?? saved;
  return mergeSketches(base, document.currentSketch(), theirs, choices, OPTIONS);
}

export function createOutside({ connection, document, files, notices }: Needs, scope: Scope) {
  /** The newest change that has not been taken in. */
  let pending: { readonly path: string; readonly revision: string | null } | null = null;

  function changed(path: string, revision: string | null): void {
    pending = { path, revision };
    takePending();
  }

  /** Whether the user has a dialog open that must not be replaced. */
  function hasOtherDialog(): boolean {
    const { dialog } = files.store.getState();
    return dialog !== null && dialog.kind !== 'merge';
  }

  /** The window's own save and an open question come first. */
  function takePending(): void {
    if (pending === null || files.store.getState().saving || hasOtherDialog()) return;
    const { path, revision } = pending;
    pending = null;
    const { file, missing } = document.store.getState();
    if (path !== file.path) return;
    if (revision === null) markMissing(path);
    else if (missing || revision !== file.revision) void takeIn(path);
  }

  function markMissing(path: string): void {
    if (document.store.getState().missing) return;
    document.markMissing();
    const text = tr`${nameOf(path)} was moved or deleted by another program. Save asks, and then writes it again.`;
    notices.notify(text, 'problem');
  }

  /** Resolves to false if the file has no valid content. `then` runs after the content is taken in. */
  async function takeIn(path: string, then: () => void = nothing): Promise<boolean> {
    try {
      const host = await connection.requireHost();
      const opened = await host.projects.open({ path });
      if (document.store.getState().file.path !== path) return true;
      const read = readSketch(opened.text, OPTIONS);
      if (!read.ok) {
        const text = tr`Another program changed ${nameOf(path)}, and it is no valid sketch now. Your version is kept.`;
        notices.notify(text, 'problem');
        return false;
      }
      take({ path, file: fileOf(opened), theirs: read.sketch }, then);
      return true;
    } catch (error) {
      notices.notifyError(error);
      return false;
    }
  }

  /** A save takes in the content with a next step. The dialog that is open may be its own, so it is replaced. */
  function take(version: OutsideVersion, then: () => void): void {
    document.flushEdits();
    const { conflicts } = mergeOf(document, version);
    if (conflicts.length === 0) merge(version, undefined, then);
    else if (then === nothing && hasOtherDialog()) pending = { path: version.path, revision: version.file.revision };
    else files.showFileDialog({ kind: 'merge', version, then });
  }

  /** Merges as chosen, in one step of undo. */
  function merge(version: OutsideVersion, choices: MergeChoices | undefined, then: () => void): void {
    const before = document.currentSketch();
    const wasUnsaved = document.isUnsaved();
    const { sketch } = mergeOf(document, version, choices);
    // A result that equals the file is not unsaved.
    const present = same(sketch, version.theirs) ? version.theirs : sketch;
    if (!same(before, present)) document.edit(tr`Changes from outside`, () => ({ ok: true, sketch: present }));
    document.endEdit();
    const now = document.currentSketch();
    document.markSaved(same(now, version.theirs) ? now : version.theirs, version.file);
    // The user may have opened another dialog while the file was read.
    if (files.store.getState().dialog?.kind === 'merge') files.closeFileDialog();
    const changes = describeChanges(before, present);
    if (changes.length > 0) notices.notify(words(version.path, wasUnsaved, changes), 'info', undoAction(present));
    then();
  }

  function undoAction(present: Sketch) {
    return { label: tr`Undo`, run: () => (document.currentSketch() === present ? document.undo() : undefined) };
  }

  /** Watches the file of the document on each connection. */
  function watch(file: SketchFile): void {
    const { host } = connection.store.getState();
    const { path, revision } = file;
    const watched = path === null || revision === null ? null : { path, revision };
    host?.projects.watch({ file: watched }).catch(notices.notifyError);
  }

  connection.withEachHost((host) => {
    host.on('projects.changed', ({ path, revision }) => changed(path, revision));
    watch(document.store.getState().file);
  });
  scope.own(
    document.store.subscribe((now, before) => {
      if (now.file.path !== before.file.path || now.file.revision !== before.file.revision) watch(now.file);
    }),
  );
  scope.own(files.store.subscribe(takePending));
  scope.own(files.onChangedWhileSaving(takeIn));

  return { merge };
}

const fileOf = ({ path, revision, writable }: OpenedFile): SketchFile => ({ path, revision, writable });

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

function words(path: string, merged: boolean, changes: readonly string[]): string {
  const named = changes.slice(0, MOST_NAMED).join('; ');
  const list = changes.length > MOST_NAMED ? tr`${named}; and ${changes.length - MOST_NAMED} more` : named;
  return merged
    ? tr`Another program changed ${nameOf(path)}. Its changes are merged with yours: ${list}.`
    : tr`Another program changed ${nameOf(path)}. Its changes are shown: ${list}.`;
}
