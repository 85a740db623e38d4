/**
 * The worst response of a task on its card: R, in words and as a bar relative to D, and the worst
 * measured response. It is rendered again only when something that it shows changes.
 */

import { memo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { TaskAdmission } from '../../../../../generator/analysis/admission.ts';
import { tr, trCount } from '../../../../../generator/words/tr.ts';
import { formatBound, formatBoundOf, formatDeclared } from '../../../base/format.ts';
import { taskLook } from '../../../base/palette.ts';
import { QUANTITIES, Suffix } from '../../../base/quantity.tsx';
import { useMeasured } from '../../../state/run/measured.ts';
import { useSession } from '../../../state/session/use-session.ts';
import { type Judgement, useJudged } from '../../../state/sketch/admission.ts';
import { boundWords } from '../../admission/bound-words.ts';
import { EARLIER } from '../../controls/words.ts';
import { rowOf } from '../lookups.ts';
import { useIsFar } from '../semantic-zoom.tsx';
import { ResponseBar } from './response-bar.tsx';

interface Shown {
  readonly deadlineNs: number;
  readonly meets: boolean;
  /** R/D in the steps of the bar. */
  readonly bound: number | null;
  /** The bound beside its deadline, or why there is none. Null from far away. */
  readonly words: string | null;
  /** The bound alone, which leaves room for what is measured. */
  readonly worstWords: string | null;
  readonly title: string | undefined;
  readonly isBounded: boolean;
}

function shownOf(row: TaskAdmission, far: boolean): Shown {
  const { responseNs, deadlineNs, meetsDeadline } = row;
  const meets = meetsDeadline !== false;
  const share = responseNs === null ? null : responseNs / deadlineNs;
  const worst = boundWords(row);
  return {
    deadlineNs,
    meets,
    bound: visible(!meets && share === null ? 2 : share),
    words: far ? null : responseNs === null ? worst : formatBoundOf(responseNs, deadlineNs, '/'),
    worstWords: far ? null : worst,
    title: far ? undefined : tr`Worst response time ${worst} of D ${formatDeclared(deadlineNs)}`,
    isBounded: responseNs !== null,
  };
}

const NOT_JUDGED: Partial<Shown> = {};

export const Response = memo(function Response({ index }: { readonly index: number }) {
  const far = useIsFar();
  const select = ({ admission }: Judgement): Partial<Shown> => {
    const row = rowOf(admission, index);
    return row === undefined ? NOT_JUDGED : shownOf(row, far);
  };
  const judged = useJudged(useShallow(select));
  const { deadlineNs, meets, bound = null, words = null, worstWords = null, title, isBounded = false } = judged;
  const measured = useMeasured(index);
  if (deadlineNs === undefined) return null;
  const worst = measured?.worstResponseNs ?? null;
  const earlier = measured?.earlier === true;
  const missed = earlier ? 0 : (measured?.misses ?? 0);
  const misses = meets === false || missed > 0;
  return (
    <div className="task-response" data-misses={misses}>
      {words === null || worstWords === null ? null : (
        <ResponseWords {...{ index, words, worstWords, isBounded, worst, deadlineNs, earlier, missed }} />
      )}
      <ResponseBar
        bound={bound}
        measured={visible(worst === null ? null : worst / deadlineNs)}
        colour={taskLook(index).colour}
        title={title}
      />
    </div>
  );
});

/** Steps of a bar. A smaller change is not visible, so it does not render the bar again. */
const BAR_STEPS = 200;

/** A share of the deadline as the bar shows it. What is above the deadline stays above it. */
function visible(share: number | null): number | null {
  if (share === null) return null;
  const step = Math.round(share * BAR_STEPS) / BAR_STEPS;
  return share > 1 ? Math.max(step, 1 + 1 / BAR_STEPS) : Math.min(step, 1);
}

interface ResponseWordsProps {
  /** The task's index in the sketch, which is the sketch that ran if it has missed. */
  readonly index: number;
  readonly words: string;
  readonly worstWords: string;
  readonly isBounded: boolean;
  /** Unit: ns. */
  readonly worst: number | null;
  readonly deadlineNs: number;
  readonly earlier: boolean;
  /** How often the run of this sketch has missed a deadline of the task. */
  readonly missed: number;
}

/** Longer numbers stand without words, so that they are not cut. */
const MOST_LETTERS = 15;

function ResponseWords(props: ResponseWordsProps) {
  const { words, worstWords, isBounded, worst, missed } = props;
  // A task whose jobs never end has misses and no response.
  const isMeasured = worst !== null || missed > 0;
  const long = words.length > MOST_LETTERS ? `≤ ${words}` : tr`done in ${words}`;
  const bounded = isMeasured ? `≤ ${worstWords}` : long;
  return (
    <span className="task-response-words">
      <span>
        {isBounded ? bounded : words}
        {isBounded ? (
          <>
            {' '}
            <Suffix>{QUANTITIES.response.symbol}</Suffix>
          </>
        ) : null}
      </span>
      {isMeasured ? <Measured {...props} /> : null}
    </span>
  );
}

/** The longest measured response. After a miss, a click opens the first one with its reason. */
function Measured({ index, worst, deadlineNs, earlier, missed }: ResponseWordsProps) {
  const { showFirstMiss } = useSession().missRequest;
  const text = worst === null ? trCount(missed, '{0} miss', '{0} misses') : tr`max ${formatBound(worst, deadlineNs)}`;
  if (missed === 0)
    return (
      <span
        className="task-measured"
        data-earlier={earlier}
        title={earlier ? EARLIER : tr`The longest response of the last run`}
      >
        {text}
      </span>
    );
  return (
    <button
      type="button"
      // React Flow neither drags the node nor takes keys from an element with these classes.
      className="task-measured nodrag nopan nokey"
      title={
        worst === null
          ? tr`Click to see why the first was missed.`
          : tr`The longest response of the last run. Click to see why the first deadline was missed.`
      }
      onClick={(event) => {
        event.stopPropagation();
        showFirstMiss(index);
      }}
    >
      {text}
    </button>
  );
}
