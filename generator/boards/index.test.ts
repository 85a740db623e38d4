import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOARDS, boardById } from './index.ts';

const files = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
  .map((name) => name.slice(0, -'.ts'.length));

describe('board registry', () => {
  it('holds exactly the files beside it', () => {
    expect(BOARDS.map((board) => board.id).sort()).toEqual(files.sort());
  });

  it('finds a board by its id and says when there is none', () => {
    for (const board of BOARDS) expect(boardById(board.id)).toBe(board);
    expect(boardById('toaster')).toBeUndefined();
    expect(boardById('constructor')).toBeUndefined();
  });

  it('names every pin once', () => {
    for (const board of BOARDS) expect(new Set(board.pins.map((pin) => pin.name)).size).toBe(board.pins.length);
  });
});

describe('Arduino Uno', () => {
  const uno = boardById('uno');

  it('has the pins of the data sheet', () => {
    const named = (filter: (pin: NonNullable<typeof uno>['pins'][number]) => boolean) =>
      uno?.pins.filter(filter).map((pin) => pin.name);
    expect(named((pin) => pin.pwm)).toEqual(['3', '5', '6', '9', '10', '11']);
    expect(named((pin) => pin.analogIn)).toEqual(['A0', 'A1', 'A2', 'A3', 'A4', 'A5']);
    expect(named((pin) => pin.interrupt !== null)).toEqual(['2', '3']);
    expect(uno?.pins).toHaveLength(20);
  });
});
