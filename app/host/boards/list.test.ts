import { describe, expect, it } from 'vitest';
import { BOARDS } from '../../../generator/boards/index.ts';
import { boardFactFault } from '../../../generator/sketch/board-facts.ts';
import { boardFacts } from '../../../generator/sketch/schema.ts';
import { boardsOfJson } from '../../../platformio/driver/boards/installed.ts';
import { readTable, tableText } from '../../../platformio/driver/boards/table.ts';
import { findTools } from '../../../platformio/setup/tools.ts';
import { BoardLister, listedBoards } from './list.ts';

const leonardo = {
  ...{ id: 'leonardo', name: 'Arduino Leonardo', vendor: 'Arduino', platform: 'atmelavr', mcu: 'atmega32u4' },
  ...{ clockHz: 16_000_000, ramBytes: 2560, flashBytes: 28_672, usb: ['2341:8036'] },
};
const { id: _id, vendor: _vendor, ...facts } = leonardo;
const esp32 = { ...leonardo, id: 'esp32dev', name: 'ESP32 Dev', platform: 'espressif32' };

describe('the boards of PlatformIO', () => {
  it('are those of installed platforms first, with the USB ids of the table', () => {
    const listed = listedBoards([leonardo, esp32], [{ ...leonardo, name: 'Leonardo!', usb: [] }]);
    expect(listed).toEqual([
      { id: 'leonardo', vendor: 'Arduino', isInstalled: true, facts: { ...facts, name: 'Leonardo!' } },
      expect.objectContaining({ id: 'esp32dev', isInstalled: false }),
    ]);
  });

  it('are listed once if two versions of their platform are installed', () => {
    expect(listedBoards([], [leonardo, { ...leonardo, vendor: 'arduino.cc' }])).toHaveLength(1);
  });

  it("lack those that are Polyloop's own", () => {
    const own = BOARDS.flatMap(({ platformio }) =>
      platformio ? [{ ...leonardo, ...platformio, id: platformio.board }] : [],
    );
    expect(own.length).toBeGreaterThan(3);
    expect(listedBoards(own, own)).toEqual([]);
    expect(listedBoards([{ ...leonardo, id: 'host' }], [])).toEqual([]);
  });

  it('are read from what PlatformIO prints, without other frameworks and incomplete ones', () => {
    const brief = {
      id: 'x',
      name: 'X',
      platform: 'p',
      mcu: 'ATMEGA8',
      fcpu: 8e6,
      ram: 1024,
      rom: 8192,
      frameworks: ['arduino'],
    };
    const others = [
      { ...brief, frameworks: ['mbed'] },
      { ...brief, fcpu: 0 },
      { id: 'y' },
      { ...brief, frameworks: null },
    ];
    expect(boardsOfJson(JSON.stringify([brief, ...others]))).toEqual([
      {
        ...{ id: 'x', name: 'X', vendor: '', platform: 'p', mcu: 'atmega8' },
        ...{ clockHz: 8_000_000, ramBytes: 1024, flashBytes: 8192, usb: [] },
      },
    ]);
  });

  it('in the table have facts that a sketch accepts, each once', () => {
    const table = readTable();
    expect(tableText(table)).toBe(tableText(readTable(tableText(table))));
    expect(new Set(table.map(({ platform, id }) => `${platform}/${id}`)).size).toBe(table.length);
    for (const { id, vendor: _, ...rest } of table) {
      expect(boardFacts.safeParse(rest).success, id).toBe(true);
      const faults = [
        ...[boardFactFault('board', id), boardFactFault('platform', rest.platform)],
        ...rest.usb.map((text) => boardFactFault('usb', text)),
      ];
      expect(faults.filter((fault) => fault !== null)).toEqual([]);
    }
  });

  it.skipIf(!findTools().pio.installed)('are those that PlatformIO has', async () => {
    const { boards, problem } = await new BoardLister().list();
    expect(problem).toBeNull();
    expect(boards.find(({ id }) => id === 'esp32dev')).toMatchObject({ facts: { platform: 'espressif32' } });
    const installed = boards.filter(({ isInstalled }) => isInstalled);
    expect(installed.find(({ id }) => id === 'leonardo')?.facts).toMatchObject({ ...facts, usb: expect.any(Array) });
    expect(boards.slice(0, installed.length)).toEqual(installed);
  });

  it('are those of the table where PlatformIO is missing or does not answer', async () => {
    const tools = findTools();
    const missing = { installed: false, name: 'PlatformIO', howToGet: 'npm run setup' } as const;
    const without = await new BoardLister(() => ({ ...tools, pio: missing })).list();
    expect(without.problem).toContain('npm run setup');
    expect(without.boards.length).toBeGreaterThan(800);
    const broken = {
      installed: true,
      name: 'PlatformIO',
      command: [process.execPath, '-e', 'process.exit(3)'],
      env: {},
    } as const;
    const failed = await new BoardLister(() => ({ ...tools, pio: broken })).list();
    expect(failed.problem).toContain('PlatformIO did not list the boards');
    expect(failed.boards.every(({ isInstalled }) => !isInstalled)).toBe(true);
  });
});
