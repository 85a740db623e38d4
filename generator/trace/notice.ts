/**
 * Notices: the runtime's observations about the program. They are the rows of NOTICES in
 * event-table.ts.
 */
import { trCount } from '../words/tr.ts';
import { NOTICES } from './event-table.ts';

export type NoticeKind = keyof typeof NOTICES;

const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[];
const BY_CODE = new Map<number, NoticeKind>(NOTICE_KINDS.map((kind) => [NOTICES[kind].code, kind]));

/** The notice of an event's object; null: an unknown notice. */
export function noticeOf(object: number): NoticeKind | null {
  return BY_CODE.get(object) ?? null;
}

/** The line that a console shows in place of text that was cut; null for another notice. */
export function cutText(object: number, value: number): string | null {
  if (noticeOf(object) !== 'text-cut') return null;
  const text = trCount(
    value,
    '{0} character was not sent: the line was full',
    '{0} characters were not sent: the line was full',
  );
  return `\n… ${text}\n`;
}

/** All notices of one kind in a trace. */
export interface NoticeUse {
  readonly count: number;
  readonly total: number;
  readonly largest: number;
}
