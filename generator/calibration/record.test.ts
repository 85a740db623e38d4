import { describe, expect, it } from 'vitest';
import { uno } from '../boards/uno/index.ts';
import { contextOf } from '../judge/context.ts';
import { overheadSource } from '../judge/overheads.ts';
import { newSketch } from '../sketch/create.ts';
import { FIGURES, figureOf, type Mark, readMarks } from './figures.ts';
import { calibrationPrograms } from './programs.ts';
import { type CalibrationRecord, calibratedOf, readCalibration, staleReason } from './record.ts';
import { testRecord, testStackRecord, testThreadsRecord } from './test-record.ts';

const now = { runtime: '12345678', compiler: 'GCC 5.4.0' };
const marksOf = (most: number): Mark[] =>
  FIGURES.superloop.flatMap((_, index): Mark[] => [
    [2 * index, most],
    [2 * index + 1, 3],
  ]);
const COMPILER: Mark = [2 * FIGURES.superloop.length, 50_400];

describe('the marks of a calibration program', () => {
  it('give the last value of each figure, and the compiler', () => {
    const read = readMarks(FIGURES.superloop, [...marksOf(10), COMPILER, ...marksOf(20)]);
    if (!read.ok) throw new Error('not read');
    expect(read.result.figures.release).toEqual({ most: 20, count: 3 });
    expect(read.result.compiler).toBe('5.4.0');
  });

  it('lack what was never seen or never sent', () => {
    expect(readMarks(FIGURES.superloop, [...marksOf(10), COMPILER, [5, 0]])).toEqual({
      ok: false,
      missing: ['release'],
    });
    expect(readMarks(FIGURES.superloop, marksOf(10))).toEqual({ ok: false, missing: ['compiler'] });
    expect(readMarks(FIGURES.superloop, [])).toEqual({ ok: false, missing: [...FIGURES.superloop, 'compiler'] });
  });
});

describe('the record of a calibration', () => {
  const problemOf = (document: unknown): string => {
    const read = readCalibration(typeof document === 'string' ? document : JSON.stringify(document));
    return read.ok ? 'no problem' : read.problem;
  };

  it('is read as it was written', () => {
    expect(readCalibration(JSON.stringify(testRecord()))).toEqual({ ok: true, record: testRecord() });
  });

  it.each([
    ['no JSON', '{', 'not valid JSON'],
    [
      'a figure that is missing',
      { ...testRecord(), programs: [{ measures: 'tasks', tasks: 2, policy: 'fixed', figures: {} }] },
      'not valid at /programs/0/figures/byte',
    ],
    ['another member', { ...testRecord(), more: 1 }, 'not valid at /'],
    [
      'a program that is missing',
      { ...testRecord(), programs: testRecord().programs.slice(1) },
      'incomplete: it lacks the program with 2 tasks, fixed',
    ],
    [
      'a figure of another target',
      { ...testRecord(), programs: testThreadsRecord().programs },
      'not valid at /programs/0/figures/beat',
    ],
    ['an unknown board', { ...testRecord(), board: 'toaster' }, 'cannot be calibrated'],
    ['a target without a program', { ...testRecord(), board: 'host' }, 'cannot be calibrated'],
  ])('is refused with the reason and the remedy: %s', (_, document, reason) => {
    expect(problemOf(document)).toContain(reason);
    expect(problemOf(document)).toMatch(/Calibrate the board again, or go back to the shipped overheads\.$/);
  });

  it('is stale if another runtime or compiler made it', () => {
    expect(staleReason(testRecord(), now)).toBeNull();
    expect(staleReason(testRecord(), { ...now, compiler: null })).toBeNull();
    expect(staleReason(testRecord(), { ...now, runtime: '00000000' })).toContain('runtime');
    expect(staleReason(testRecord(), { ...now, compiler: 'GCC 7.3.0' })).toContain('GCC 7.3.0');
  });
});

