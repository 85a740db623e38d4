/**
 * Estimated budgets: an edit of code changes the budgets that are estimated from it, in the same step of
 * undo. The estimator is loaded with the first sketch that has such a budget.
 */
import { createStore } from 'zustand/vanilla';
import { budgetFromOf } from '../../../../generator/sketch/budgets/budget-from.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { Notices } from '../window/notices.ts';
import type { SketchDocument } from './document.ts';

type Estimator = typeof import('../../../../generator/estimate/follow-code.ts');

interface EstimatesState {
  /** null until it is loaded. */
  readonly estimator: Estimator | null;
}

interface Needs {
  readonly document: SketchDocument;
  readonly notices: Notices;
}

const hasAutomatic = ({ tasks, interrupts }: Sketch): boolean =>
  [...tasks, ...interrupts].some((element) => budgetFromOf(element) !== undefined);

export type Estimates = ReturnType<typeof createEstimates>;

export function createEstimates({ document, notices }: Needs, scope: Scope) {
  const store = createStore<EstimatesState>(() => ({ estimator: null }));
  let isLoading = false;
  /** The sketch before the first edit that the estimator was not there for. */
  let waiting: { readonly since: Sketch; readonly generation: number } | null = null;

  function load(): void {
    if (isLoading) return;
    isLoading = true;
    import('../../../../generator/estimate/follow-code.ts')
      .then((estimator) => {
        store.setState({ estimator });
        const missed = waiting;
        waiting = null;
        if (missed === null || missed.generation !== document.store.getState().generation) return;
        document.completeEdit((sketch) => estimator.withEstimates(missed.since, sketch));
      }, notices.notifyError)
      .finally(() => {
        isLoading = false;
      });
  }

  scope.own(
    document.onEdit((before, after) => {
      const { estimator } = store.getState();
      if (estimator !== null) return estimator.withEstimates(before, after);
      if (!hasAutomatic(after)) return after;
      const { generation } = document.store.getState();
      if (waiting?.generation !== generation) waiting = { since: before, generation };
      load();
      return after;
    }),
  );
  scope.own(
    document.store.subscribe(({ history: { present } }, { history: { present: last } }) => {
      if (store.getState().estimator === null && present !== last && hasAutomatic(present)) load();
    }),
  );

  return { store };
}

export const useEstimates = storeHook(({ estimates }) => estimates.store);
