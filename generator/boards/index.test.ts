import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Board, usableFlashBytes } from '../platform/board.ts';
import { OVERHEADS } from './any-arduino-overheads.ts';
import { BOARDS, boardById, boardOf } from './index.ts';

const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Facts that belong to no real board. */
const nothing = {} as Partial<Board>;

describe('board registry', () => {
  it('lists exactly the board folders', () => {
    const listed = BOARDS.map((board) => board.id);
    const missing = folders.filter((folder) => !listed.includes(folder));
    expect(missing, `list ${missing.join(', ')} in BOARDS of generator/boards/index.ts`).toEqual([]);
    expect(listed.sort()).toEqual(folders.sort());
  });

  it('finds a board by its id, and returns undefined for an unknown id', () => {
    for (const board of BOARDS) expect(boardById(board.id)).toBe(board);
    expect(boardById('toaster')).toBeUndefined();
    expect(boardById('constructor')).toBeUndefined();
  });

  it('has no duplicate pin names', () => {
    for (const board of BOARDS) expect(new Set(board.pins.map((pin) => pin.name)).size).toBe(board.pins.length);
  });

  it('gives each interrupt a unique line, and modes to each pin with an interrupt', () => {
    for (const { pins, interruptSources } of BOARDS) {
      const able = pins.filter((pin) => pin.interrupt !== null);
      const lines = [...able.map((pin) => pin.interruptLine), ...interruptSources.map(({ line }) => line)];
      expect(new Set(lines).size).toBe(lines.length);
      expect(lines).not.toContain(null);
      for (const pin of pins) expect(pin.interruptModes.length > 0).toBe(pin.interrupt !== null);
    }
  });
});

const named = (board: string, name: string) => boardById(board)?.pins.find((pin) => pin.name === name);

describe('a board of PlatformIO', () => {
  const boardFacts = {
    ...{ name: 'Arduino Leonardo', platform: 'atmelavr', mcu: 'atmega32u4', usb: ['2341:8036', '2a03:0036'] },
    ...{ clockHz: 8_000_000, ramBytes: 2560, flashBytes: 28_672 },
  };
  const leonardo = boardOf({ board: 'leonardo', boardFacts });

  it('is made of the facts in the sketch, and is the same object each time', () => {
    expect(leonardo).toMatchObject({
      ...{ id: 'leonardo', label: 'Arduino Leonardo', mcu: 'ATmega32U4', intBits: 16, virtual: null },
      platformio: { platform: 'atmelavr', board: 'leonardo', framework: 'arduino' },
      usbIds: [
        { vendor: 0x2341, product: 0x8036 },
        { vendor: 0x2a03, product: 0x0036 },
      ],
    });
    expect(leonardo && usableFlashBytes(leonardo)).toBe(28_672);
    expect(Object.keys(leonardo?.targets ?? {})).toEqual(['superloop']);
    expect(boardOf({ board: 'leonardo', boardFacts })).toBe(leonardo);
    expect(boardOf({ board: 'uno', boardFacts: null })).toBe(boardById('uno'));
  });

  it('counts the overheads of two AVR chips: longer at a slower clock, never shorter', () => {
    const at = (clockHz: number) =>
      boardOf({ board: 'x', boardFacts: { ...boardFacts, clockHz } })?.targets.superloop?.overheads;
    expect(at(16_000_000)).toMatchObject({ releaseNs: OVERHEADS.superloop.releaseNs });
    expect(at(8_000_000)?.releaseNs).toBe(2 * OVERHEADS.superloop.releaseNs);
    expect(at(240_000_000)).toEqual(at(16_000_000));
  });
});

describe('Arduino Nano', () => {
  it('has the pins of the Uno, and two that only the ADC reads', () => {
    const nano = boardById('nano');
    expect(nano?.pins.slice(0, 20)).toEqual(boardById('uno')?.pins);
    expect(nano?.pins.slice(20).map(({ name }) => name)).toEqual(['A6', 'A7']);
    expect(named('nano', 'A7')).toMatchObject({ analogIn: true, digital: false, pwm: false, interrupt: null });
  });

  it('differs from the old Nano in nothing but how it is written', () => {
    const { id: _id, label: _label, platformio: _pio, fqbn: _fqbn, ...old } = boardById('nano-old') ?? nothing;
    expect(boardById('nano')).toMatchObject(old);
  });

  it('leaves as much flash to a program as both boot loaders do', () => {
    const nano = boardById('nano');
    expect(nano && usableFlashBytes(nano)).toBe(30_720);
  });
});

describe('Arduino Mega 2560', () => {
  const mega = boardById('mega');

  it('has the pins of the data sheet and of the schematic', () => {
    expect(mega?.pins).toHaveLength(70);
    const pwm = mega?.pins.filter((pin) => pin.pwm).map(({ name }) => name);
    expect(pwm).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '44', '45', '46']);
    expect(mega?.pins.filter((pin) => pin.analogIn)).toHaveLength(16);
  });

  it('has its interrupts on the lines of the port’s header for the chip', () => {
    const of = (name: string) => [named('mega', name)?.interrupt, named('mega', name)?.interruptLine];
    expect(of('21')).toEqual(['INT0', 0]);
    expect(of('18')).toEqual(['INT3', 3]);
    expect(of('2')).toEqual(['INT4', 4]);
    expect(of('3')).toEqual(['INT5', 5]);
    expect(of('53')).toEqual(['PCINT0', 6]);
    expect(of('13')).toEqual(['PCINT7', 13]);
    expect(of('0')).toEqual(['PCINT8', 14]);
    expect(of('15')).toEqual(['PCINT9', 15]);
    expect(of('14')).toEqual(['PCINT10', 16]);
    expect(of('A8')).toEqual(['PCINT16', 17]);
    expect(of('A15')).toEqual(['PCINT23', 24]);
    expect(of('22')).toEqual([null, null]);
    expect(mega?.interruptSources.map(({ name, line }) => [name, line])).toEqual([['timer2', 25]]);
  });
});

describe('Arduino Uno', () => {
  const uno = boardById('uno');

  it('has the pins of the data sheet', () => {
    const named = (filter: (pin: NonNullable<typeof uno>['pins'][number]) => boolean) =>
      uno?.pins.filter(filter).map((pin) => pin.name);
    expect(named((pin) => pin.pwm)).toEqual(['3', '5', '6', '9', '10', '11']);
    expect(named((pin) => pin.analogIn)).toEqual(['A0', 'A1', 'A2', 'A3', 'A4', 'A5']);
    expect(uno?.pins).toHaveLength(20);
  });

  it('has the interrupts of the data sheet, on the lines of its runtime port', () => {
    const of = (name: string) => {
      const pin = uno?.pins.find((candidate) => candidate.name === name);
      return [pin?.interrupt, pin?.interruptLine, pin?.interruptModes.includes('low')];
    };
    expect(of('2')).toEqual(['INT0', 0, true]);
    expect(of('3')).toEqual(['INT1', 1, true]);
    expect(of('0')).toEqual(['PCINT16', 2, false]);
    expect(of('7')).toEqual(['PCINT23', 9, false]);
    expect(of('8')).toEqual(['PCINT0', 10, false]);
    expect(of('13')).toEqual(['PCINT5', 15, false]);
    expect(of('A0')).toEqual(['PCINT8', 16, false]);
    expect(of('A5')).toEqual(['PCINT13', 21, false]);
    expect(uno?.interruptSources.map(({ name, line }) => [name, line])).toEqual([['timer2', 22]]);
  });
});
