/** The card of a task. */
import { formatBound } from '../../../../generator/analysis/format.ts';
import { deadlineUsOf, type Task } from '../../../../generator/sketch/model.ts';
import { formatDeclared, formatDuration, formatPercent } from '../../base/format.ts';
import { taskLook } from '../../base/palette.ts';
import { QUANTITIES, Suffix } from '../../base/quantity.tsx';
import { useDiagnosed } from '../../state/run/build.ts';
import { useIsRunning, useMeasured } from '../../state/run/measured.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { boundWords } from '../admission/bound-words.ts';
import { useJudged } from '../admission/context.ts';
import { showTime } from '../controls/time-text.ts';
import { EARLIER } from '../controls/words.ts';
import { NodeFrame, type SketchNodeProps } from './node-frame.tsx';
import { NodeName } from './node-name.tsx';
import { LockEnd, type PortShape, Ports } from './ports.tsx';
import { ResponseBar } from './response-bar.tsx';
import { useIsFar } from './semantic-zoom.tsx';
import { TaskRing } from './task-ring.tsx';

export function TaskNode({ data: { element }, selected }: SketchNodeProps) {
  const index = useSketch((sketch) => sketch.tasks.findIndex((task) => task.name === element.name));
  const task = useSketch((sketch) => sketch.tasks[index]);
  const reads = useSketch((sketch) => shapeOf(sketch.channels.find(({ readers }) => readers.includes(element.name))));
  const writes = useSketch((sketch) => shapeOf(sketch.channels.find(({ writer }) => writer === element.name)));
  const diagnosed = useDiagnosed(element);
  const far = useIsFar();
  if (task === undefined) return null;
  const look = taskLook(index);
  return (
    <NodeFrame
      element={element}
      selected={selected}
      problems={diagnosed}
      className="task-card"
      label={wordsFor(task)}
      colour={look.colour}
    >
      {far ? null : (
        <div className="task-ring" style={{ color: look.colour }}>
          <Ring task={task} index={index} />
        </div>
      )}
      <div className="task-facts">
        <NodeName element={element} />
        {far ? null : <Figures task={task} />}
      </div>
      <Response task={task} index={index} />
      <Ports reads={reads} writes={writes} name={element.name} />
      <LockEnd />
    </NodeFrame>
  );
}

const shapeOf = (channel: { readonly kind: PortShape } | undefined): PortShape => channel?.kind ?? 'free';

function wordsFor(task: Task): string {
  if (task.periodUs === null) return `Task ${task.name}, in the background`;
  const deadline = deadlineUsOf(task) ?? task.periodUs;
  return `Task ${task.name}, period ${showTime(task.periodUs)}, budget ${showTime(task.budgetUs ?? 0)}, deadline ${showTime(deadline)}`;
}

/**
 * The dots of all tasks are slowed by the same factor, so their relative speeds are right. The
 * fastest dot takes this long per turn.
 */
const FASTEST_TURN_SECONDS = 0.6;

function useSlowdown(): number {
  return useSketch(({ tasks }) => {
    const shortestUs = Math.min(...tasks.flatMap(({ periodUs }) => periodUs ?? []));
    return Math.max(1, (FASTEST_TURN_SECONDS * 1e6) / shortestUs);
  });
}

function Ring({ task, index }: { readonly task: Task; readonly index: number }) {
  const running = useIsRunning();
  const slowdown = useSlowdown();
  const look = taskLook(index);
  if (task.periodUs === null) {
    return <TaskRing budget={0} deadline={0} look={look} centre="bg" turnSeconds={null} />;
  }
  const utilization = (task.budgetUs ?? 0) / task.periodUs;
  return (
    <TaskRing
      budget={utilization}
      deadline={(deadlineUsOf(task) ?? task.periodUs) / task.periodUs}
      look={look}
      centre={formatPercent(utilization).replace(/\s/, '')}
      turnSeconds={running ? (task.periodUs / 1e6) * slowdown : null}
    />
  );
}

function Figures({ task }: { readonly task: Task }) {
  const unit = useSketch((sketch) => sketch.timeUnit);
  if (task.periodUs === null) return <p className="task-background">runs when nothing else is ready</p>;
  const rows = [
    ['every', QUANTITIES.period, task.periodUs],
    ['takes', QUANTITIES.budget, task.budgetUs ?? 0],
    ['due in', QUANTITIES.deadline, deadlineUsOf(task) ?? task.periodUs],
  ] as const;
  return (
    <dl className="task-figures">
      {rows.map(([word, { label, symbol }, us]) => (
        <div key={word} title={label}>
          <dt>{word}</dt>
          <dd>
            {showTime(us, unit)} <Suffix>{symbol}</Suffix>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Response({ task, index }: { readonly task: Task; readonly index: number }) {
  const { admission } = useJudged();
  const far = useIsFar();
  const measured = useMeasured(index);
  const row = admission.tasks.find((each) => each.task === index);
  if (task.periodUs === null || row === undefined) return null;
  const { responseNs, deadlineNs, meetsDeadline } = row;
  const bound = responseNs === null ? null : responseNs / deadlineNs;
  const worst = measured?.worstResponseNs ?? null;
  const words = responseNs === null ? boundWords(row) : formatBound(responseNs, deadlineNs, '/');
  const earlier = measured?.earlier === true;
  const misses = meetsDeadline === false || (!earlier && (measured?.misses ?? 0) > 0);
  return (
    <div className="task-response" data-misses={misses}>
      {far ? null : (
        <span className="task-response-words">
          <span>
            {responseNs === null || worst !== null ? '' : 'done in '}
            {words}
            {responseNs === null ? null : (
              <>
                {' '}
                <Suffix>{QUANTITIES.response.symbol}</Suffix>
              </>
            )}
          </span>
          {worst === null ? null : (
            <span
              className="task-measured"
              data-earlier={earlier}
              title={earlier ? EARLIER : 'The longest response of the last run'}
            >
              max {formatDuration(worst)}
            </span>
          )}
        </span>
      )}
      <ResponseBar
        bound={meetsDeadline === false && bound === null ? 2 : bound}
        measured={worst === null ? null : worst / deadlineNs}
        colour={taskLook(index).colour}
        title={`Worst response time ${boundWords(row)} of D ${formatDeclared(deadlineNs)}`}
      />
    </div>
  );
}