describe('the overheads of a calibration', () => {
  const shipped = uno.targets.superloop?.overheads;
  const calibrated = (record: CalibrationRecord = testRecord()) => calibratedOf(record, staleReason(record, now));

  it('bound each figure at both numbers of tasks', () => {
    const { overheads } = calibrated();
    for (const { measures, tasks, policy, figures } of testRecord().programs) {
      if (measures === 'interrupts') continue;
      const { edfSwitchNs = 0, edfSwitchPerTaskNs = 0, contextSwitchNs, contextSwitchPerTaskNs = 0 } = overheads;
      const dispatchNs =
        policy === 'edf' ? edfSwitchNs + tasks * edfSwitchPerTaskNs : contextSwitchNs + tasks * contextSwitchPerTaskNs;
      expect(dispatchNs).toBeGreaterThanOrEqual(figureOf(figures, 'dispatch').most * 62.5);
      expect(overheads.releaseNs + tasks * (overheads.releasePerTaskNs ?? 0)).toBeGreaterThanOrEqual(
        figureOf(figures, 'release').most * 62.5,
      );
      expect(overheads.tickNs).toBeGreaterThanOrEqual(figureOf(figures, 'clock').most * 62.5);
    }
  });

  it('do not assume less under EDF than by priorities for one task', () => {
    const {
      edfSwitchNs = 0,
      edfSwitchPerTaskNs = 0,
      contextSwitchNs,
      contextSwitchPerTaskNs = 0,
    } = calibrated().overheads;
    expect(edfSwitchNs + edfSwitchPerTaskNs).toBeGreaterThanOrEqual(contextSwitchNs + contextSwitchPerTaskNs);
  });

  it('keep the shipped figures of what is not measured', () => {
    const { overheads } = calibrated();
    expect(overheads.interrupts?.loads).toEqual(shipped?.interrupts?.loads);
    expect(overheads.interrupts?.perInterruptNs).toBe(shipped?.interrupts?.perInterruptNs);
    expect(overheads.libraryLoads).toEqual(shipped?.libraryLoads);
    expect(overheads.tickPeriodNs).toBe(shipped?.tickPeriodNs);
  });

  it('count the measured delivery, its masking and the release of its handler', () => {
    const { interrupts, releaseNs, releasePerTaskNs = 0 } = calibrated().overheads;
    const { maskingNs = 0 } = shipped?.interrupts ?? {};
    expect(maskingNs).toBeGreaterThan(0);
    const [measured] = testRecord().programs.flatMap(({ figures }) => figures.delivery ?? []);
    const leastNs = maskingNs + (measured?.most ?? Number.NaN) * 62.5 + releaseNs + releasePerTaskNs;
    expect(interrupts?.deliveryNs).toBeGreaterThanOrEqual(leastNs);
    expect(interrupts?.deliveryNs).toBeLessThan(1.2 * leastNs);
  });

  it('are counted by the analysis, unless they are stale or of another board', () => {
    const sketch = newSketch('s');
    const overheadsWith = (...all: Parameters<typeof staleReason>[]) =>
      contextOf(
        sketch,
        false,
        all.map((one) => calibratedOf(one[0], staleReason(...one))),
      ).overheads;
    expect(overheadsWith([testRecord(), now])).toEqual(calibrated().overheads);
    expect(overheadsWith([testRecord(), { ...now, runtime: '00000000' }])).toBe(shipped);
    expect(overheadsWith([{ ...testRecord(), board: 'nano' }, now])).toBe(shipped);
    expect(contextOf(sketch, true, [calibrated()]).overheads).toBeNull();
  });

  it('are named with the day and the board', () => {
    const sketch = newSketch('s');
    const words = (record: CalibrationRecord, tools = now) =>
      overheadSource(sketch, [calibratedOf(record, staleReason(record, tools))]);
    expect(overheadSource(sketch, [])).toBe('shipped overheads');
    expect(words(testRecord())).toBe('overheads measured on this board on 2026-11-23');
    expect(words({ ...testRecord(), device: 'virtual' })).toBe('overheads measured on the virtual board on 2026-11-23');
    expect(words(testRecord(), { ...now, runtime: '00000000' })).toBe(
      'shipped overheads, because those that were measured on 2026-11-23 no longer apply',
    );
    expect(overheadSource({ ...sketch, board: 'host' }, [])).toContain('not measured');
    const boardFacts = {
      ...{ name: 'x', platform: 'p', mcu: 'm', usb: [], clockHz: 16_000_000, ramBytes: 1, flashBytes: 1 },
    };
    expect(overheadSource({ ...sketch, board: 'x', boardFacts }, [])).toBe(
      'overheads of ATmega328P/2560, because none were measured on this board',
    );
  });
});

