/** Text tables with columns as narrow as possible and right-aligned numbers. */
import { textWidth } from './text-width.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/**
 * Returns the lines of a table, headings first. Cells may contain colour codes. A missing cell is
 * empty.
 */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const titles = columns.map((column) => column.title);
  const widths = columns.map((_, i) => Math.max(...[titles, ...rows].map((row) => textWidth(row[i] ?? ''))));
  const line = (cells: readonly string[]) =>
    columns
      .map((column, i) => pad(cells[i] ?? '', widths[i] ?? 0, column.align ?? 'left'))
      .join('  ')
      .trimEnd();
  return [line(titles), ...rows.map(line)];
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'right' ? space + text : text + space;
}

/** Shortens a long name and marks where it was cut. */
export function shortened(text: string, width = 32): string {
  if (textWidth(text) <= width) return text;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (textWidth(short + segment) >= width) break;
    short += segment;
  }
  return `${short}…`;
}
