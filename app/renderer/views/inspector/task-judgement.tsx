/**
 * The results of the analysis and of the last run for a task or for the handler of an interrupt.
 */

import type { HandlerAdmission, TaskAdmission } from '../../../../generator/analysis/admission.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound, formatDeclared, formatLoad, formatSlack } from '../../base/format.ts';
import { QUANTITIES, Quantity, type QuantityWords } from '../../base/quantity.tsx';
import { type TaskMeasured, useMeasured } from '../../state/run/measured.ts';
import { useJudged } from '../../state/sketch/admission.ts';
import { useShowsSection } from '../../state/window/use-detail.ts';
import { boundWords } from '../admission/bound-words.ts';
import { isolatedResponses } from '../admission/isolated.ts';
import { Group } from './form.tsx';

/** A term, its value, and whether the value indicates a missed deadline. */
type Fact = readonly [term: string | QuantityWords, value: string, bad?: boolean];

const labelOf = (term: Fact[0]): string => (typeof term === 'string' ? term : term.label);

export function TaskJudgement({ index }: { readonly index: number }) {
  const admission = useJudged((judgement) => judgement.admission);
  const row = admission.tasks.find(({ task }) => task === index);
  const measured = useMeasured(index);
  const aloneNs = isolatedResponses(admission).get(index) ?? null;
  return row === undefined ? null : <Judgement row={row} aloneNs={aloneNs} measured={measured} />;
}

/** @param interrupt its index in the sketch */
export function HandlerJudgement({ interrupt }: { readonly interrupt: number }) {
  const row = useJudged(({ admission }) => admission).handlers.find((each) => each.interrupt === interrupt);
  return row === undefined ? null : <Judgement row={row} aloneNs={null} measured={null} />;
}

interface JudgementProps {
  readonly row: TaskAdmission | HandlerAdmission;
  /**
   * R on its own budget, independent of other tasks. Null when no budget is enforced or no bound is
   * known.
   */
  readonly aloneNs: number | null;
  readonly measured: TaskMeasured | null;
}

function Judgement({ row, aloneNs, measured }: JudgementProps) {
  const { responseNs, deadlineNs, servedWithinNs, meetsDeadline, utilization } = row;
  const late = meetsDeadline === false;
  const servedTooLate = servedWithinNs !== null && responseNs !== null && responseNs > servedWithinNs;
  const showsServed = useShowsSection('servedWithin', servedTooLate);
  const showsAlone = useShowsSection('aloneOnBudget');
  const facts: Fact[] = [
    [QUANTITIES.load, formatLoad(utilization)],
    [QUANTITIES.worstResponse, boundWords(row), late],
  ];
  if (responseNs !== null) {
    const slack = deadlineNs - responseNs;
    facts.push(slack >= 0 ? [QUANTITIES.slack, formatSlack(slack)] : [QUANTITIES.lateness, formatBound(-slack), true]);
  }
  if (servedWithinNs !== null && showsServed) {
    facts.push([tr`Longest R for its overrun policy`, formatDeclared(servedWithinNs), servedTooLate]);
  }
  if (aloneNs !== null && showsAlone) facts.push([tr`R alone on its budget`, formatBound(aloneNs, deadlineNs)]);
  const earlier = measured?.earlier === true;
  if (measured?.worstResponseNs != null)
    facts.push([tr`Worst measured`, formatBound(measured.worstResponseNs, deadlineNs)]);
  if (measured !== null && measured.misses > 0)
    facts.push([tr`Missed: late or dropped`, String(measured.misses), !earlier]);
  return (
    <Group title={tr`Judged`}>
      <dl className="facts">
        {facts.map(([term, value, bad]) => (
          <div key={labelOf(term)} data-misses={bad === true}>
            <dt>{typeof term === 'string' ? term : <Quantity {...term} />}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {earlier ? <p className="field-hint">{tr`Measured with an earlier version of the sketch.`}</p> : null}
    </Group>
  );
}