it('has a program for each number of tasks and each order, and one for interrupts', () => {
  const names = calibrationPrograms('superloop').map((one) => `${one.measures} ${one.policy} ${one.tasks}`);
  expect(new Set(names).size).toBe(5);
  expect(names.at(-1)).toBe('interrupts fixed 1');
});

describe.each([
  { title: 'FreeRTOS', record: testThreadsRecord() },
  { title: 'preemption on one stack', record: testStackRecord() },
])('the overheads of a calibration of $title', ({ record }) => {
  const { overheads } = calibratedOf(record, null);
  const at = (baseNs: number | undefined, perTaskNs: number | undefined, tasks: number) =>
    (baseNs ?? 0) + tasks * (perTaskNs ?? 0);

  it('are read as they were written', () => {
    expect(readCalibration(JSON.stringify(record))).toEqual({ ok: true, record });
  });

  it.each(record.programs.filter(({ measures }) => measures === 'tasks'))(
    'bound a release and a preemption: $tasks tasks, $policy',
    (program) => {
      const { tasks, policy, figures } = program;
      const ns = (name: 'release' | 'to-job' | 'from-job') => figureOf(figures, name).most * 62.5;
      const isEdf = policy === 'edf';
      const releaseNs = isEdf
        ? at(overheads.edfReleaseNs, overheads.edfReleasePerTaskNs, tasks)
        : at(overheads.releaseNs, overheads.releasePerTaskNs, tasks);
      const switchNs = isEdf
        ? at(overheads.edfSwitchNs, overheads.edfSwitchPerTaskNs, tasks)
        : at(overheads.contextSwitchNs, overheads.contextSwitchPerTaskNs, tasks);
      expect(releaseNs).toBeGreaterThanOrEqual(ns('release'));
      expect(releaseNs + 2 * switchNs).toBeGreaterThanOrEqual(ns('to-job') + ns('from-job'));
    },
  );
});

describe('the overheads of a calibration of FreeRTOS', () => {
  const { overheads } = calibratedOf(testThreadsRecord(), null);

  it('keep what was not measured, and count at least the lock and the unlock of a section', () => {
    const shipped = uno.targets.freertos?.overheads;
    expect(overheads).toMatchObject({ heldNs: shipped?.heldNs, blockingNs: shipped?.blockingNs });
    expect(overheads.interrupts?.loads).toEqual(shipped?.interrupts?.loads);
    expect(overheads.interrupts?.perInterruptNs).toBe(shipped?.interrupts?.perInterruptNs);
    expect(overheads.sectionNs).toBeGreaterThanOrEqual((1764 + 1501) * 62.5);
    expect(overheads.tickNs).toBeGreaterThanOrEqual(270 * 62.5);
  });
});

describe('the overheads of a calibration of preemption on one stack', () => {
  const { overheads } = calibratedOf(testStackRecord(), null);
  const shipped = uno.targets.preemptive?.overheads;

  it('keep what was not measured', () => {
    expect(overheads).toMatchObject({ stopNs: shipped?.stopNs, blockingNs: shipped?.blockingNs });
    expect(overheads.loads?.[0]).toEqual(shipped?.loads?.[0]);
    expect(overheads.interrupts?.loads).toEqual(shipped?.interrupts?.loads);
    expect(overheads.interrupts?.perInterruptNs).toBe(shipped?.interrupts?.perInterruptNs);
  });

  it('count a job that waited for a section, the exceeded budget of a job, and the job of a handler', () => {
    const preemptionNs = (2300 + 1000 + 1400 + 500) * 62.5;
    expect(overheads.sectionNs).toBeGreaterThanOrEqual((980 + 850) * 62.5 + preemptionNs);
    expect(overheads.tracePerJobNs).toBeGreaterThanOrEqual(313 * 62.5 + 19.5 * 52 * 62.5);
    const { maskingNs = 0 } = shipped?.interrupts ?? {};
    expect(overheads.interrupts?.deliveryNs).toBeGreaterThanOrEqual(maskingNs + 1300 * 62.5 + preemptionNs);
    expect(overheads.tickNs).toBeGreaterThanOrEqual(104 * 62.5);
  });
});
