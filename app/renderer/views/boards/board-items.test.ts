import { expect, it } from 'vitest';
import { BOARDS } from '../../../../generator/boards/index.ts';
import { calibratedOf } from '../../../../generator/calibration/record.ts';
import { testRecord } from '../../../../generator/calibration/test-record.ts';
import type { ListedBoard } from '../../../contract/boards.ts';
import { boardItems, foundItems } from './board-items.ts';

const facts = {
  ...{ name: 'Arduino Leonardo', platform: 'atmelavr', mcu: 'atmega32u4', usb: ['2341:8036'] },
  ...{ clockHz: 16_000_000, ramBytes: 2560, flashBytes: 28_672 },
};
const leonardo: ListedBoard = { id: 'leonardo', vendor: 'Arduino', isInstalled: true, facts };
const teensy: ListedBoard = {
  ...{ ...leonardo, id: 'teensy40', vendor: 'Teensy', isInstalled: false },
  facts: { ...facts, platform: 'teensy' },
};
const items = boardItems([leonardo, teensy], []);

it("lists Polyloop's own boards first, then those of installed platforms", () => {
  expect(items.slice(0, BOARDS.length).map(({ change }) => change.board)).toEqual(BOARDS.map(({ id }) => id));
  expect(items.slice(BOARDS.length).map(({ group }) => group)).toEqual([
    'Arduino boards of installed platforms',
    'Other Arduino boards',
  ]);
});

it('says of each board what it can do and what was measured', () => {
  const [uno] = items;
  expect(uno?.note).toBe('ATmega328P, 16\u00a0MHz, 2\u00a0KiB of RAM, 31.5\u00a0KiB of flash');
  expect(uno?.tags).toEqual(['Super-loop', 'Preemptive', 'FreeRTOS', 'Virtual board', 'Overheads measured']);
  expect(boardItems([], [calibratedOf(testRecord(), null)])[0]?.tags).toContain('Overheads measured by you');
  const other = items.find(({ change }) => change.board === 'leonardo');
  expect(other).toMatchObject({ text: 'Arduino Leonardo', change: { boardFacts: facts } });
  expect(other?.note).toMatch(/^ATmega32U4, .* · atmelavr · leonardo$/);
  expect(other?.tags).toEqual(['Super-loop', 'Overheads not measured', 'Built, not run']);
});

it('says of a board what the user measured on it, what was tried, and what its first build needs', () => {
  const measured = { ...calibratedOf(testRecord(), null), board: 'teensy40' };
  const [own, old] = [boardItems([teensy], [measured]), boardItems([teensy], [{ ...measured, stale: 'x' }])];
  expect(own.at(-1)?.tags).toEqual([
    'Super-loop',
    'Overheads measured by you',
    'Written for, not tried',
    'The first build needs the internet',
  ]);
  expect(old.at(-1)?.tags).toContain('Overheads not measured');
  const miniPro = { ...leonardo, id: 'pro16MHzatmega328' };
  expect(boardItems([miniPro], []).at(-1)?.tags).toContain('Tried on an emulated chip');
});

it.each([
  ['', BOARDS.length + 2],
  ['  TEENSY ', 1],
  ['atmega32u4 arduino', 2],
  ['toaster', 0],
])('finds by words: %j', (search, count) => {
  expect(foundItems(items, search)).toHaveLength(count);
});
