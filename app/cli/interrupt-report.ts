/** The part of a run's report about interrupts and stacks. */

import { leastWords } from '../../generator/numbers/least.ts';
import { formatBound, formatDuration } from '../../generator/numbers/time.ts';
import type { CountedEdges } from '../../generator/profile/counted-edges.ts';
import { usOrNull } from '../../generator/sketch/time.ts';
import { type StackUse, THREADS_BEHIND_TASKS } from '../../generator/trace/stack.ts';
import type { Recording } from '../host/measuring/recording.ts';
import { formatTable, shortened } from './table.ts';
import { printable } from './terminal.ts';

interface InterruptRow {
  readonly name: string;
  /** Recorded deliveries. */
  readonly times: number;
  /** Deliveries that the device counted. Null: it cannot count them. */
  readonly counted: number | null;
  /** Whether there may have been more deliveries, or maskings, than were recorded. */
  readonly timesAreLeast: boolean;
  readonly maskedIsLeast: boolean;
  readonly ranNs: number;
  readonly worstNs: number | null;
  readonly timesMasked: number;
  readonly maskedNs: number;
  /** Edges that came while an earlier one was pending. Null: not known. */
  readonly lost: number | null;
}

/** Of each interrupt of the sketch. Undefined: the recording is a simulation, which has all deliveries. */
type Known = readonly CountedEdges[] | undefined;

function rowsOf({ store, spans }: Recording, known: Known): InterruptRow[] {
  const isLeast = (isSample: boolean): boolean => known !== undefined && (isSample || store.gaps.length > 0);
  const named = (store.currentMetadata?.objects ?? []).filter((object) => object.class === 'interrupt');
  return named
    .toSorted((a, b) => a.index - b.index)
    .map(({ name, index }) => {
      const { runs, masked } = spans.interrupts.get(index) ?? {};
      const { delivered = null, lost = null } = known?.[index] ?? {};
      return {
        name,
        times: runs?.begun ?? 0,
        ranNs: runs?.lengthNs ?? 0,
        worstNs: runs?.worstNs ?? null,
        timesMasked: masked?.begun ?? 0,
        maskedNs: masked?.lengthNs ?? 0,
        counted: delivered,
        timesAreLeast: isLeast(spans.isSampleOfDeliveries),
        maskedIsLeast: isLeast(spans.isSampleOfMaskings),
        lost,
      };
    });
}

export function interruptsForJson(recording: Recording, known?: Known): object[] {
  return rowsOf(recording, known).map((row) => ({
    name: row.name,
    times: row.times,
    timesAreLeast: row.timesAreLeast,
    deliveries: row.counted,
    executionTimeUs: usOrNull(row.ranNs),
    worstExecutionTimeUs: usOrNull(row.worstNs),
    timesMasked: row.timesMasked,
    maskedTimeUs: usOrNull(row.maskedNs),
    lostEdges: row.lost,
  }));
}

/** Lines of a table. Empty when the program has no interrupts. */
export function interruptTable(recording: Recording, known: Known): string[] {
  const rows = rowsOf(recording, known);
  if (rows.length === 0) return [];
  const titles = ['times', 'time', 'C worst', 'times masked', 'masked for', 'edges lost'];
  const columns = [{ title: 'interrupt' }, ...titles.map((title) => ({ title, align: 'right' as const }))];
  return formatTable(
    columns,
    rows.map((row) => [
      shortened(printable(row.name)),
      row.counted === null
        ? leastWords(String(row.times), row.timesAreLeast)
        : String(Math.max(row.counted, row.times)),
      formatDuration(row.ranNs),
      row.worstNs === null ? '–' : formatBound(row.worstNs),
      leastWords(String(row.timesMasked), row.maskedIsLeast),
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
