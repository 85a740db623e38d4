/** A table of interrupts: how often and how long each ran, and how long it was masked. */

import { leastWords } from '../../../../generator/numbers/least.ts';
import type { CountedEdges } from '../../../../generator/profile/counted-edges.ts';
import type { SpanColumn } from '../../../../generator/trace/store/span-column.ts';
import type { SpanTracker } from '../../../../generator/trace/store/spans.ts';
import type { TraceStore } from '../../../../generator/trace/store/store.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound, formatCount, formatDuration } from '../../base/format.ts';

interface Props {
  readonly store: TraceStore;
  readonly spans: SpanTracker;
  /** What the device counted of each interrupt. Undefined: the trace is a simulation, which has all deliveries. */
  readonly countedEdges: readonly CountedEdges[] | undefined;
}

const COLUMNS = [
  [tr`Interrupt`, tr`The interrupt`],
  [tr`Times`, tr`How often it ran. With ≥, a board recorded only a sample, so it ran at least so often`],
  [tr`Time`, tr`Total running time of the recorded runs, from entry to exit`],
  [tr`Longest`, tr`The longest run`],
  [tr`Times masked`, tr`Recorded maskings. A board records at most three in 1/32 s`],
  [tr`Masked for`, tr`Total time of the recorded maskings`],
  [tr`Edges lost`, tr`Edges that came while an earlier one was pending`],
] as const;

export function InterruptTable({ store, spans, countedEdges }: Props) {
  const interrupts = (store.currentMetadata?.objects ?? []).filter((object) => object.class === 'interrupt');
  if (interrupts.length === 0) return null;
  const isBoard = countedEdges !== undefined;
  const isLeast = (isSample: boolean): boolean => isBoard && (isSample || store.gaps.length > 0);
  return (
    <table className="pl-statistics-interrupts" data-testid="interrupt-statistics">
      <thead>
        <tr>
          {COLUMNS.map(([title, hint]) => (
            <th key={title} scope="col" title={hint}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {interrupts.map(({ index, name }) => {
          const { runs, masked } = spans.interrupts.get(index) ?? {};
          const { delivered = null, lost = null } = countedEdges?.[index] ?? {};
          const recorded = runs?.begun ?? 0;
          const times = Math.max(recorded, delivered ?? 0);
          return (
            <tr key={index} data-interrupt={name}>
              <th scope="row">{name}</th>
              <td>{leastWords(formatCount(times), delivered === null && isLeast(spans.isSampleOfDeliveries))}</td>
              <td>{lengthOf(runs)}</td>
              <td>{runs?.worstNs == null ? '–' : formatBound(runs.worstNs)}</td>
              <td className={masked === undefined || masked.begun === 0 ? 'is-none' : 'is-budget'}>
                {leastWords(formatCount(masked?.begun ?? 0), isLeast(spans.isSampleOfMaskings))}
              </td>
              <td>{lengthOf(masked)}</td>
              <td className={lost === 0 ? 'is-none' : undefined}>{lost === null ? '–' : formatCount(lost)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The total length, including a span that has not ended. */
function lengthOf(column: SpanColumn | undefined): string {
  return column === undefined || column.begun === 0 ? '–' : formatDuration(column.lengthNs);
}
