/** Sets automatic budgets when a run ends, in one step of undo, and keeps what there is to say about it. */
import { createStore } from 'zustand/vanilla';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import { judge } from '../sketch/admission.ts';
import type { CalibrationsOfUser } from '../sketch/calibrations.ts';
import type { SketchDocument } from '../sketch/document.ts';
import type { Estimates } from '../sketch/estimates.ts';
import type { UserSettings } from '../window/settings.ts';
import { isLivePhase, type Run } from './run.ts';
import type { Trace } from './trace.ts';

/** What a run has set. It holds until the next edit. */
export interface Announcement {
  readonly sentence: string;
  /** The sketch with the budgets. */
  readonly sketch: Sketch;
  /** Whether there is an edit to undo. */
  readonly isEdit: boolean;
  /** The sketch was admitted with its former budgets and is not any more. */
  readonly refused: boolean;
}

interface AutoBudgetsState {
  readonly announcement: Announcement | null;
}

interface Needs {
  readonly calibrations: CalibrationsOfUser;
  readonly document: SketchDocument;
  readonly estimates: Estimates;
  readonly run: Run;
  readonly settings: UserSettings;
  readonly trace: Trace;
}

export type AutoBudgets = ReturnType<typeof createAutoBudgets>;

export function createAutoBudgets({ calibrations, document, estimates, run, settings, trace }: Needs, scope: Scope) {
  const store = createStore<AutoBudgetsState>(() => ({ announcement: null }));
  const dismiss = (): void => store.setState({ announcement: null });

  function fill(): void {
    const { jobs, statistics, sketch: ran } = trace.store.getState();
    // The estimator is loaded with the first automatic budget.
    const { estimator } = estimates.store.getState();
    if (ran === null || estimator === null) return;
    const { fillIn, fillingOf, fillingWords, measuredJobs } = estimator;
    jobs.update();
    statistics.update();
    const before = document.currentSketch();
    const { budgetMarginPercent } = settings.store.getState().settings;
    const filling = fillingOf(before, ran, measuredJobs(ran, statistics), budgetMarginPercent);
    const words = fillingWords(filling);
    if (words === null) return;
    const isEdit = filling.budgets.length > 0;
    if (isEdit && !document.edit(tr`Set measured budgets`, (sketch) => fillIn(sketch, filling))) return;
    const sketch = document.currentSketch();
    const verdict = judge(sketch, calibrations.counted());
    const refused = isEdit && !verdict.admitted && judge(before, calibrations.counted()).admitted;
    const sentence = refused ? tr`${words} With them the sketch is not admitted: ${verdict.sentence}` : words;
    store.setState({ announcement: { sentence, sketch, isEdit, refused } });
  }

  let wasLive = false;
  scope.own(
    run.store.subscribe(({ phase }) => {
      const isLive = isLivePhase(phase);
      const hasEnded = wasLive && phase === 'idle';
      wasLive = isLive || (wasLive && phase === 'stopping');
      if (hasEnded) fill();
    }),
  );
  scope.own(trace.store.subscribe(dismiss));
  scope.own(
    document.store.subscribe(({ history }) => {
      const { announcement } = store.getState();
      if (announcement !== null && history.present !== announcement.sketch) dismiss();
    }),
  );

  return { store, dismiss };
}

export const useAutoBudgets = storeHook(({ autoBudgets }) => autoBudgets.store);
