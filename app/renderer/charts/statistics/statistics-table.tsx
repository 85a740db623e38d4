/**
 * `<StatisticsTable store={store} jobs={jobs} lanes={lanes} />` shows measured and predicted values
 * of each task. It polls for new data a few times per second.
 */

import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { CountedEdges } from '../../../../generator/profile/counted-edges.ts';
import type { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import { TraceStatistics } from '../../../../generator/trace/jobs/statistics.ts';
import { type StackUse, THREADS_BEHIND_TASKS } from '../../../../generator/trace/stack.ts';
import type { SpanTracker } from '../../../../generator/trace/store/spans.ts';
import type { TraceStore } from '../../../../generator/trace/store/store.ts';
import { tr } from '../../../../generator/words/tr.ts';
import {
  formatBound,
  formatCount,
  formatDeclared,
  formatDuration,
  formatExecution,
  formatLoad,
} from '../../base/format.ts';
import { Quantity } from '../../base/quantity.tsx';
import type { Lane } from '../timeline/lane.ts';
import { Swatch } from '../timeline/lane-labels.tsx';
import { Histogram } from './histogram.tsx';
import { InterruptTable } from './interrupt-table.tsx';
import { type Sorting, type SortKey, type StatisticsRow, shareUsed, sortRows, statisticsRows } from './rows.ts';
import './statistics.css';
import { useStatistics } from './use-statistics.ts';

export interface StatisticsTableProps {
  readonly store: TraceStore;
  readonly jobs: JobTracker;
  /**
   * Statistics that the caller already maintains. By default the table computes them itself,
   * starting with the oldest job that is kept.
   */
  readonly statistics?: TraceStatistics;
  /** Spans that are not jobs. Without them the table has no interrupts. */
  readonly spans?: SpanTracker;
  /** What the device counted of each interrupt. Undefined: the trace is a simulation, which has all deliveries. */
  readonly countedEdges?: readonly CountedEdges[];
  /** One lane per task, most urgent first. */
  readonly lanes: readonly Lane[];
  /**
   * For each task that completed fewer jobs than it should have: the number of jobs it should have
   * completed, by the task's index.
   */
  readonly owed?: ReadonlyMap<number, number>;
  readonly onSelectTask?: (taskIndex: number) => void;
  /** Content above the table. */
  readonly lead?: ReactNode;
  /** True for a simulated schedule instead of a run. */
  readonly isPrediction?: boolean;
}

interface Column {
  readonly key: SortKey | null;
  readonly title: string;
  readonly symbol?: string;
  readonly hint: string;
}

const COLUMNS: readonly Column[] = [
  { key: 'name', title: tr`Task`, hint: tr`The task` },
  { key: 'jobs', title: tr`Jobs`, hint: tr`Completed jobs` },
  { key: 'response', title: tr`Response`, hint: tr`Worst (and mean) time from arrival to completion` },
  { key: 'bound', title: tr`Bound`, symbol: 'R', hint: tr`Predicted worst response time` },
  { key: 'execution', title: tr`Execution`, hint: tr`Worst (and mean) time on the processor` },
  { key: 'budget', title: tr`Budget`, symbol: 'C', hint: tr`Declared worst execution time of a job` },
  {
    key: 'preempted',
    title: tr`Preempted`,
    hint: tr`Worst (and mean) time for which other tasks or its budget delayed a started job`,
  },
  { key: 'stack', title: tr`Stack`, hint: tr`Largest use of the task’s stack, and its size` },
  { key: 'load', title: tr`Load`, symbol: 'U', hint: tr`Share of the processor that the task used` },
  { key: 'jitter', title: tr`Jitter`, symbol: 'J', hint: tr`Largest delay of a release` },
  { key: 'misses', title: tr`Misses`, hint: tr`Late jobs, and releases that the overrun policy dropped` },
  { key: 'overruns', title: tr`Overruns`, hint: tr`Jobs that ran for longer than their budget` },
  { key: null, title: tr`Responses`, hint: tr`Histogram of response times. Dashed line: bound. Arrow: deadline` },
];

export function StatisticsTable({ store, jobs, lanes, onSelectTask, ...given }: StatisticsTableProps) {
  const own = useMemo(() => new TraceStatistics(store, jobs), [store, jobs]);
  const statistics = given.statistics ?? own;
  useStatistics(statistics, jobs, given.spans ?? null);
  const [sorting, setSorting] = useState<Sorting>({ key: 'priority', descending: false });
  const rows = sortRows(statisticsRows(statistics, lanes), sorting);
  const shown: Shown = {
    preempted: rows.some(({ worstPreempted }) => (worstPreempted ?? 0) > 0),
    stack: rows.some(({ stack }) => stack !== null),
  };
  const columns = COLUMNS.filter(({ key }) => (key !== 'preempted' && key !== 'stack') || shown[key]);
  return (
    <div
      className="pl-statistics"
      data-testid="statistics"
      data-shows={given.isPrediction === true ? 'predicted' : 'measured'}
    >
      {given.lead}
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.title} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              isPrediction={given.isPrediction === true}
              key={row.lane.taskIndex}
              row={row}
              shown={shown}
              owed={given.owed?.get(row.lane.taskIndex) ?? null}
              onSelectTask={onSelectTask}
            />
          ))}
        </tbody>
      </table>
      {lanes.length === 0 ? <p className="pl-statistics-note">{tr`Add a task to see its statistics here.`}</p> : null}
      <OtherStacks statistics={statistics} lanes={lanes} />
      {given.spans === undefined ? null : (
        <InterruptTable store={store} spans={given.spans} countedEdges={given.countedEdges} />
      )}
    </div>
  );
}

