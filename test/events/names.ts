/**
 * The rows of the table of events in the order of their first bytes, for the files that are
 * generated from it.
 */
import { ENCODINGS, EVENTS, type EventRow } from '../../generator/trace/event-table.ts';

export interface NamedRow extends EventRow {
  readonly name: string;
}

export const ROWS: readonly NamedRow[] = Object.entries<EventRow>(EVENTS)
  .map(([name, row]) => ({ ...row, name }))
  .sort((a, b) => a.code - b.code);

/** `lock-wait` → `LOCK_WAIT`. */
export const upperSnake = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** The rows with a first byte of this form. */
export function rowsWith(form: 'kind' | 'lock' | 'control'): readonly NamedRow[] {
  return ROWS.filter(({ wire }) => wire?.form === form);
}

/** The control id of a row, or 0. */
export const controlId = ({ wire }: EventRow): number => (wire?.form === 'control' ? wire.id : 0);

/** The encoding of the row's value, in words; '' if no value is sent. */
export function valueWords({ value, wire }: EventRow): string {
  return wire === null ? '' : ENCODINGS[wire.encoding](value ?? '');
}
