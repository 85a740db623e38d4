/**
 * The limit of each parameter of each task while all other parameters stay unchanged, the slack,
 * and the response of a task alone on its budget.
 */

import type { DesignHelp, TaskHelp } from '../../../../generator/analysis/help/types.ts';
import { deadlineUsOf, type Task } from '../../../../generator/sketch/model.ts';
import { nsOfUs } from '../../../../generator/sketch/time.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound, formatSlack } from '../../base/format.ts';
import { taskLook } from '../../base/palette.ts';
import { QUANTITIES, Quantity } from '../../base/quantity.tsx';
import { trNodes } from '../../base/tr-nodes.tsx';
import { useJudged } from '../../state/sketch/admission.ts';
import { isolatedResponses } from '../admission/isolated.ts';
import { showTime } from '../controls/time-text.ts';
import { useChangeTask } from '../inspector/use-change.ts';
import { Note, type SectionProps, TaskName } from './parts.tsx';

interface Props extends SectionProps {
  readonly help: DesignHelp;
}

export function Limits({ help, sketch, stale }: Props) {
  const admission = useJudged((judgement) => judgement.admission);
  const isolated = stale ? new Map<number, number | null>() : isolatedResponses(admission);
  return (
    <>
      <ScaleWords scale={help.scale} />
      <div className="design-scroll">
        <table className="design-table" aria-label={tr`Limits of the tasks`}>
          <thead>
            <tr>
              <th scope="col">{tr`Task`}</th>
              <th scope="col" title={tr`The largest budget that is admitted`}>
                <Quantity label={tr`Largest budget`} symbol="C" />
              </th>
              <th scope="col" title={tr`The shortest period that is admitted`}>
                <Quantity label={tr`Shortest period`} symbol="T" />
              </th>
              <th scope="col" title={tr`The shortest deadline that is admitted`}>
                <Quantity label={tr`Shortest deadline`} symbol="D" />
              </th>
              <th scope="col" title={tr`The difference between the deadline and the worst response`}>
                <Quantity {...QUANTITIES.slack} />
              </th>
              {isolated.size === 0 ? null : (
                <th scope="col" title={tr`The worst response on its own budget, independent of other tasks`}>
                  <Quantity label={tr`Response alone`} symbol="R" />
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {help.tasks.map((row) => {
              const task = sketch.tasks[row.task];
              return task === undefined ? null : (
                <LimitRow
                  key={row.task}
                  {...{ row, task, sketch, stale }}
                  isolatedNs={isolated.size === 0 ? undefined : (isolated.get(row.task) ?? null)}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {help.tasks.some(({ computed }) => !computed) ? (
        <Note>{tr`There are too many tasks to compute all limits. Select a task to see its limits on its sliders.`}</Note>
      ) : null}
    </>
  );
}

function ScaleWords({ scale }: { readonly scale: number | null }) {
  if (scale === null)
    return <p className="design-lead">{tr`The sketch is not admitted, however small the budgets are.`}</p>;
  const factor = <strong className="figures">{`×\u2009${scale}`}</strong>;
  return scale >= 1 ? (
    <p className="design-lead">{trNodes`All budgets together can grow to ${factor}, with the sketch still admitted.`}</p>
  ) : (
    <p className="design-lead">{trNodes`All budgets together must shrink to ${factor} for the sketch to be admitted.`}</p>
  );
}

interface RowProps extends SectionProps {
  readonly row: TaskHelp;
  readonly task: Task;
  /** Undefined when this column is not shown. */
  readonly isolatedNs: number | null | undefined;
}

function LimitRow({ row, task, sketch, stale, isolatedNs }: RowProps) {
  const change = useChangeTask(task.name);
  const cell = (member: 'budgetUs' | 'periodUs' | 'deadlineUs', nowUs: number | null, limitUs: number | null) => (
    <LimitCell
      nowUs={nowUs}
      limitUs={row.computed ? limitUs : undefined}
      largest={member === 'budgetUs'}
      disabled={stale}
      unitName={tr`${NAMES[member]} of ${task.name}`}
      onChoose={(us) =>
        change(tr`Change ${NAMES[member]}`, {
          [member]: member === 'deadlineUs' && us === task.periodUs ? null : us,
        })
      }
    />
  );
  return (
    <tr>
      <th scope="row">
        <TaskName sketch={sketch} task={row.task} />
      </th>
      {cell('budgetUs', task.budgetUs, row.mostBudgetUs)}
      {cell('periodUs', task.periodUs, row.leastPeriodUs)}
      {cell('deadlineUs', deadlineUsOf(task), row.leastDeadlineUs)}
      <Slack slackNs={row.slackNs} deadlineNs={nsOfUs(deadlineUsOf(task) ?? 0)} colour={taskLook(row.task).colour} />
      {isolatedNs === undefined ? null : <td>{isolatedNs === null ? '–' : formatBound(isolatedNs)}</td>}
    </tr>
  );
}

const NAMES = { budgetUs: tr`budget`, periodUs: tr`period`, deadlineUs: tr`deadline` } as const;

interface CellProps {
  readonly nowUs: number | null;
  /** Null: there is no limit. Undefined: not computed. */
  readonly limitUs: number | null | undefined;
  /** True when smaller values are admitted, false when larger values are. */
  readonly largest: boolean;
  readonly disabled: boolean;
  readonly unitName: string;
  readonly onChoose: (us: number) => void;
}

function LimitCell({ nowUs, limitUs, largest, disabled, unitName, onChoose }: CellProps) {
  if (limitUs === undefined || nowUs === null) {
    return (
      <td className="is-none">
        <span className="design-limit">…</span>
      </td>
    );
  }
  if (limitUs === null) {
    return (
      <td className="is-none" title={tr`No ${unitName} alone makes the sketch admitted`}>
        <span className="design-limit">{tr`none`}</span>
      </td>
    );
  }
  const past = largest ? nowUs > limitUs : nowUs < limitUs;
  return (
    <td className={past ? 'is-past' : undefined}>
      <span className="design-limit">
        {limitUs === nowUs ? (
          <span title={tr`This is the current value`}>{showTime(limitUs)}</span>
        ) : (
          <button
            type="button"
            className="text-button"
            disabled={disabled}
            title={tr`Set the ${unitName} to ${showTime(limitUs)}`}
            onClick={() => onChoose(limitUs)}
          >
            {showTime(limitUs)}
          </button>
        )}
        <small>{limitUs === nowUs ? tr`as now` : tr`now ${showTime(nowUs)}`}</small>
      </span>
    </td>
  );
}

interface SlackProps {
  readonly slackNs: number | null;
  readonly deadlineNs: number;
  readonly colour: string;
}

function Slack({ slackNs, deadlineNs, colour }: SlackProps) {
  if (slackNs === null) return <td className="is-none">{tr`not known`}</td>;
  const late = slackNs < 0;
  return (
    <td className={late ? 'is-miss' : undefined}>
      <span className="share-cell">
        <span className="share">
          <span
            className="share-fill"
            style={{ width: `${Math.max(0, Math.min(1, slackNs / deadlineNs)) * 100}%`, background: colour }}
          />
        </span>
        <span className="share-words">{late ? tr`late ${formatBound(-slackNs)}` : formatSlack(slackNs)}</span>
      </span>
    </td>
  );
}
