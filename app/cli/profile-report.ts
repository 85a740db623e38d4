/** Profiles, comparisons of profiles and refits as tables. */

import { leastWords } from '../../generator/numbers/least.ts';
import { formatPercent } from '../../generator/numbers/share.ts';
import { formatBound, formatDeclared, formatDuration } from '../../generator/numbers/time.ts';
import { compareProfiles, type Pair } from '../../generator/profile/compare.ts';
import type { Profile, ProfiledTimes, TaskProfile } from '../../generator/profile/profile.ts';
import type { RefitProposal } from '../../generator/profile/refit.ts';
import {
  type AnyValue,
  changeWords,
  deliveriesWords,
  differenceWords,
  loadWords,
  profileSource,
  refitTitle,
  refitWords,
  trendWords,
  valueWords,
} from '../../generator/profile/words.ts';
import { formatTable, shortened } from './table.ts';
import { printable, type Terminal } from './terminal.ts';

const NONE = '–';
const right = (titles: readonly string[]) => titles.map((title) => ({ title, align: 'right' as const }));
const timeOr = (ns: number | null | undefined, format: (ns: number) => string = formatBound): string =>
  ns == null ? NONE : format(ns);
const nameOf = (name: string): string => shortened(printable(name));

/** Prints everything that a profile says. */
export function printProfile(terminal: Terminal, profile: Profile): void {
  const { tasks, channels, interrupts, observedNs, events, gaps } = profile;
  const lost = gaps === 0 ? '' : ` The record has ${gaps} gaps; jobs in gaps are not counted.`;
  terminal.print(
    printable(`Profile of ${formatDuration(observedNs)}, ${events} events: ${profileSource(profile)}.${lost}`),
  );
  const print = (lines: readonly string[]) => terminal.print(`\n${lines.join('\n')}`);
  print(executionTable(tasks));
  print(responseTable(terminal, tasks));
  if (channels.length > 0) print(channelTable(profile));
  if (interrupts.length > 0) print(interruptTable(profile));
  terminal.print(`\nProcessor: ${loadWords(profile.load)}.`);
}

const quantiles = (times: ProfiledTimes | null): string[] =>
  [times?.medianNs, times?.p95Ns, times?.p99Ns, times?.mostNs].map((ns) => timeOr(ns));

function executionTable(tasks: readonly TaskProfile[]): string[] {
  const stacks = tasks.some(({ stack }) => stack !== null);
  const titles = ['jobs', 'C median', '95 %', '99 %', 'most', 'budget', 'used', 'trend', 'processor'];
  return formatTable(
    [{ title: 'task' }, ...right([...titles, ...(stacks ? ['stack used'] : [])])],
    tasks.map((task) => {
      const { execution, budgetNs, stack } = task;
      const isUsed = execution !== null && budgetNs !== null && budgetNs > 0;
      return [
        nameOf(task.name),
        String(task.jobs),
        ...quantiles(execution),
        timeOr(budgetNs, formatDeclared),
        isUsed ? formatPercent(execution.mostNs / budgetNs) : NONE,
        trendWords(task) ?? 'none',
        formatPercent(task.utilization),
        ...(stacks ? [stack === null ? NONE : `${stack.usedBytes} / ${stack.sizeBytes}`] : []),
      ];
    }),
  );
}

function responseTable(terminal: Terminal, tasks: readonly TaskProfile[]): string[] {
  const bad = (count: number) => (count > 0 ? terminal.style('red', String(count)) : '0');
  const titles = [
    'R median',
    '95 %',
    '99 %',
    'most',
    'bound',
    'deadline',
    'jitter 95 %',
    'jitter',
    'late',
    'dropped',
    'overruns',
  ];
  return formatTable(
    [{ title: 'task' }, ...right(titles)],
    tasks.map(({ name, response, boundNs, deadlineNs, releaseJitter, late, dropped, overruns }) => {
      const [median = NONE, p95 = NONE, p99 = NONE, most = NONE] = quantiles(response);
      const isBeyond = response !== null && boundNs !== null && response.mostNs > boundNs;
      return [
        ...[nameOf(name), median, p95, p99, isBeyond ? terminal.style('red', most) : most],
        timeOr(boundNs, (ns) => formatBound(ns, deadlineNs)),
        timeOr(deadlineNs, formatDeclared),
        timeOr(releaseJitter?.p95Ns),
        timeOr(releaseJitter?.mostNs),
        ...[bad(late), bad(dropped), bad(overruns)],
      ];
    }),
  );
}

