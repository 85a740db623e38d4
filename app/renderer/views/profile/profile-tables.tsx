/** The tables of one profile: tasks, channels, interrupts and the processor. */

import { leastWords } from '../../../../generator/numbers/least.ts';
import type { Profile, ProfiledTimes, TaskProfile } from '../../../../generator/profile/profile.ts';
import { deliveriesWords, loadWords, trendWords } from '../../../../generator/profile/words.ts';
import type { HistogramBucket } from '../../../../generator/trace/jobs/histogram.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound, formatCount, formatDuration, formatLoad, formatPercent, typeset } from '../../base/format.ts';
import { taskLook } from '../../base/palette.ts';
import { histogramShape } from '../../charts/statistics/histogram-shape.ts';

const NONE = '–';
const timeOr = (ns: number | null | undefined, format: (ns: number) => string = formatBound): string =>
  ns == null ? NONE : format(ns);

export function ProfileTables({ profile }: { readonly profile: Profile }) {
  return (
    <>
      <TaskTable profile={profile} />
      <LoadBar profile={profile} />
      {profile.channels.length > 0 ? <ChannelTable profile={profile} /> : null}
      {profile.interrupts.length > 0 ? <InterruptTable profile={profile} /> : null}
    </>
  );
}

interface Head {
  readonly title: string;
  readonly hint?: string;
}

