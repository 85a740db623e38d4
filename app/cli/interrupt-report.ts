/** The part of a run's report about interrupts and stacks. */

import { formatBound, formatDuration } from '../../generator/numbers/time.ts';
import { usOrNull } from '../../generator/sketch/time.ts';
import { type StackUse, THREADS_BEHIND_TASKS } from '../../generator/trace/stack.ts';
import type { Recording } from '../host/measuring/recording.ts';
import { formatTable, shortened } from './table.ts';
import { printable } from './terminal.ts';

interface InterruptRow {
  readonly name: string;
  readonly times: number;
  readonly ranNs: number;
  readonly worstNs: number | null;
  readonly timesMasked: number;
  readonly maskedNs: number;
  /** Edges that came while an earlier one was pending. Null: not known. */
  readonly lost: number | null;
}

/** Of each interrupt of the sketch; empty where the device counts none. */
type Lost = readonly (number | null)[];

function rowsOf({ store, spans }: Recording, lost: Lost): InterruptRow[] {
  const named = (store.currentMetadata?.objects ?? []).filter((object) => object.class === 'interrupt');
  return named
    .toSorted((a, b) => a.index - b.index)
    .map(({ name, index }) => {
      const { runs, masked } = spans.interrupts.get(index) ?? {};
      return {
        name,
        times: runs?.begun ?? 0,
        ranNs: runs?.lengthNs ?? 0,
        worstNs: runs?.worstNs ?? null,
        timesMasked: masked?.begun ?? 0,
        maskedNs: masked?.lengthNs ?? 0,
        lost: lost[index] ?? null,
      };
    });
}

export function interruptsForJson(recording: Recording, known: Lost = []): object[] {
  return rowsOf(recording, known).map(({ name, times, ranNs, worstNs, timesMasked, maskedNs, lost }) => ({
    name,
    times,
    executionTimeUs: usOrNull(ranNs),
    worstExecutionTimeUs: usOrNull(worstNs),
    timesMasked,
    maskedTimeUs: usOrNull(maskedNs),
    lostEdges: lost,
  }));
}

/** Lines of a table. Empty when the program has no interrupts. */
export function interruptTable(recording: Recording, known: Lost): string[] {
  const rows = rowsOf(recording, known);
  if (rows.length === 0) return [];
  const titles = ['times', 'time', 'C worst', 'times masked', 'masked for', 'edges lost'];
  const columns = [{ title: 'interrupt' }, ...titles.map((title) => ({ title, align: 'right' as const }))];
  return formatTable(
    columns,
    rows.map((row) => [
      shortened(printable(row.name)),
      String(row.times),
      formatDuration(row.ranNs),
      row.worstNs === null ? '–' : formatBound(row.worstNs),
      String(row.timesMasked),
      formatDuration(row.maskedNs),
      row.lost === null ? '–' : String(row.lost),
    ]),
  );
}

export interface ThreadStack extends StackUse {
  readonly thread: string;
}

/**
 * The stacks of threads that are not tasks of the sketch: those of the runtime and of the kernel.
 */
export function otherStacks({ store, statistics }: Recording): ThreadStack[] {
  const tasks = (store.currentMetadata?.objects ?? []).filter((object) => object.class === 'task').length;
  return THREADS_BEHIND_TASKS.flatMap((thread, i) => {
    const use = statistics.stacks.get(tasks + i);
    return use === undefined ? [] : [{ thread, ...use }];
  });
}
