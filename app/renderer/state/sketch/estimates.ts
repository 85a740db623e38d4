/**
 * Estimated budgets: an edit of code changes the budgets that are estimated from it, in the same step of
 * undo. Another margin changes all automatic budgets. The estimator is loaded with the first sketch that has such
 * a budget.
 */
import { createStore } from 'zustand/vanilla';
import { budgetFromOf } from '../../../../generator/sketch/budgets/budget-from.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { Notices } from '../window/notices.ts';
import type { UserSettings } from '../window/settings.ts';
import type { SketchDocument } from './document.ts';
import { followEdits } from './edit-follower.ts';

type Estimator = typeof import('../../../../generator/estimate/follow-code.ts');

interface EstimatesState {
  /** null until it is loaded. */
  readonly estimator: Estimator | null;
}

interface Needs {
  readonly document: SketchDocument;
  readonly notices: Notices;
  readonly settings: UserSettings;
}

const hasAutomatic = ({ tasks, interrupts }: Sketch): boolean =>
  [...tasks, ...interrupts].some((element) => budgetFromOf(element) !== undefined);

export type Estimates = ReturnType<typeof createEstimates>;

export function createEstimates(needs: Needs, scope: Scope) {
  const store = createStore<EstimatesState>(() => ({ estimator: null }));
  followEdits(
    needs,
    {
      load: () => import('../../../../generator/estimate/follow-code.ts'),
      isFor: hasAutomatic,
      workOf: (before, after) => (hasAutomatic(after) ? before : null),
      complete: ({ withEstimates }, after, before) =>
        withEstimates(before, after, needs.settings.store.getState().settings.budgetMarginPercent),
      onLoaded: (estimator) => store.setState({ estimator }),
    },
    scope,
  );

  scope.own(
    needs.settings.store.subscribe((next, last) => {
      const { estimator } = store.getState();
      const [margin, before] = [next.settings.budgetMarginPercent, last.settings.budgetMarginPercent];
      // The first answer of the host is no change.
      if (!last.known || estimator === null || margin === before) return;
      const sketch = estimator.withMargin(needs.document.currentSketch(), margin, before);
      if (sketch === needs.document.currentSketch()) return;
      needs.document.edit(tr`Change the margin of budgets`, () => ({ ok: true, sketch }));
    }),
  );

  return { store };
}

export const useEstimates = storeHook(({ estimates }) => estimates.store);
