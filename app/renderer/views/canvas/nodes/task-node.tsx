/** The card of a task. */

import { Puzzle } from 'lucide-react';
import type { TaskAdmission } from '../../../../../generator/analysis/admission.ts';
import { originWords } from '../../../../../generator/estimate/words.ts';
import { budgetStateOf } from '../../../../../generator/sketch/budgets/budget-from.ts';
import { deadlineUsOf, type Task } from '../../../../../generator/sketch/model.ts';
import { tr, trCount } from '../../../../../generator/words/tr.ts';
import { formatDeclared, formatLoad } from '../../../base/format.ts';
import { taskLook } from '../../../base/palette.ts';
import { QUANTITIES, Suffix } from '../../../base/quantity.tsx';
import { useIsRunning, useMeasured } from '../../../state/run/measured.ts';
import { useDiagnosed } from '../../../state/run/problems.ts';
import { useSettledVerdict } from '../../../state/sketch/admission.ts';
import { formIn } from '../../../state/sketch/code-views.ts';
import { useSketch } from '../../../state/sketch/document.ts';
import { boundWords } from '../../admission/bound-words.ts';
import { showTime } from '../../controls/time-text.ts';
import { indexOfTask, rowOf, shortestPeriodUs } from '../lookups.ts';
import { LockEnd, UserPorts } from '../ports.tsx';
import { useIsFar } from '../semantic-zoom.tsx';
import { NodeFrame, type SketchNodeProps } from './node-frame.tsx';
import { NodeName } from './node-name.tsx';
import { Response } from './task-response.tsx';
import { TaskRing } from './task-ring.tsx';

export function TaskNode({ data: { element }, selected }: SketchNodeProps) {
  const index = useSketch((sketch) => indexOfTask(sketch, element.name));
  const task = useSketch((sketch) => sketch.tasks[index]);
  const diagnosed = useDiagnosed(element);
  const far = useIsFar();
  const isBuilt = useSketch((sketch) => formIn(sketch, element, 'body') === 'blocks');
  if (task === undefined) return null;
  const look = taskLook(index);
  return (
    <NodeFrame
      element={element}
      selected={selected}
      problems={diagnosed}
      className="task-card"
      label={
        <>
          <Words task={task} index={index} />
          {isBuilt ? `, ${tr`built from blocks`}` : null}
        </>
      }
      colour={look.colour}
    >
      {far ? null : (
        <div className="task-ring" style={{ color: look.colour }}>
          <Ring task={task} index={index} />
        </div>
      )}
      {far || !isBuilt ? null : <Puzzle className="task-built" aria-hidden="true" />}
      <div className="task-facts">
        <NodeName element={element} />
        {far ? null : <Figures task={task} />}
      </div>
      {task.periodUs === null ? null : <Response index={index} />}
      <UserPorts name={element.name} />
      <LockEnd />
    </NodeFrame>
  );
}

/** The task in words, for screen readers: what it is, and whether it fits. */
function Words({ task, index }: { readonly task: Task; readonly index: number }) {
  const misses = useMeasured(index)?.misses ?? 0;
  return useSettledVerdict(({ admission }) => {
    const row = rowOf(admission, index);
    // A verdict that has not settled may be on tasks in another order.
    return wordsFor(task, row?.name === task.name ? row : undefined, misses);
  });
}

function wordsFor(task: Task, row: TaskAdmission | undefined, misses: number): string {
  if (task.periodUs === null) return tr`Task ${task.name}, in the background`;
  const period = showTime(task.periodUs);
  const every = task.kind === 'sporadic' ? tr`at most every ${period}` : tr`every ${period}`;
  const words = [tr`Task ${task.name}`, every];
  if (row !== undefined) {
    words.push(tr`worst response ${boundWords(row)} of ${formatDeclared(row.deadlineNs)}`);
    words.push(
      row.meetsDeadline === null ? tr`not known whether it fits` : row.meetsDeadline ? tr`fits` : tr`does not fit`,
    );
  }
  if (misses > 0) words.push(trCount(misses, '{0} miss measured', '{0} misses measured'));
  return words.join(', ');
}

/**
 * The dots of all tasks are slowed by the same factor, so their relative speeds are right. The
 * fastest dot takes this long per turn.
 */
const FASTEST_TURN_SECONDS = 0.6;

const useSlowdown = (): number =>
  useSketch((sketch) => Math.max(1, (FASTEST_TURN_SECONDS * 1e6) / shortestPeriodUs(sketch)));

/** Larger shares of the processor do not fit into the ring. */
const MOST_IN_RING = 9.99;

function Ring({ task, index }: { readonly task: Task; readonly index: number }) {
  const running = useIsRunning();
  const slowdown = useSlowdown();
  const look = taskLook(index);
  if (task.periodUs === null) {
    return <TaskRing budget={0} deadline={0} look={look} centre="∞" turnSeconds={null} />;
  }
  const utilization = (task.budgetUs ?? 0) / task.periodUs;
  return (
    <TaskRing
      budget={utilization}
      deadline={(deadlineUsOf(task) ?? task.periodUs) / task.periodUs}
      look={look}
      centre={utilization < MOST_IN_RING ? formatLoad(utilization).replace(/\s/, '') : '>999%'}
      turnSeconds={running ? (task.periodUs / 1e6) * slowdown : null}
    />
  );
}

function Figures({ task }: { readonly task: Task }) {
  const unit = useSketch((sketch) => sketch.timeUnit);
  const origin = useSketch((sketch) => originWords(sketch, task));
  const isMeasured = useSketch((sketch) => budgetStateOf(sketch, task) === 'measured');
  if (task.periodUs === null) return <p className="task-background">{tr`runs when nothing else is ready`}</p>;
  const rows = [
    [tr`every`, QUANTITIES.period, task.periodUs],
    [origin === null || isMeasured ? tr`takes` : tr`about`, QUANTITIES.budget, task.budgetUs ?? 0],
    [tr`due in`, QUANTITIES.deadline, deadlineUsOf(task) ?? task.periodUs],
  ] as const;
  return (
    <dl className="task-figures">
      {rows.map(([word, { label, symbol }, us]) => (
        <div key={word} title={symbol === QUANTITIES.budget.symbol && origin !== null ? `${label}: ${origin}` : label}>
          <dt>{word}</dt>
          <dd>
            {showTime(us, unit)} <Suffix>{symbol}</Suffix>
          </dd>
        </div>
      ))}
    </dl>
  );
}