/** Columns that only apply to some targets. */
interface Shown {
  readonly preempted: boolean;
  readonly stack: boolean;
}

/** The stacks of threads that are not tasks of the sketch. */
function OtherStacks({ statistics, lanes }: { readonly statistics: TraceStatistics; readonly lanes: readonly Lane[] }) {
  const others = THREADS_BEHIND_TASKS.flatMap((thread, i) => {
    const use = statistics.stacks.get(lanes.length + i);
    return use === undefined ? [] : [`${thread} ${stackWords(use)}`];
  });
  if (others.length === 0) return null;
  return (
    <p className="pl-statistics-note">{tr`Stacks of the runtime’s own threads, most used of size: ${others.join(', ')}.`}</p>
  );
}

const stackWords = ({ sizeBytes, unusedBytes }: StackUse): string => `${sizeBytes - unusedBytes} / ${sizeBytes} B`;

interface HeadProps {
  readonly column: Column;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

function HeadCell({ column, sorting, onSort }: HeadProps) {
  const { key, title, symbol, hint } = column;
  if (key === null) {
    return (
      <th scope="col" title={hint}>
        {title}
      </th>
    );
  }
  const active = sorting.key === key;
  const Arrow = sorting.descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={active ? (sorting.descending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" title={tr`${hint}. Sort by it.`} onClick={() => onSort(nextSorting(sorting, key))}>
        <span>
          <Quantity label={title} symbol={symbol} />
        </span>
        {active && <Arrow size={12} aria-hidden="true" />}
      </button>
    </th>
  );
}

/**
 * Numbers sort in descending order first, names in ascending order. A third click restores priority
 * order.
 */
function nextSorting(now: Sorting, key: SortKey): Sorting {
  const first = key !== 'name';
  if (now.key !== key) return { key, descending: first };
  return now.descending === first ? { key, descending: !first } : { key: 'priority', descending: false };
}

interface RowProps {
  readonly isPrediction: boolean;
  readonly row: StatisticsRow;
  readonly shown: Shown;
  /** Number of jobs that should have completed. Null when they have completed. */
  readonly owed: number | null;
  readonly onSelectTask?: ((taskIndex: number) => void) | undefined;
}

function Row({ row, shown, owed, isPrediction, onSelectTask }: RowProps) {
  const { lane } = row;
  const { deadlineNs, responseBoundNs, budgetNs } = lane;
  const over = responseBoundNs !== null && row.worstResponse !== null && row.worstResponse > responseBoundNs;
  return (
    <tr data-task={lane.name} data-jobs={row.jobs} data-misses={row.misses} data-owed={owed ?? undefined}>
      <th scope="row">
        <button type="button" onClick={() => onSelectTask?.(lane.taskIndex)}>
          <Swatch lane={lane} />
          <span title={lane.name}>{lane.name}</span>
        </button>
      </th>
      <td title={jobsHint(row, owed)} className={owed === null ? undefined : 'is-over'}>
        {formatCount(row.jobs)}
        {owed === null ? null : <small> {tr`of ${formatCount(owed)}`}</small>}
      </td>
      <td className={over ? 'is-over' : undefined} title={over ? tr`Longer than predicted` : undefined}>
        <Pair worst={row.worstResponse} mean={row.meanResponse} text={(ns) => formatBound(ns, deadlineNs)} />
        <Bar value={row.worstResponse} full={deadlineNs} mark={responseBoundNs} colour={lane.colour} />
      </td>
      <td>{responseBoundNs === null ? '–' : formatBound(responseBoundNs, deadlineNs)}</td>
      <td>
        <Pair
          worst={row.worstExecution}
          mean={row.meanExecution}
          text={(ns) => formatExecution(ns, budgetNs, isPrediction)}
        />
        <Bar value={row.worstExecution} full={budgetNs} mark={null} colour={lane.colour} />
      </td>
      <td>{budgetNs === null ? '–' : formatDeclared(budgetNs)}</td>
      {shown.preempted ? (
        <td>
          <Pair worst={row.worstPreempted} mean={row.meanPreempted} text={formatBound} />
        </td>
      ) : null}
      {shown.stack ? <StackCell use={row.stack} /> : null}
      <td>{row.jobs === 0 && row.utilization === 0 ? '–' : formatLoad(row.utilization)}</td>
      <td>{row.releaseJitter === null ? '–' : formatBound(row.releaseJitter)}</td>
      <td className={row.misses > 0 ? 'is-miss' : 'is-none'} title={missesHint(row)}>
        {row.misses > 0 ? `✕ ${formatCount(row.misses)}` : '0'}
      </td>
      <td className={row.overruns > 0 ? 'is-budget' : 'is-none'}>
        {row.overruns > 0 ? `▲ ${formatCount(row.overruns)}` : '0'}
        {row.longSections > 0 ? (
          <small title={tr`How often the task held a resource for longer than its declared critical section`}>
            {' '}
            {tr`${formatCount(row.longSections)} × section`}
          </small>
        ) : null}
        {row.exhaustions > row.overruns ? (
          <small title={tr`How often its budget was exhausted. Some jobs exhausted several budgets`}>
            {' '}
            {formatCount(row.exhaustions)} ×
          </small>
        ) : null}
      </td>
      <td>
        <Histogram row={row} />
      </td>
    </tr>
  );
}

/**
 * Share of a stack above which a warning is shown, because another branch of the code may need
 * more.
 */
const NEARLY_FULL = 0.9;

function StackCell({ use }: { readonly use: StackUse | null }) {
  if (use === null) return <td className="is-none">–</td>;
  const full = shareUsed(use) > NEARLY_FULL;
  return (
    <td
      className={full ? 'is-budget' : undefined}
      title={full ? tr`Nearly full: give the task a larger stack` : undefined}
    >
      {stackWords(use)}
      <Bar value={use.sizeBytes - use.unusedBytes} full={use.sizeBytes} mark={null} colour="var(--pl-text-dim)" />
    </td>
  );
}

interface PairProps {
  readonly worst: number | null;
  readonly mean: number | null;
  /** Formats the worst time. */
  readonly text: (ns: number) => string;
}

function Pair({ worst, mean, text }: PairProps) {
  if (worst === null) return <span className="is-none">–</span>;
  return (
    <>
      {text(worst)} <small title={tr`Mean`}>⌀ {formatDuration(mean ?? worst)}</small>
    </>
  );
}

interface BarProps {
  readonly value: number | null;
  /** The value that the whole bar represents. Without it no bar is drawn. */
  readonly full: number | null;
  readonly mark: number | null;
  readonly colour: string;
}

/** A thin bar of the worst value relative to its limit, with a tick at the bound. */
function Bar({ value, full, mark, colour }: BarProps) {
  if (full === null || full <= 0) return null;
  const percent = (part: number): string => `${Math.min(100, (part / full) * 100)}%`;
  return (
    <span className="pl-statistics-bar" aria-hidden="true">
      {value !== null && <span style={{ width: percent(value), background: colour }} />}
      {mark !== null && <i style={{ left: percent(mark) }} />}
    </span>
  );
}

const missesHint = ({ misses, late, dropped }: StatisticsRow): string | undefined =>
  misses === 0 ? undefined : tr`${formatCount(late)} late, ${formatCount(dropped)} releases dropped`;

function jobsHint({ jobs, dropped, incomplete }: StatisticsRow, owed: number | null): string | undefined {
  const parts = [
    owed === null ? '' : tr`${formatCount(jobs)} of ${formatCount(owed)} jobs that were due have completed`,
    dropped > 0 ? tr`${formatCount(dropped)} releases dropped by the overrun policy` : '',
    incomplete > 0 ? tr`${formatCount(incomplete)} more were only partly recorded` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join('; ');
}
