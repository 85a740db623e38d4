/** A table of interrupts: how often and how long each ran, and how long it was masked. */

import type { SpanColumn } from '../../../../generator/trace/store/span-column.ts';
import type { SpanTracker } from '../../../../generator/trace/store/spans.ts';
import type { TraceStore } from '../../../../generator/trace/store/store.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound, formatCount, formatDuration } from '../../base/format.ts';

interface Props {
  readonly store: TraceStore;
  readonly spans: SpanTracker;
  /** The edges that each interrupt lost; null: not known. */
  readonly lostEdges: readonly (number | null)[];
}

const COLUMNS = [
  [tr`Interrupt`, tr`The interrupt`],
  [tr`Times`, tr`How often it ran`],
  [tr`Time`, tr`Total running time, from entry to exit`],
  [tr`Longest`, tr`The longest run`],
  [tr`Times masked`, tr`Recorded maskings. A board records at most three in 1/32 s`],
  [tr`Masked for`, tr`Total time of the recorded maskings`],
  [tr`Edges lost`, tr`Edges that came while an earlier one was pending`],
] as const;

export function InterruptTable({ store, spans, lostEdges }: Props) {
  const interrupts = (store.currentMetadata?.objects ?? []).filter((object) => object.class === 'interrupt');
  if (interrupts.length === 0) return null;
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
          return (
            <tr key={index} data-interrupt={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(runs?.begun ?? 0)}</td>
              <td>{lengthOf(runs)}</td>
              <td>{runs?.worstNs == null ? '–' : formatBound(runs.worstNs)}</td>
              <td className={masked === undefined || masked.begun === 0 ? 'is-none' : 'is-budget'}>
                {formatCount(masked?.begun ?? 0)}
              </td>
              <td>{lengthOf(masked)}</td>
              <td className={lostEdges[index] === 0 ? 'is-none' : undefined}>{countOf(lostEdges[index])}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const countOf = (count: number | null | undefined): string => (count == null ? '–' : formatCount(count));

/** The total length, including a span that has not ended. */
function lengthOf(column: SpanColumn | undefined): string {
  return column === undefined || column.begun === 0 ? '–' : formatDuration(column.lengthNs);
}
