/**
 * Every event as a line of comma-separated values (RFC 4180), for spreadsheets and notebooks.
 * Columns: time_ns on the trace's axis, board_time_ns since the program's start, event, object (its
 * name), value, text. The value of a stack event is its unused bytes, and its text gives the stack
 * size. A name or text that a spreadsheet would take for a formula begins with an apostrophe.
 */
import { visible } from '../../words/visible.ts';
import { EVENT_KINDS } from '../events.ts';
import { KIND_NOTICE, KIND_STACK, KIND_TEXT } from '../kinds.ts';
import { noticeOf } from '../notice.ts';
import { numberOf } from '../number.ts';
import { stackOf } from '../stack.ts';
import type { TraceStore } from '../store/store.ts';
import { namedSegments } from './segments.ts';
import type { TraceWriter } from './writer.ts';

const LINES_PER_PIECE = 4096;

export const csv: TraceWriter = function* ({ store }) {
  let lines = ['time_ns,board_time_ns,event,object,value,text'];
  for (const { segment, names, from, to } of namedSegments(store)) {
    for (let first = from; first < to; first += LINES_PER_PIECE) {
      store.walk(first, Math.min(to, first + LINES_PER_PIECE), (_index, timeNs, kind, object, value) => {
        const { text, shown } = columns(store, kind, object, value);
        const name = names.of(kind, object);
        lines.push(
          `${timeNs},${timeNs - segment.originNs},${EVENT_KINDS[kind]},${quoted(name)},${shown},${quoted(text)}`,
        );
      });
      yield `${lines.join('\r\n')}\r\n`;
      lines = [];
    }
  }
  if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`;
};

function columns(store: TraceStore, kind: number, object: number, value: number): { text: string; shown: number | '' } {
  if (kind === KIND_TEXT) return { text: store.texts.get(value) ?? '', shown: '' };
  if (kind === KIND_NOTICE) return { text: noticeOf(object) ?? '', shown: value };
  if (kind !== KIND_STACK) return { text: '', shown: numberOf(kind, value) };
  const { unusedBytes, sizeBytes } = stackOf(value);
  return { text: `of ${sizeBytes}`, shown: unusedBytes };
}

/** What a spreadsheet takes for a formula, which can open addresses and start programs. A plain number is none. */
const FORMULA = /^[=+\-@\t\r](?!\d*\.?\d+(?:[eE][+-]?\d+)?$)/;

function quoted(field: string): string {
  // The apostrophe that OWASP recommends ("CSV Injection"): a spreadsheet shows such a field as text.
  const shown = visible(field);
  const text = FORMULA.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
