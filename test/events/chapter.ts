/** Generates the tables of the chapter "Events" of docs/telemetry.md. */
import { LOCK_CODE, NOTICES, type NoticeRow, STAMPS, SYNC } from '../../generator/trace/event-table.ts';
import { controlId, type NamedRow, ROWS, rowsWith, valueWords } from './names.ts';

const BEGIN = '<!-- events: made by `npm run generate:events` from generator/trace/event-table.ts -->';
const END = '<!-- end of events -->';
const NONE = '–';
const CONTROLS = 16;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill: string) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |\n`;
  const rule = head.map(() => '');
  return line(head, ' ') + line(rule, '-') + rows.map((cells) => line(cells, ' ')).join('');
}

const hex = (id: number): string => `0x${id.toString(16).toUpperCase().padStart(2, '0')}`;
const eventCell = ({ name, object }: NamedRow): string => (object === null ? name : `${name} (${object})`);
/** The meaning of the event, and its time stamp and protocol version if they differ from most events. */
function meaning({ doc, stamp = 'recorded', since = 1 }: NamedRow): string {
  return [
    doc,
    ...(stamp === 'recorded' ? [] : [STAMPS[stamp]]),
    ...(since === 1 ? [] : [`Since version ${since}.`]),
  ].join(' ');
}

function kindTable(): string {
  const control = ['0', 'control', 'see the next table', 'Bits 3–0 are no index: they select an event.'];
  const kinds = rowsWith('kind').map((row) => [
    String(row.code),
    eventCell(row),
    valueWords(row) || NONE,
    meaning(row),
  ]);
  const locks = rowsWith('lock').map((row) => {
    const operation = row.wire?.form === 'lock' ? row.wire.operation : 0;
    return [String(LOCK_CODE), eventCell(row), `1 byte: ${operation}; ${valueWords(row)}`, meaning(row)];
  });
  return table(['kind', 'event', 'arguments', 'meaning'], [control, ...kinds, ...locks]);
}

function controlTable(): string {
  const sync = [hex(SYNC.id), 'sync', SYNC.arguments, SYNC.doc];
  const rows = rowsWith('control')
    .toSorted((a, b) => controlId(a) - controlId(b))
    .map((row) => {
      const object = row.object === null ? '' : `varint: ${row.object}`;
      const sent = [object, valueWords(row)].filter((part) => part !== '').join('; ');
      return [hex(controlId(row)), row.name, sent || NONE, meaning(row)];
    });
  const onCores = ROWS.flatMap((row) =>
    row.withValue === undefined
      ? []
      : [
          [
            hex(row.withValue),
            row.name,
            `${row.object === null ? '' : `varint: ${row.object}; `}varint: ${row.value}`,
            `${row.doc} This form is sent if the ${row.value} is not 0.`,
          ],
        ],
  );
  return table(
    ['control id', 'event', 'arguments, after the ticks', 'meaning'],
    [sync, ...rows, ...onCores].toSorted(([a = ''], [b = '']) => Number(a) - Number(b)),
  );
}

/** `0x00 and 0x0A…0x0F`. */
function reserved(): string {
  const onCores = ROWS.flatMap(({ withValue }) => withValue ?? []);
  const used = new Set<number>([SYNC.id, ...rowsWith('control').map(controlId), ...onCores]);
  const runs: number[][] = [];
  for (let id = 0; id < CONTROLS; id++) {
    if (used.has(id)) continue;
    const run = runs.at(-1);
    if (run?.at(-1) === id - 1) run.push(id);
    else runs.push([id]);
  }
  return runs
    .map((run) => (run.length === 1 ? hex(run[0] ?? 0) : `${hex(run[0] ?? 0)}…${hex(run.at(-1) ?? 0)}`))
    .join(' and ');
}

function noticeTable(): string {
  const rows = Object.entries<NoticeRow>(NOTICES)
    .sort(([, a], [, b]) => a.code - b.code)
    .map(([name, { code, doc, value, once }]) => [
      String(code),
      name,
      doc,
      once ? `${value}; sent once in a run` : value,
    ]);
  return table(['notice', 'name', 'meaning', 'value'], rows);
}

/** The events of a trace that are never sent. */
function madeByDecoder(): string {
  const made = ROWS.filter(({ wire }) => wire === null).map((row) => [row.name, meaning(row), row.value ?? '']);
  return `A decoder adds these events, which are never sent:\n\n${table(['event', 'meaning', 'value'], made)}`;
}

function chapter(): string {
  return `${BEGIN}

Unless its meaning says otherwise, an event's time is the time at which it was recorded, and the
event exists since version 1 of the protocol.

${kindTable()}
${controlTable()}
The control ids ${reserved()} are reserved. A decoder drops the rest of such a frame and
reports a gap.

The table lists the notices. The runtime sends at most one notice in a beat (32 ms), so several
notices of one kind may come as one event.

${noticeTable()}
${madeByDecoder()}
${END}`;
}

/** Replaces the chapter between the markers of the page. */
export function withChapter(page: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`docs/telemetry.md has no part between "${BEGIN}" and "${END}"`);
  return page.slice(0, from) + chapter() + page.slice(to + END.length);
}
