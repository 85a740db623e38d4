/**
 * Lets the host keep unsaved changes, so that they survive a crash of the window or of the host. An edit is
 * kept within a second. When a window opens, it offers what windows left behind that are gone.
 */

import type { Sketch } from '../../../../generator/sketch/model.ts';
import { readSketch, sketchesIn } from '../../../../generator/sketch/read.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { LeftBehind } from '../../../contract/recovery.ts';
import type { Connection } from '../session/connection.ts';
import type { Scope } from '../session/scope.ts';
import type { Notices } from '../window/notices.ts';
import { hasOpened, type SketchDocument } from './document.ts';
import type { Files } from './files.ts';

/** Code that is typed is part of the sketch 400 ms later at most, and the host writes its file within milliseconds. */
const KEEP_AFTER_MS = 400;
/** Time between attempts while changes cannot be kept, as on a full disk. */
const RETRY_MS = 2000;

interface Needs {
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly files: Files;
  readonly notices: Notices;
}

export type Recovery = ReturnType<typeof createRecovery>;

export function createRecovery({ connection, document, files, notices }: Needs, scope: Scope) {
  let id: string = crypto.randomUUID();
  /** The sketch that the host has kept, or null. */
  let kept: Sketch | null = null;
  /** Whether the host may have a file for this id. */
  let isKept = false;
  let isWaiting = false;
  /** The notice that changes are not kept, and how it ends. */
  let warning: { readonly text: string; readonly end: () => void } | null = null;

  function soon(afterMs = KEEP_AFTER_MS): void {
    if (isWaiting) return;
    isWaiting = true;
    scope.after(afterMs, () => {
      isWaiting = false;
      void keep().then(endWarning, failed);
    });
  }

  function endWarning(): void {
    warning?.end();
    warning = null;
  }

  /** Tries again until the changes are kept. Without a host, the next one begins anew. */
  function failed(error: unknown): void {
    kept = null;
    if (connection.store.getState().host === null) return;
    const reason = error instanceof Error ? error.message : String(error);
    const text = tr`Your unsaved changes are not kept for a crash. ${reason} Polyloop tries again until they are.`;
    if (warning?.text !== text) {
      endWarning();
      warning = { text, end: notices.notifyUntil(text) };
    }
    soon(RETRY_MS);
  }

  async function keep(): Promise<void> {
    const { host } = connection.store.getState();
    const { file, history, saved, unanswered } = document.store.getState();
    if (host === null || !hasOpened(document.store.getState())) return;
    if (!document.isUnsaved()) drop();
    else if (history.present !== kept) {
      kept = history.present;
      isKept = true;
      const unsaved = {
        file,
        text: writeSketch(history.present),
        saved: writeSketch(saved),
        unanswered: unanswered.map(writeSketch),
      };
      const answer = await host.recovery.keep({ id: id, unsaved });
      // Another window has the id: the browser copied this window.
      if (!answer.kept) {
        id = crypto.randomUUID();
        kept = null;
        soon();
      }
    }
  }

  /** Asks for what other windows left behind. `own` are the ids of this window's tabs. */
  async function offer(own: readonly string[]): Promise<void> {
    try {
      const host = await connection.requireHost();
      const { left } = await host.recovery.list({ own: [...own] });
      if (left.length > 0) whenQuiet(() => files.showFileDialog({ kind: 'recovered', left }));
    } catch (error) {
      notices.notifyError(error);
    }
  }

  /** The question comes after any question about the first sketch. */
  function whenQuiet(then: () => void): void {
    if (files.store.getState().dialog === null) {
      then();
      return;
    }
    const end = scope.own(
      files.store.subscribe(({ dialog }) => {
        if (dialog !== null) return;
        end();
        then();
      }),
    );
  }

  /** Opens the documents with their unsaved changes, each in a tab. */
  async function restore(left: readonly LeftBehind[]): Promise<void> {
    files.closeFileDialog();
    try {
      const host = await connection.requireHost();
      for (const { id: one, name } of left) {
        const { unsaved } = await host.recovery.read({ id: one });
        if (unsaved === null) continue;
        const [present, saved] = [unsaved.text, unsaved.saved].map((text) => readSketch(text));
        if (present?.ok !== true || saved?.ok !== true) {
          notices.notify(tr`The unsaved changes of “${name}” cannot be read. They are kept in the recovery folder.`);
          continue;
        }
        const unanswered = sketchesIn(unsaved.unanswered ?? []);
        const recovered = { id: one, saved: saved.sketch, unanswered };
        files.place({ sketch: present.sketch, file: unsaved.file, recovered });
      }
    } catch (error) {
      notices.notifyError(error);
    }
  }

  async function discard(left: readonly LeftBehind[]): Promise<void> {
    files.closeFileDialog();
    try {
      const host = await connection.requireHost();
      for (const { id: one } of left) await host.recovery.drop({ id: one });
    } catch (error) {
      notices.notifyError(error);
    }
  }

  /** Forgets what the host keeps for this session, because it is saved or discarded. */
  function drop(): void {
    const { host } = connection.store.getState();
    if (!isKept || host === null) return;
    kept = null;
    isKept = false;
    host.recovery.drop({ id: id }).catch(() => {
      // The host has ended. The next one may find the file.
      isKept = true;
    });
  }

  /** Goes on with changes that the host keeps already. */
  function continueWith(other: string): void {
    // What was kept for the document before has been discarded or saved.
    drop();
    id = other;
    isKept = true;
  }

  files.onRecovered(continueWith);
  scope.own(
    document.store.subscribe((now, before) => {
      const isChanged =
        now.history.present !== before.history.present || now.saved !== before.saved || now.missing !== before.missing;
      if (!isChanged) return;
      soon();
      // At once: a window that is reloaded right after a save must not be offered what was saved.
      if (!document.isUnsaved()) drop();
    }),
  );
  scope.own(
    files.store.subscribe(({ saving }, before) => {
      // If the host is killed between the save and the end of what it keeps, it has kept what was saved, not less.
      if (saving && !before.saving && isKept) void keep().then(endWarning, failed);
    }),
  );
  // A host that was started again may have lost what the last one was about to write.
  connection.withEachHost(() => {
    kept = null;
    soon();
  });

  return { id: () => id, continueWith, offer, restore, discard, drop };
}