function Heads({ first, heads }: { readonly first: string; readonly heads: readonly Head[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {heads.map(({ title, hint }) => (
          <th key={title} scope="col" title={hint}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function TaskTable({ profile: { tasks } }: { readonly profile: Profile }) {
  const hasStacks = tasks.some(({ stack }) => stack !== null);
  const heads: readonly Head[] = [
    { title: tr`Jobs`, hint: tr`Completed jobs` },
    { title: tr`Execution`, hint: tr`Median, 95 %, 99 % and the longest that was measured` },
    { title: tr`of C`, hint: tr`The longest measured job as a share of the budget` },
    { title: tr`Trend`, hint: tr`Whether jobs became longer or shorter during the run` },
    { title: tr`Histogram`, hint: tr`Histogram of execution times. Dashed line: budget` },
    { title: tr`Response`, hint: tr`Median, 95 %, 99 % and the longest that was measured` },
    { title: tr`Bound`, hint: tr`Predicted worst response time` },
    { title: tr`Jitter`, hint: tr`Delay of releases: median, 95 %, 99 % and the longest` },
    { title: tr`Misses`, hint: tr`Late jobs, and releases that the overrun policy dropped` },
    ...(hasStacks ? [{ title: tr`Stack`, hint: tr`Largest use of the task’s stack, and its size` }] : []),
    { title: tr`Load`, hint: tr`Share of the processor that the task used` },
  ];
  return (
    <table aria-label={tr`Tasks`}>
      <Heads first={tr`Task`} heads={heads} />
      <tbody>
        {tasks.map((task, index) => (
          <tr key={task.name} data-task={task.name}>
            <th scope="row" title={task.name} translate="no">
              {task.name}
            </th>
            <td>{formatCount(task.jobs)}</td>
            <Quantiles times={task.execution} />
            <td className={overBudget(task) ? 'is-over' : undefined}>{shareOfBudget(task)}</td>
            <td className={task.executionTrend.direction === 'none' ? 'is-none' : undefined}>
              {typeset(trendWords(task) ?? NONE)}
            </td>
            <td>
              <TimesHistogram
                times={task.execution}
                limitNs={task.budgetNs}
                colour={taskLook(index).colour}
                words={(from, to) => tr`Execution times of ${task.name} from ${from} to ${to}`}
              />
            </td>
            <Quantiles times={task.response} limitNs={task.boundNs} />
            <td>{timeOr(task.boundNs, (ns) => formatBound(ns, task.deadlineNs))}</td>
            <Quantiles times={task.releaseJitter} />
            <td className={task.late + task.dropped > 0 ? 'is-miss' : 'is-none'}>
              {task.late + task.dropped > 0 ? `✕ ${formatCount(task.late + task.dropped)}` : '0'}
            </td>
            {hasStacks ? (
              <td>{task.stack === null ? NONE : `${task.stack.usedBytes} / ${task.stack.sizeBytes} B`}</td>
            ) : null}
            <td>{formatLoad(task.utilization)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const overBudget = ({ execution, budgetNs }: TaskProfile): boolean =>
  execution !== null && budgetNs !== null && execution.mostNs > budgetNs;

const shareOfBudget = ({ execution, budgetNs }: TaskProfile): string =>
  execution === null || budgetNs === null || budgetNs === 0 ? NONE : formatPercent(execution.mostNs / budgetNs);

interface QuantilesProps {
  readonly times: ProfiledTimes | null;
  /** A longest time above it is marked. */
  readonly limitNs?: number | null;
}

/** The median with the other quantiles below it, and the most. */
function Quantiles({ times, limitNs = null }: QuantilesProps) {
  if (times === null) return <td className="is-none">{NONE}</td>;
  const isOver = limitNs !== null && times.mostNs > limitNs;
  return (
    <td className="profile-times">
      <span title={tr`The longest that was measured`} className={isOver ? 'is-over' : undefined}>
        {formatBound(times.mostNs, limitNs)}
      </span>
      {times.mostNs === 0 ? null : (
        <small title={tr`Median, 95 %, 99 %`}>
          {withOneUnit([times.medianNs, times.p95Ns, times.p99Ns].map((ns) => formatBound(ns)))}
        </small>
      )}
    </td>
  );
}

/** `1.2 · 1.5 · 1.7 ms`: a unit that all times have in common stands once. */
function withOneUnit(times: readonly string[]): string {
  const units = times.map((time) => /\s\S+$/.exec(time)?.[0] ?? '');
  const isCommon = units.every((unit) => unit !== '' && unit === units[0]);
  const shown = isCommon ? times.map((time) => time.slice(0, -(units[0]?.length ?? 0))) : times;
  return shown.join(' · ') + (isCommon ? (units[0] ?? '') : '');
}

const [WIDTH, HEIGHT] = [90, 22];

interface HistogramProps {
  readonly times: ProfiledTimes | null;
  /** A dashed line. */
  readonly limitNs?: number | null;
  readonly colour: string;
  readonly words: (least: string, most: string) => string;
}

function TimesHistogram({ times, limitNs = null, colour, words: wordsOf }: HistogramProps) {
  if (times === null) return null;
  const buckets = times.histogram.map(([fromNs, toNs, count]): HistogramBucket => ({ fromNs, toNs, count }));
  const { bars, boundX } = histogramShape(buckets, limitNs, null, WIDTH, HEIGHT);
  const words = wordsOf(formatBound(times.leastNs), formatBound(times.mostNs));
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={words}>
      <title>{words}</title>
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} stroke="var(--pl-line)" />
      <path d={bars} fill={colour} />
      {boundX === null ? null : <path d={`M${boundX} 0V${HEIGHT}`} stroke="var(--pl-text)" strokeDasharray="3 2" />}
    </svg>
  );
}

function ChannelTable({ profile: { channels } }: { readonly profile: Profile }) {
  const heads: readonly Head[] = [
    { title: tr`Writes` },
    { title: tr`Reads` },
    { title: tr`Lost`, hint: tr`Items that a full ring buffer refused` },
    {
      title: tr`Most waiting`,
      hint: tr`The most items that waited for one reader, and the capacity. Below: in 50 %, 95 % and 99 % of the time`,
    },
    { title: tr`Age of data`, hint: tr`From the write of an item to its read` },
    { title: tr`Histogram`, hint: tr`Histogram of the ages of data` },
  ];
  return (
    <table aria-label={tr`Channels`} className="profile-narrow">
      <Heads first={tr`Channel`} heads={heads} />
      <tbody>
        {channels.map(({ name, writes, reads, lost, fill, mostItems, capacity, age }) => (
          <tr key={name} data-channel={name}>
            <th scope="row" title={name} translate="no">
              {name}
            </th>
            <td>{formatCount(writes)}</td>
            <td>{formatCount(reads)}</td>
            <td className={lost > 0 ? 'is-miss' : 'is-none'}>{formatCount(lost)}</td>
            <td className="profile-times">
              <span>{mostItems === null || capacity === null ? NONE : `${mostItems} / ${capacity}`}</span>
              {fill === null ? null : <small>{[fill.medianItems, fill.p95Items, fill.p99Items].join(' · ')}</small>}
            </td>
            <Quantiles times={age} />
            <td>
              <TimesHistogram
                times={age}
                colour="var(--pl-text-dim)"
                words={(from, to) => tr`Ages of the data of ${name} from ${from} to ${to}`}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function InterruptTable({ profile: { interrupts } }: { readonly profile: Profile }) {
  const heads: readonly Head[] = [
    {
      title: tr`Delivered`,
      hint: tr`How often it was delivered. With ≥, a board recorded only a sample, so it was delivered at least so often`,
    },
    { title: tr`Time`, hint: tr`Total running time of the recorded runs, from entry to exit` },
    { title: tr`Longest`, hint: tr`The longest run` },
    { title: tr`Times masked`, hint: tr`Recorded maskings. A board records at most three in 1/32 s` },
    { title: tr`Masked for`, hint: tr`Total time of the recorded maskings` },
    {
      title: tr`Lost`,
      hint: tr`Edges that came while an earlier one was still pending: the chip remembers one. Only a virtual board can count them, at the pins of its external interrupts`,
    },
  ];
  return (
    <table aria-label={tr`Interrupts`} className="profile-narrow">
      <Heads first={tr`Interrupt`} heads={heads} />
      <tbody>
        {interrupts.map((interrupt) => {
          const { name, ranNs, worstNs, masked, maskedIsLeast, maskedNs, lost } = interrupt;
          return (
            <tr key={name} data-interrupt={name}>
              <th scope="row" title={name} translate="no">
                {name}
              </th>
              <td>{deliveriesWords(interrupt, formatCount)}</td>
              <td>{formatDuration(ranNs)}</td>
              <td>{timeOr(worstNs)}</td>
              <td>{leastWords(formatCount(masked), maskedIsLeast)}</td>
              <td>{formatDuration(maskedNs)}</td>
              <td>{lost === null ? '–' : formatCount(lost)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The processor's time as one bar. */
function LoadBar({ profile: { load, tasks, cores } }: { readonly profile: Profile }) {
  // The record may end before the run, and the load is that of the run.
  const used = tasks.reduce((sum, { utilization }) => sum + utilization, 0);
  const scale = used > 0 ? load.tasks / used : 0;
  const parts = [
    ...tasks.map(({ name, utilization }, index) => ({
      ...{ name, share: utilization * scale, colour: taskLook(index).colour },
    })),
    { name: tr`runtime`, share: load.runtime, colour: 'var(--pl-text-dim)' },
    { name: tr`telemetry`, share: load.telemetry, colour: 'var(--pl-text-faint)' },
    { name: tr`idle`, share: load.idle, colour: 'transparent' },
  ];
  const known = parts.flatMap(({ share, ...part }) => (share === null || share === 0 ? [] : [{ ...part, share }]));
  const words = known.map(({ name, share }) => `${name} ${formatPercent(share)}`).join(', ');
  return (
    <div className="profile-load">
      <span>{tr`Processor`}</span>
      <div role="img" aria-label={words} title={words}>
        {known.map(({ name, share, colour }) => (
          <span key={name} style={{ width: `${(share / cores) * 100}%`, background: colour }} />
        ))}
      </div>
      <small>{typeset(loadWords(load))}</small>
    </div>
  );
}
