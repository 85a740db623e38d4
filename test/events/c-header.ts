/** Generates the text of runtime-c/include/polyloop/events.h. */
import { LOCK_CODE, NOTICES, type NoticeRow, PROTOCOL_VERSION, SYNC } from '../../generator/trace/event-table.ts';
import { controlId, type NamedRow, ROWS, rowsWith, upperSnake } from './names.ts';

const LINE = 120;

interface Constant {
  readonly name: string;
  readonly value: string;
  readonly comment: string;
}

const hex = (value: number): string => `0x${value.toString(16).toUpperCase().padStart(2, '0')}`;

function constant(name: string, value: string, row: Pick<NamedRow, 'doc' | 'value' | 'wire'>): Constant {
  const sent = row.wire?.encoding;
  const unit = sent === 'ticks' ? ', in ticks' : '';
  const has = row.value !== undefined && sent !== 'none' && sent !== 'text';
  return { name, value, comment: has ? `${row.doc} Value: ${row.value}${unit}.` : row.doc };
}

/**
 * An enum of the constants. Comments are in one column, or above the constants if a line would be
 * too long.
 */
function enumOf(title: string, constants: readonly Constant[]): string {
  const definitions = constants.map(({ name, value, comment }, i) => ({
    text: `${name} = ${value}${i === constants.length - 1 ? '' : ','}`,
    comment: `/* ${comment} */`,
  }));
  const width = Math.max(...definitions.map(({ text }) => text.length));
  const beside = definitions.map(({ text, comment }) => `    ${text.padEnd(width)} ${comment}`);
  const above = definitions.map(({ text, comment }) => `    ${comment}\n    ${text}`);
  const lines = beside.every((line) => line.length <= LINE) ? beside : above;
  return `/* ${title} */\nenum {\n${lines.join('\n')}\n};\n`;
}

function firstBytes(): readonly Constant[] {
  const kinds = rowsWith('kind').map((row) => constant(`PL_EVENT_${upperSnake(row.name)}`, hex(row.code << 4), row));
  return [
    { name: 'PL_EVENT_CONTROL', value: '0x00', comment: 'The low four bits are one of PL_CONTROL_….' },
    ...kinds,
    { name: 'PL_EVENT_LOCK', value: hex(LOCK_CODE << 4), comment: 'Two values: one of PL_LOCK_…, and the task.' },
  ];
}

function controls(): readonly Constant[] {
  const sync = { name: 'PL_CONTROL_SYNC', value: hex(SYNC.id), comment: SYNC.doc };
  const others = rowsWith('control')
    .toSorted((a, b) => controlId(a) - controlId(b))
    .map((row) => constant(`PL_CONTROL_${upperSnake(row.name)}`, hex(controlId(row)), row));
  const onCores = ROWS.flatMap((row): Constant[] =>
    row.withValue === undefined
      ? []
      : [
          {
            name: `PL_CONTROL_${upperSnake(row.name)}_ON`,
            value: hex(row.withValue),
            comment: `${row.doc} With the ${row.value}, if it is not 0.`,
          },
        ],
  );
  return [sync, ...others, ...onCores].toSorted((a, b) => Number(a.value) - Number(b.value));
}

function operations(): readonly Constant[] {
  return rowsWith('lock').map(({ name, wire, doc }) => ({
    name: `PL_${upperSnake(name)}`,
    value: String(wire?.form === 'lock' ? wire.operation : 0),
    comment: doc,
  }));
}

function notices(): readonly Constant[] {
  const rows = Object.entries<NoticeRow>(NOTICES).sort(([, a], [, b]) => a.code - b.code);
  return [
    ...rows.map(([name, { code, doc, value }]) => ({
      name: `PL_NOTICE_${upperSnake(name)}`,
      value: String(code),
      comment: `${doc} Value: ${value}.`,
    })),
    { name: 'PL_NOTICE_COUNT', value: String(rows.length), comment: 'How many notices there are.' },
  ];
}

function onceMask(): number {
  return Object.values<NoticeRow>(NOTICES).reduce(
    (mask, { code, once }) => (once ? mask | (1 << (code - 1)) : mask),
    0,
  );
}

export function cHeader(): string {
  return `/*
 * The numbers of telemetry's events; docs/telemetry.md specifies them. Made by \`npm run generate:events\` from
 * generator/trace/event-table.ts: change that file, not this one.
 */
#ifndef POLYLOOP_EVENTS_H
#define POLYLOOP_EVENTS_H

#define PL_TELEMETRY_VERSION ${PROTOCOL_VERSION}U

${enumOf("An event's first byte, without the index of its object, which is in the low four bits.", firstBytes())}
${enumOf('The low four bits of PL_EVENT_CONTROL.', controls())}
${enumOf('The first value of PL_EVENT_LOCK.', operations())}
${enumOf('What the program does and cannot see: the object of PL_CONTROL_NOTICE.', notices())}
/* The notices that are sent once in a run; bit 0 is the first notice. */
#define PL_NOTICES_ONCE ${hex(onceMask())}U

#endif
`;
}
