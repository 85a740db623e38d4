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
const teensy: ListedBoard = { ...leonardo, id: 'teensy40', vendor: 'Teensy', isInstalled: false };
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
  expect(other?.tags).toEqual(['Super-loop', 'Overheads not measured', 'Written for, not tried']);
});

it.each([
  ['', BOARDS.length + 2],
  ['  TEENSY ', 1],
  ['atmega32u4 arduino', 2],
  ['toaster', 0],
])('finds by words: %j', (search, count) => {
  expect(foundItems(items, search)).toHaveLength(count);
});
