/**
 * Keeps the code of blocks in step with the sketch: an edit of a pin, a channel or a time changes the code of all
 * blocks that name it, in the same step of undo. The printer is loaded with the first sketch that has blocks.
 */
import { hasBlocks, stalePieces } from '../../../blocks/stale-code.ts';
import type { Scope } from '../session/scope.ts';
import type { Notices } from '../window/notices.ts';
import type { SketchDocument } from './document.ts';

type Printer = typeof import('../../../blocks/reprint.ts');

interface Needs {
  readonly document: SketchDocument;
  readonly notices: Notices;
}

export function followWithBlocks({ document, notices }: Needs, scope: Scope): void {
  let printer: Printer | null = null;
  let isLoading = false;
  /** The sketch before the first edit that the printer was not there for. */
  let waiting: { readonly since: ReturnType<typeof document.currentSketch>; readonly generation: number } | null = null;

  function load(): void {
    if (printer !== null || isLoading) return;
    isLoading = true;
    import('../../../blocks/reprint.ts')
      .then((loaded) => {
        printer = loaded;
        printWaiting(loaded);
      }, notices.notifyError)
      .finally(() => {
        isLoading = false;
      });
  }

  function printWaiting({ reprinted }: Printer): void {
    const missed = waiting;
    waiting = null;
    if (missed === null || missed.generation !== document.store.getState().generation) return;
    document.completeEdit((sketch) => reprinted(sketch, stalePieces(missed.since, sketch)));
  }

  scope.own(
    document.onEdit((before, after) => {
      const stale = stalePieces(before, after);
      if (stale.length === 0) return after;
      if (printer !== null) return printer.reprinted(after, stale);
      const { generation } = document.store.getState();
      if (waiting?.generation !== generation) waiting = { since: before, generation };
      load();
      return after;
    }),
  );
  scope.own(
    document.store.subscribe(({ history: { present } }, { history: { present: last } }) => {
      if (printer === null && present !== last && hasBlocks(present)) load();
    }),
  );
}
