import { describe, expect, it } from 'vitest';
import { imported, sketchText, taskWords } from './test-imports.ts';

const notesFor = (interval: string, declarations = '', board = 'uno') =>
  imported(
    sketchText(
      `${declarations}\nunsigned long last;`,
      `if (millis() - last >= ${interval}) { last = millis(); tone(3, 4); }`,
    ),
    { board },
  );

describe('an interval that an int of 16 bits cannot hold', () => {
  it.each([
    ['60 * 1000', ''],
    ['3*60*1000', ''],
    ['MINUTE', '#define MINUTE 60 * 1000'],
    ['each', 'const int each = 60000;'],
    ['each', 'const unsigned long each = 60 * 1000;'],
    ['(unsigned long)(60 * 1000)', ''],
    ['1000 * 60 / 2', ''],
  ])('has a note, and the task has the time that was meant: %s', (interval, declarations) => {
    const result = notesFor(interval, declarations);
    expect(result.notes.filter(({ kind }) => kind === 'changed').map(({ text }) => text)).toEqual([
      expect.stringContaining(`${interval} does not fit in an int of this board`),
    ]);
    expect(result.sketch.tasks[0]?.periodUs).toBeGreaterThan(0);
  });

  it.each([
    ['60000', ''],
    ['60 * 1000UL', ''],
    ['60UL * 1000', ''],
    ['60L * 1000', ''],
    ['(long)60 * 1000', ''],
    ['32 * 1000', ''],
    ['50U * 1000', ''],
    ['0xC350', ''],
    ['each', 'const unsigned int each = 60000;'],
    ['each', 'const long each = 24L * 60 * 60 * 1000;'],
    ['60 * 1000.0', ''],
    ['1000 / 2.5', ''],
  ])('has no note if it fits: %s', (interval, declarations) => {
    const result = notesFor(interval, declarations);
    expect(result.notes.filter(({ kind }) => kind === 'changed')).toEqual([]);
  });

  it('fits on a board whose int has 32 bits', () => {
    expect(notesFor('60 * 1000', '', 'host').notes.filter(({ kind }) => kind === 'changed')).toEqual([]);
  });

  it('stays in loop() if it is longer than a period can be', () => {
    for (const [interval, board, count] of [
      ['24UL * 60 * 60 * 1000', 'uno', 0],
      ['17UL * 60 * 1000', 'uno', 1],
      ['18UL * 60 * 1000', 'uno', 0],
    ] as const) {
      const { sketch, notes } = notesFor(interval, '', board);
      expect(sketch.tasks.filter(({ periodUs }) => periodUs !== null)).toHaveLength(count);
      const text = notes.find(({ kind }) => kind === 'kept')?.text;
      if (count === 0) expect(text).toMatch(/because it is longer than 1073 s, the longest period on this board\./);
      else expect(text).toBeUndefined();
    }
    const waits = imported(sketchText('', 'tone(3, 4);\ndelay(24UL * 60 * 60 * 1000);'));
    expect(taskWords(waits)).toEqual(['loop always']);
    expect(waits.notes.map(({ text }) => text).join()).toContain('loop() keeps its delays, because it is longer than');
  });

  it('is named in a delay that becomes a period', () => {
    const result = imported(sketchText('', 'tone(3, 4);\ndelay(60 * 1000);'));
    expect(taskWords(result)).toEqual(['loop every 60000 ms']);
    expect(result.notes.map(({ kind, place }) => [kind, place])).toContainEqual(['changed', 'line 7']);
  });
});
