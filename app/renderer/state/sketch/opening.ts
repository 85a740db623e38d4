/**
 * Determines what a window opens first: the document from before a reload, or else what the host
 * specifies, or else the first starter sketch.
 */
import { readSketch, sketchesIn } from '../../../../generator/sketch/read.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import type { Startup } from '../../../contract/projects.ts';
import type { Connection } from '../session/connection.ts';
import type { Environment } from '../session/environment.ts';
import type { Scope } from '../session/scope.ts';
import type { Notices } from '../window/notices.ts';
import { hasOpened, type SketchDocument, type SketchFile } from './document.ts';
import type { Files } from './files.ts';
import type { Recovery } from './recovery.ts';

/** What was open when the user left the page. */
interface Kept {
  readonly file: SketchFile;
  /** The sketch's text, if it differs from the file. */
  readonly text: string | null;
  /** The text that was last opened or saved, if there are unsaved changes. */
  readonly saved: string | null;
  /** The texts that unanswered saves may have written since. A window of an earlier version has kept none. */
  readonly unanswered?: readonly string[];
  /** The id under which the host keeps the unsaved changes. */
  readonly recovery: string;
}

const KEPT_KEY = 'polyloop.open';

interface Needs {
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly files: Files;
  readonly notices: Notices;
  readonly recovery: Recovery;
  readonly environment: Pick<Environment, 'windowStorage' | 'onLeave'>;
}

export type Opening = ReturnType<typeof createOpening>;

export function createOpening({ connection, document, files, notices, recovery, environment }: Needs, scope: Scope) {
  const { windowStorage } = environment;
  let asked = false;

  /**
   * Stores what is open for the next session of this window: the file, and the sketch if it has
   * unsaved changes. Before the first sketch is open there is nothing to keep.
   */
  function keepForReload(): void {
    if (!hasOpened(document.store.getState())) return;
    document.flushEdits();
    const { file, history, saved: last, unanswered: begun } = document.store.getState();
    const dirty = document.isUnsaved();
    const text = dirty || file.path === null ? writeSketch(history.present) : null;
    const saved = dirty ? writeSketch(last) : null;
    const unanswered = begun.map(writeSketch);
    const kept: Kept = { file, text, saved, unanswered, recovery: recovery.id() };
    windowStorage.setItem(KEPT_KEY, JSON.stringify(kept));
  }

  async function openFirst({ open }: Startup): Promise<void> {
    const kept = windowStorage.getItem(KEPT_KEY);
    windowStorage.removeItem(KEPT_KEY);
    if (kept !== null && (await reopen(JSON.parse(kept)))) return;
    if (open?.kind === 'path') return files.openPath(open.path, 'here');
    if (open?.kind === 'template') return files.openTemplate(open.id, 'here');
    const host = await connection.requireHost();
    const { templates } = await host.projects.templates({});
    const [first] = templates;
    if (first !== undefined) await files.openTemplate(first.id, 'here');
  }

  /** The window can be used, too, if its first sketch cannot be opened. */
  function beginEmpty(): void {
    if (!hasOpened(document.store.getState())) document.showDocument(document.currentSketch());
  }

  /** Resolves to whether there was a document to open. */
  async function reopen({ file, text, saved, unanswered = [], recovery: id }: Kept): Promise<boolean> {
    if (text === null) {
      if (file.path === null) return false;
      await files.openPath(file.path, 'here');
      return true;
    }
    const read = readSketch(text);
    if (!read.ok) return false;
    recovery.continueWith(id);
    const [last = read.sketch] = saved === null ? [] : sketchesIn([saved]);
    document.showDocument(read.sketch, file, { saved: last, unanswered: sketchesIn(unanswered) });
    return true;
  }

  connection.withEachHost((host) => {
    host.on('projects.openRequested', ({ path }) => void files.openPath(path));
    host.projects
      .startup({})
      .then((startup) => {
        files.setStartup(startup);
        if (asked) return;
        asked = true;
        return openFirst(startup).finally(beginEmpty);
      })
      .catch(notices.notifyError);
  });

  scope.own(
    environment.onLeave((event) => {
      keepForReload();
      if (document.isUnsaved()) event.preventDefault();
    }),
  );

  /** Opens nothing, because the document is there already. */
  function skip(): void {
    asked = true;
  }

  return { keepForReload, skip };
}
