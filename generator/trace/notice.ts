/** What a `notice` event tells: something that the program does and cannot see. Its object is the notice, its value a number. */

export const NOTICE_KINDS = [
  'text-cut', // 1  value: characters that were not sent, because the line was full
  'heap-exhausted', // 2  value: bytes that were asked for and not there
  'timer-changed', // 3  the release timer's mode was changed
  'interrupts-off', // 4  value: ticks for which interrupts were off at least, modulo 65536
  'release-timer-pwm', // 5  PWM on a pin of the release timer; value: the pin
] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The notice that an event's object means; null: one that this program does not know. */
export function noticeOf(object: number): NoticeKind | null {
  return NOTICE_KINDS[object - 1] ?? null;
}

export function noticeNumber(kind: NoticeKind): number {
  return NOTICE_KINDS.indexOf(kind) + 1;
}

/** The line that a console shows in the place of text that was cut; null for another notice. */
export function cutText(object: number, value: number): string | null {
  if (noticeOf(object) !== 'text-cut') return null;
  const [characters, were] = value === 1 ? ['character', 'was'] : ['characters', 'were'];
  return `\n… ${value} ${characters} ${were} not sent: the line was full\n`;
}

/** All notices of one kind in a trace. */
export interface NoticeUse {
  readonly count: number;
  readonly total: number;
  readonly largest: number;
}
