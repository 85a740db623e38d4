/**
 * A calibration of a board that Polyloop knows from PlatformIO only, on the emulated chip, is compared with what the same
 * programs do, instruction by instruction.
 */
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calibrate } from '../../app/host/calibration/calibrate.ts';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import type { FirmwareImage } from '../../app/host/devices/device.ts';
import { openDevice } from '../../app/host/devices/index.ts';
import { buildSketch } from '../../app/host/pipeline.ts';
import { BYTES_PER_JOB } from '../../bench/overheads/telemetry.ts';
import { superloopOf } from '../../generator/boards/any-arduino-superloop.ts';
import { boardOf } from '../../generator/boards/index.ts';
import { mega } from '../../generator/boards/mega/index.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import { type FigureName, figureOf, PREPARED_BYTES, SENT_BYTES } from '../../generator/calibration/figures.ts';
import { type CalibrationRecord, calibratedOf, readCalibration } from '../../generator/calibration/record.ts';
import { countedOverheads } from '../../generator/judge/overheads.ts';
import type { BoardFacts } from '../../generator/sketch/board-facts.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { TIMER0_OVF, USART_UDRE } from '../conformance/interrupt-witness.ts';
import { avrBinDir } from '../conformance/toolchain.ts';
import { VirtualUno } from '../conformance/uno.ts';
import { symbolsIn } from './symbols.ts';

const isReady = findTools().pio.installed && avrBinDir !== null;
const AVR = { platform: 'atmelavr', clockHz: 16_000_000, usb: [] };
const PRO_MINI: BoardFacts = {
  ...AVR,
  ...{ name: 'Arduino Pro Mini', mcu: 'atmega328p', ramBytes: 2048, flashBytes: 30_720 },
};
const MEGA_ADK: BoardFacts = {
  ...AVR,
  ...{ name: 'Arduino Mega ADK', mcu: 'atmega2560', ramBytes: 8192, flashBytes: 253_952 },
};
const PATIENCE_MS = 1_200_000;
const COUNTED_CYCLES = 40_000_000;