function channelTable({ channels }: Profile): string[] {
  const titles = ['writes', 'reads', 'lost', 'waiting 95 %', 'most waiting', 'age median', '95 %', '99 %', 'most'];
  return formatTable(
    [{ title: 'channel' }, ...right(titles)],
    channels.map(({ name, writes, reads, lost, fill, mostItems, capacity, age }) => [
      ...[nameOf(name), String(writes), String(reads), String(lost)],
      fill === null ? NONE : String(fill.p95Items),
      mostItems === null || capacity === null ? NONE : `${mostItems} / ${capacity}`,
      ...quantiles(age),
    ]),
  );
}

function interruptTable({ interrupts }: Profile): string[] {
  const titles = ['delivered', 'time', 'longest', 'times masked', 'masked for', 'lost'];
  return formatTable(
    [{ title: 'interrupt' }, ...right(titles)],
    interrupts.map((interrupt) => {
      const { name, ranNs, worstNs, masked, maskedIsLeast, maskedNs, lost } = interrupt;
      return [
        ...[nameOf(name), deliveriesWords(interrupt), formatDuration(ranNs), timeOr(worstNs)],
        ...[leastWords(String(masked), maskedIsLeast), formatDuration(maskedNs), lost === null ? NONE : String(lost)],
      ];
    }),
  );
}

/** Prints what changes from one profile to the other. Values with the same digits are left out. */
export function printComparison(terminal: Terminal, a: Profile, b: Profile): void {
  const comparison = compareProfiles(a, b);
  terminal.print(printable(`From ${a.name} (${profileSource(a)}) to ${b.name} (${profileSource(b)}):`));
  const differs = differenceWords(comparison, a, b);
  if (differs !== null) terminal.print(printable(differs));
  const rowsOf = (kind: string, name: string, pairs: readonly Pair<string>[]) =>
    pairs.flatMap((pair) => changedRow(`${kind}.${pair.value}` as AnyValue, name, pair));
  const rows = [
    ...comparison.tasks.flatMap(({ name, pairs }) => rowsOf('task', name, pairs)),
    ...comparison.channels.flatMap(({ name, pairs }) => rowsOf('channel', name, pairs)),
    ...comparison.interrupts.flatMap(({ name, pairs }) => rowsOf('interrupt', name, pairs)),
    ...rowsOf('load', '', comparison.load),
  ];
  if (rows.length === 0) terminal.print('Nothing has changed.');
  else
    terminal.print(
      `\n${formatTable([{ title: 'of' }, { title: 'value' }, ...right(['from', 'to', 'change'])], rows).join('\n')}`,
    );
}

function changedRow(value: AnyValue, name: string, { a, b }: Pair<string>): string[][] {
  const { title, format } = valueWords(value);
  const [from, to] = [a, b].map((each) => (each === null ? NONE : format(each)));
  if (from === undefined || to === undefined || from === to) return [];
  return [[nameOf(name), title, from, to, changeWords(value, a, b) ?? '']];
}

/** Prints the proposed values, and why some tasks keep theirs. */
export function printRefits(terminal: Terminal, { refits, kept, marginPercent }: RefitProposal): void {
  if (refits.length === 0) terminal.print('\nRefit: no value changes.');
  else {
    terminal.print(`\nRefit: the measured maximum and ${marginPercent} %. A later job may take longer.`);
    const columns = [{ title: 'task' }, { title: 'value' }, ...right(['now', 'measured', 'jobs', 'proposed'])];
    const rows = refits.map((refit) => {
      const { before, measured, proposed } = refitWords(refit);
      return [nameOf(refit.name), refitTitle(refit.value), before, measured, String(refit.jobs), proposed];
    });
    for (const line of formatTable(columns, rows)) terminal.print(line);
  }
  for (const { name, reason } of kept) terminal.print(printable(`${name} keeps its values. ${reason}`));
}
