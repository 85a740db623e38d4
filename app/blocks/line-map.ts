/** Finds the block of each line of printed code. The printer puts marks around the code of each statement. */

/**
 * Around the code of a statement: open, the block's id, id, the code, close. They are characters for
 * private use, and no printed text has one.
 */
export const MARK = { open: '\uE000', id: '\uE001', close: '\uE002' } as const;

const EVERY_MARK = /\uE000([^\uE001]*)\uE001|\uE002/g;
const ANY_MARK = /[\uE000\uE001\uE002]/g;

/** A text of the user without marks. */
export const withoutMarks = (text: string): string => text.replace(ANY_MARK, ' ');

export interface LineMap {
  /** The code without marks. */
  readonly code: string;
  /** The first line of the block's code, from 1, or null. A value is on the line of its statement. */
  readonly lineOf: (blockId: string) => number | null;
  /** The innermost block that printed this line, or null. Lines count from 1. */
  readonly blockAt: (line: number) => string | null;
}

export function lineMapOf(marked: string): LineMap {
  const firstLines = new Map<string, number>();
  const blocks: (string | null)[] = [];
  const open: string[] = [];
  const lines = marked.split('\n').map((line, index) => {
    const before = open.at(-1);
    let innermost = before;
    for (const [, id] of line.matchAll(EVERY_MARK)) {
      if (id === undefined) open.pop();
      else {
        open.push(id);
        if (!firstLines.has(id)) firstLines.set(id, index + 1);
        if (innermost === before) innermost = id;
      }
    }
    blocks.push(innermost ?? null);
    return line.replace(EVERY_MARK, '');
  });
  return {
    code: lines.join('\n'),
    lineOf: (blockId) => firstLines.get(blockId) ?? null,
    blockAt: (line) => blocks[line - 1] ?? null,
  };
}