const dir = mkdtempSync(path.join(tmpdir(), 'polyloop-arduino-calibration-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

interface Measured {
  readonly record: CalibrationRecord;
  /** The first program: two tasks by fixed priorities. */
  readonly first: FirmwareImage;
}

async function measured(id: string, boardFacts: BoardFacts, emulated: typeof uno): Promise<Measured> {
  const board = boardOf({ board: id, boardFacts });
  if (board === undefined) throw new Error(`no board ${id}`);
  const firmware: FirmwareImage[] = [];
  const record = await calibrate({
    ...{ board, boardFacts, target: 'superloop', tool: 'platformio', kind: 'virtual' },
    ...{ signal: new AbortController().signal, onStep: () => {} },
    // Each program has its folder, so that the first one is there afterwards.
    dir: path.join(dir, id),
    build: async (request) => {
      const built = await buildSketch({ ...request, dir: `${request.dir}-${firmware.length}` });
      if (built.firmware !== null) firmware.push(built.firmware);
      return built;
    },
    open: () => openDevice('virtual', emulated),
  });
  const [first] = firmware;
  if (first === undefined) throw new Error('nothing was built');
  return { record, first };
}

/** What the work of a figure takes most, without interrupts of the core that come meanwhile. Unit: cycles. */
type Counted = Record<'byte' | 'clock' | 'release' | 'dispatch', number>;

/** Follows a program. A span is of its figure only if nothing else came in it. */
async function counted({ path: hex, elf }: FirmwareImage, chip: AvrConfig): Promise<Counted> {
  const symbolOf = await symbolsIn(elf ?? '');
  const wordOf = (name: string) => symbolOf(name).at / 2;
  const board = new VirtualUno(await readFile(hex, 'utf8'), chip);
  const { cpu } = board;
  const [turn, unlock, alarm] = [wordOf('turn'), wordOf('pl_port_unlock'), wordOf('serve_releases')];
  const others = new Set(['pl_arduino_send', 'pl_trace_service', 'pl_mark'].map(wordOf));
  const watch = symbolOf('watch_port');
  const isInWatch = (pc: number) => pc * 2 >= watch.at && pc * 2 < watch.at + watch.bytes;
  const beatAt = symbolOf('pl_arduino_beat_at').at - RAM_OFFSET;
  const beat = () => cpu.dataView.getUint32(beatAt, true);
  const most: Counted = { byte: 0, clock: 0, release: 0, dispatch: 0 };
  const note = (name: keyof Counted, cycles: number) => (most[name] = Math.max(most[name], cycles));
  const vectors = new Map<number | null, keyof Counted>([
    [USART_UDRE, 'byte'],
    [TIMER0_OVF, 'clock'],
  ]);
  /** Time in interrupts until now, and the one that runs. */
  let stolen = 0;
  let interrupt: { readonly vector: number | null; readonly sp: number; readonly from: number } | null = null;
  let call: { readonly sp: number; readonly from: number; alarms: number; isPure: boolean; beat: number } | null = null;
  let between: { readonly from: number; isPure: boolean; beat: number } | null = null;
  let turnSp: number | null = null;
  let polls = 0;
  const own = () => cpu.cycles - stolen;
  while (cpu.cycles < COUNTED_CYCLES) {
    const before = cpu.pc;
    board.step();
    const { pc, SP } = cpu;
    if (interrupt !== null) {
      if (SP !== interrupt.sp) continue;
      const took = cpu.cycles - interrupt.from;
      stolen += took;
      const name = vectors.get(interrupt.vector);
      if (name !== undefined) note(name, took);
      interrupt = null;
    } else if (pc < board.vectorsEnd) {
      const from = cpu.cycles - chip.interruptEntryCycles;
      interrupt = { vector: board.vectorAt(pc), sp: SP + cpu.returnAddressBytes, from };
      continue;
    }
    if (others.has(pc)) {
      if (call !== null) call.isPure = false;
      if (between !== null) between.isPure = false;
    }
    if (pc === alarm) {
      if (call !== null) call.alarms++;
      if (between !== null) between.isPure = false;
    }
    // As the program does, without the first looks after a pause.
    if (pc === watch.at / 2) polls = 0;
    if (pc === unlock && call === null && isInWatch(before)) {
      polls++;
      call = { sp: SP + cpu.returnAddressBytes, from: own(), alarms: 0, isPure: polls > SETTLED, beat: beat() };
    } else if (call !== null && SP === call.sp) {
      if (call.alarms === 1 && call.isPure && call.beat === beat()) note('release', own() - call.from);
      call = null;
    }
    if (pc === turn) {
      if (between?.isPure && between.beat === beat()) note('dispatch', own() - between.from);
      between = null;
      turnSp = SP + cpu.returnAddressBytes;
    } else if (turnSp !== null && SP === turnSp) {
      turnSp = null;
      between = { from: own(), isPure: true, beat: beat() };
    }
  }
  return most;
}

/** What the overheads add to a figure (generator/calibration/overheads.ts). */
const RESERVE: Counted = { byte: 1.08, clock: 1, release: 1.06, dispatch: 1.06 };
const CORE: ReadonlySet<FigureName> = new Set(['byte', 'clock']);
const RAM_OFFSET = 0x800000;
/** Of templates/calibration/arduino-superloop.h. */
const SETTLED = 100;

describe.skipIf(!isReady).each([
  { title: 'an Arduino Pro Mini', id: 'pro16MHzatmega328', facts: PRO_MINI, emulated: uno, chip: ATMEGA328P },
  { title: 'an Arduino Mega ADK', id: 'megaADK', facts: MEGA_ADK, emulated: mega, chip: ATMEGA2560 },
])('a calibration of $title', ({ id, facts, emulated, chip }) => {
  let record: CalibrationRecord;
  let most: Counted;

  beforeAll(async () => {
    const result = await measured(id, facts, emulated);
    record = result.record;
    most = await counted(result.first, chip);
  }, PATIENCE_MS);

  it.each(['byte', 'clock', 'release', 'dispatch'] as const)('bounds the counted cycles of %s within 10 %%', (name) => {
    // The interrupts of the core are the same in all programs, and the longest one counts.
    const programs = CORE.has(name) ? record.programs : record.programs.slice(0, 1);
    const seen = Math.max(...programs.map(({ figures }) => figureOf(figures, name).most));
    expect(seen * RESERVE[name], `counted ${most[name]}`).toBeGreaterThanOrEqual(most[name]);
    expect(seen, `counted ${most[name]}`).toBeLessThanOrEqual(1.1 * most[name]);
  });

  // The loads of the bytes of earlier jobs and of the beat are charged once, so they cannot pay for the parts of each job.
  it('shows that the shipped overheads bound each part of a job', () => {
    const shipped = superloopOf(facts.clockHz).overheads;
    if (shipped === null) throw new Error('no overheads are shipped');
    const cycles = (ns: number) => (ns * facts.clockHz) / 1e9;
    const [two] = record.programs;
    if (two === undefined) throw new Error('nothing was measured');
    const eachOf = (name: FigureName, bytes: number) => figureOf(two.figures, name).most / bytes;
    const byte = eachOf('prepare', PREPARED_BYTES) + eachOf('send', SENT_BYTES) + most.byte;
    const { contextSwitchNs, contextSwitchPerTaskNs = 0, releaseNs, releasePerTaskNs = 0, tracePerJobNs } = shipped;
    const job = contextSwitchNs + two.tasks * contextSwitchPerTaskNs + tracePerJobNs;
    expect(cycles(job)).toBeGreaterThanOrEqual(most.dispatch + BYTES_PER_JOB * byte);
    expect(cycles(releaseNs + two.tasks * releasePerTaskNs)).toBeGreaterThanOrEqual(most.release);
    const left = shipped.loads?.find(({ name }) => name === 'telemetry left over');
    expect(cycles(left?.costNs ?? 0)).toBeGreaterThanOrEqual(eachOf('send', SENT_BYTES) + most.byte);
  });

  it('is used for sketches of this board', () => {
    const read = readCalibration(JSON.stringify(record));
    if (!read.ok) throw new Error(read.problem);
    const calibrated = calibratedOf(read.record, null);
    const sketch = { board: id, boardFacts: facts, target: 'superloop' as const };
    expect(countedOverheads(sketch, [calibrated]).overheads).toEqual(calibrated.overheads);
    expect(calibrated.label).toBe(facts.name);
    expect(calibrated.overheads.tickNs).toBeLessThan(10_000);
  });
});
