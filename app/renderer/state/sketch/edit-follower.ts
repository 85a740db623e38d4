/**
 * Completes edits with a module that is loaded on demand: with the first sketch that needs it. Edits that
 * are made before it is there are completed as soon as it is, in the step of undo of the last one.
 */
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { Scope } from '../session/scope.ts';
import type { Notices } from '../window/notices.ts';
import type { SketchDocument } from './document.ts';

interface Needs {
  readonly document: SketchDocument;
  readonly notices: Notices;
}

interface Follower<Module, Work> {
  readonly load: () => Promise<Module>;
  /** Whether the sketch needs the module. It is then loaded ahead of the first edit. */
  readonly isFor: (sketch: Sketch) => boolean;
  /** What the edit leaves to do, or null. The module is not needed to find it. */
  readonly workOf: (before: Sketch, after: Sketch) => Work | null;
  readonly complete: (module: Module, after: Sketch, work: Work) => Sketch;
  readonly onLoaded?: (module: Module) => void;
}

export function followEdits<Module, Work>(
  { document, notices }: Needs,
  { load, isFor, workOf, complete, onLoaded }: Follower<Module, Work>,
  scope: Scope,
): void {
  let module: Module | null = null;
  let isLoading = false;
  /** The sketch before the first edit that the module was not there for. */
  let waiting: { readonly since: Sketch; readonly generation: number } | null = null;

  function begin(): void {
    if (module !== null || isLoading) return;
    isLoading = true;
    load()
      .then((loaded) => {
        module = loaded;
        onLoaded?.(loaded);
        completeWaiting(loaded);
      }, notices.notifyError)
      .finally(() => {
        isLoading = false;
      });
  }

  function completeWaiting(loaded: Module): void {
    const missed = waiting;
    waiting = null;
    if (missed === null || missed.generation !== document.store.getState().generation) return;
    document.completeEdit((sketch) => {
      const work = workOf(missed.since, sketch);
      return work === null ? sketch : complete(loaded, sketch, work);
    });
  }

  scope.own(
    document.onEdit((before, after) => {
      const work = workOf(before, after);
      if (work === null) return after;
      if (module !== null) return complete(module, after, work);
      const { generation } = document.store.getState();
      if (waiting?.generation !== generation) waiting = { since: before, generation };
      begin();
      return after;
    }),
  );
  scope.own(
    document.store.subscribe(({ history: { present } }, { history: { present: last } }) => {
      if (module === null && present !== last && isFor(present)) begin();
    }),
  );
}
