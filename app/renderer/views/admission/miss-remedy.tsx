/** The remedies of a measured miss: change the sketch and run it again, or change the code. */

import { type ReactNode, useMemo } from 'react';
import type { MeasuredBudgets, MeasuredRemedy } from '../../../../generator/analysis/help/remedy.ts';
import { budgetUsFor } from '../../../../generator/numbers/time.ts';
import { findElement } from '../../../../generator/sketch/elements.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { OpenedJob } from '../../charts/timeline/timeline.tsx';
import { useIsRunEarlier, useTrace } from '../../state/run/trace.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import type { ElementRef } from '../../state/sketch/element-ref.ts';
import { useMeasuredRemedy } from '../../state/sketch/help.ts';
import { applyMeasuredRemedy } from '../../state/sketch/proposals.ts';
import { Button } from '../controls/button.tsx';
import { showTime } from '../controls/time-text.ts';
import { remedyWords } from './remedy-words.ts';

interface Props {
  readonly opened: OpenedJob;
  /** The element of the job to blame, if the sketch still contains it. */
  readonly culprit: ElementRef | null;
}

export function MissRemedy({ opened, culprit }: Props) {
  const { bodies } = useSession();
  const earlier = useIsRunEarlier();
  const isThere = useSketch((sketch) => culprit !== null && findElement(sketch, culprit.kind, culprit.name) !== null);
  // No period is long enough for a job that never ends.
  const isEndless = opened.culprit !== null && !opened.culprit.ended && opened.culprit.sentence !== '';
  const code =
    culprit === null || !isThere ? null : (
      <Button onClick={() => bodies.openBody(culprit)}>{tr`Show the code of ${culprit.name}`}</Button>
    );
  if (!earlier && !isEndless) return <Change code={code} />;
  return (
    <>
      {earlier ? <p>{tr`The sketch has changed since this run. Run it to measure again.`}</p> : null}
      <span className="miss-remedy">{code}</span>
    </>
  );
}

function Change({ code }: { readonly code: ReactNode }) {
  const { document, run } = useSession();
  const remedy = useMeasuredRemedy(useMeasuredBudgets());
  const words = remedy === null ? tr`Looking for a remedy…` : changeWords(remedy);
  const apply = (found: MeasuredRemedy) =>
    document.edit(tr`Apply the remedy of a miss`, (sketch) => applyMeasuredRemedy(sketch, found));
  return (
    <>
      <p>{words}</p>
      <span className="miss-remedy">
        {remedy === null || !isChange(remedy) ? null : (
          <>
            <Button
              tone="primary"
              onClick={() => (apply(remedy) ? void run.buildAndRun() : undefined)}
            >{tr`Apply and run again`}</Button>
            <Button onClick={() => apply(remedy)}>{tr`Apply`}</Button>
          </>
        )}
        {code}
      </span>
    </>
  );
}

const isChange = ({ budgets, remedy, enough }: MeasuredRemedy): boolean =>
  enough && (budgets.length > 0 || remedy !== null);

const NOTHING = tr`By the analysis this job should be in time: the program does something that the sketch does not say.`;
const NOT_ENOUGH = tr`No single period or deadline is enough. Make the code shorter, or move work to a less frequent task.`;

function changeWords(found: MeasuredRemedy): string {
  const { budgets, remedy, enough } = found;
  if (!isChange(found)) return enough ? NOTHING : NOT_ENOUGH;
  const set = budgets.map(({ name, budgetUs }) => tr`${showTime(budgetUs)} for ${name}`).join(', ');
  if (remedy === null) return tr`A budget of ${set} would fit.`;
  return set === '' ? `${remedyWords(remedy)}.` : tr`With a budget of ${set}: ${remedyWords(remedy)}.`;
}

/** The longest execution of each task that exceeded its budget in the last run. */
function useMeasuredBudgets(): MeasuredBudgets {
  const { statistics, jobs } = useTrace();
  return useMemo(() => {
    jobs.update();
    statistics.update();
    const entries = statistics.tasks.flatMap(({ task, budgetOverruns, executionNs }) =>
      budgetOverruns > 0 && executionNs.worst !== null ? [[task.name, budgetUsFor(executionNs.worst)] as const] : [],
    );
    return Object.fromEntries(entries);
  }, [statistics, jobs]);
}
