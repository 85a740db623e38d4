/**
 * Faulty programs, built by the real toolchain and run on the virtual Uno as `polyloop run` does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSketch } from '../../generator/sketch/read.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { listDevices, openDevice } from '../host/devices/index.ts';
import { healthOf } from '../host/measuring/health.ts';
import { measure } from '../host/measuring/measure.ts';
import { boardOf, buildSketch } from '../host/pipeline.ts';
import { exitCodeOf, healthForJson } from './health-report.ts';

const RUN_NS = 2e9;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-health-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Code {
  readonly prelude?: string;
  readonly setup?: string;
  readonly body?: string;
  readonly board?: string;
  readonly target?: 'superloop' | 'freertos';
  readonly interrupts?: readonly object[];
}

/** Runs two tasks, the first with this code, for two seconds of board time. */
async function run({ prelude = '', board: boardId = 'uno', target = 'superloop', interrupts = [], ...code }: Code) {
  const first = { name: 'first one', periodUs: 20_000, budgetUs: 3_000, ...code };
  const second = { name: 'second', periodUs: 50_000, budgetUs: 3_000, body: 'static volatile unsigned n; n++;' };
  const read = readSketch(
    JSON.stringify({ polyloop: 1, name: 'x', board: boardId, target, prelude, interrupts, tasks: [first, second] }),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { sketch } = read;
  const { signal } = new AbortController();
  const lines: string[] = [];
  const request = {
    sketch,
    dir: join(folder, `${boardId}-${target}`),
    tool: 'platformio' as const,
    repeat: true,
    signal,
  };
  const { firmware } = await buildSketch({ ...request, onLine: ({ text }) => lines.push(text) });
  if (firmware === null) throw new Error(lines.join('\n'));
  const board = boardOf(sketch);
  const [info] = await listDevices(board);
  const device = await openDevice(info?.id ?? '', board);
  const measurement = await measure({ device, firmware, durationNs: RUN_NS, signal });
  const health = healthOf(sketch, measurement, false);
  const [finding] = health.findings;
  return {
    ...health,
    finding,
    exitCode: exitCodeOf(measurement, health),
    document: healthForJson(measurement, health),
  };
}

const DEEP = `static volatile unsigned sink;
static __attribute__((noinline)) unsigned deep(unsigned n) {
  volatile char b[32];
  for (unsigned char i = 0; i < 32; i++) b[i] = (char)n;
  sink = b[3];
  return n == 0 ? 0 : deep(n - 1) + b[5];
}`;
const TENTH = 'static unsigned n; if (++n == 10) ';

describe.skipIf(!findTools().pio.installed)('a program on the virtual Uno', () => {
  it('that works is healthy', async () => {
    const { health, label, findings, exitCode, document } = await run({ body: 'delay(1);' });
    expect({ health, label, findings, exitCode }).toEqual({
      health: 'ok',
      label: 'No misses',
      findings: [],
      exitCode: 0,
    });
    expect(document).toMatchObject({ outcome: 'finished', message: null });
  });

  it.each<[string, Code, string, number, RegExp, RegExp]>([
    [
      'hangs in a body with interrupts off',
      { body: `${TENTH}{ noInterrupts(); while (1); }` },
      ...([
        'hung',
        16,
        /at 1\d\d\.?\d* ms\. It has sent nothing since, until 2 s/,
        /Interrupts have been off .* in the body of "first one"/,
      ] as const),
    ],
    [
      'hangs in a body',
      { body: `${TENTH}while (1);` },
      ...([
        'hung',
        16,
        /Job 9 of "first one" has run since 1\d\d\.?\d* ms and has not ended/,
        /The code of "first one" is stuck in an endless loop/,
      ] as const),
    ],
    [
      'hangs in an interrupt routine',
      {
        prelude: 'ISR(INT0_vect) { while (1); }',
        setup: 'DDRD |= 4; EICRA |= 3; EIMSK |= 1;',
        body: `${TENTH}PORTD |= 4;`,
      },
      ...(['hung', 16, /sent nothing/, /in the routine of interrupt INT0/] as const),
    ],
    [
      'hangs in its set-up',
      { setup: 'noInterrupts(); while (1);' },
      ...([
        'silent',
        13,
        /sent \d+ bytes at its start and then nothing, until 2 s/,
        /in the setup of "first one"/,
      ] as const),
    ],
    [
      'switches the transmitter off at once',
      { setup: 'UCSR0B = 0;' },
      ...(['silent', 13, /then nothing, until 2 s/, /UCSR0B/] as const),
    ],
    [
      'switches the transmitter off later',
      { body: `${TENTH}UCSR0B = 0;` },
      ...(['silent', 13, /nothing since 1\d\d\.?\d* ms/, /UCSR0B/] as const),
    ],
    [
      'changes the bit rate',
      { body: `${TENTH}UBRR0 = 103;` },
      ...([
        'garbage',
        14,
        /no telemetry after readable telemetry/,
        /set the serial port to 19230 .* needs 500000/,
      ] as const),
    ],
    [
      'changes the bit rate before it sends anything',
      { setup: 'UBRR0 = 103;' },
      ...(['garbage', 14, /sent \d+ bytes that are no telemetry\./, /19230/] as const),
    ],
    [
      'is reset by the watchdog repeatedly',
      { prelude: '#include <avr/wdt.h>', body: `${TENTH}{ wdt_enable(WDTO_15MS); while (1); }` },
      ...(['reset', 12, /started again 10 times/, /watchdog reset the chip.*in the body of "first one"/] as const),
    ],
    [
      'jumps to its beginning repeatedly',
      { body: `${TENTH}asm volatile("jmp 0");` },
      ...(['reset', 12, /started again 1\d times/, /jumped to address 0/] as const),
    ],
    [
      'recurses until the stack leaves RAM',
      { prelude: DEEP, body: `${TENTH}sink = deep(60000);` },
      ...([
        'stack-overflow',
        11,
        /into the program's variables in the body of "first one", in deep/,
        /one stack/,
      ] as const),
    ],
    [
      'overwrites variables with its stack, and might continue',
      { prelude: DEEP, body: `${TENTH}sink = deep(56);` },
      ...([
        'stack-overflow',
        11,
        /At 18\d\.?\d* ms the stack grew by \d+ bytes/,
        /Variables were overwritten/,
      ] as const),
    ],
    [
      'jumps to an address without code',
      { body: `${TENTH}((void (*)())0x3800)();` },
      ...(['crashed', 10, /where there is no code/, /bad pointer/] as const),
    ],
  ])('that %s', async (_what, code, kind, exit, sentence, cause) => {
    const { health, finding, exitCode, document } = await run(code);
    expect({ kind: finding?.kind, health, exitCode }).toEqual({ kind, health: 'failed', exitCode: exit });
    expect(finding?.sentence).toMatch(sentence);
    expect(finding?.cause).toMatch(cause);
    expect(finding?.remedy).not.toBe('');
    expect(document).toMatchObject({ outcome: 'failed', message: expect.any(String) });
  });

  it('that drops releases is healthy, and their number is reported', async () => {
    const { health, finding, exitCode } = await run({ body: 'delay(50);' });
    expect({ health, exitCode }).toEqual({ health: 'misses', exitCode: 0 });
    expect(finding).toMatchObject({ kind: 'missing-jobs', severity: 'warning', element: { name: 'first one' } });
    expect(finding?.sentence).toMatch(/"first one" completed \d+ jobs of the \d+ that were due/);
  });
});

const { pio, freertosKernel } = findTools();

describe.skipIf(!pio.installed || !freertosKernel.installed)('a program with FreeRTOS on the virtual Uno', () => {
  const storm = {
    name: 'storm',
    source: 'timer2',
    ioBudgetUs: 3000,
    ioPeriodUs: 20_000,
    bottomHalfUs: 200,
    handlerBudgetUs: 0,
    handlerPeriodUs: 20_000,
  };
  const setup = 'TCCR2A = _BV(WGM21); TCCR2B = _BV(CS22); OCR2A = 249;';
  const bottomHalf = (bytes: number) =>
    `volatile uint8_t b[${bytes}]; b[0] = 1; b[${bytes - 1}] = b[0]; static volatile uint8_t n; n += b[${bytes - 1}];`;

  it('that works is healthy', async () => {
    const { findings, exitCode } = await run({
      target: 'freertos',
      setup,
      interrupts: [{ ...storm, body: bottomHalf(20) }],
    });
    expect({ findings, exitCode }).toEqual({ findings: [], exitCode: 0 });
  });

  it('that overwrites variables in an interrupt fails, even if it seems to work', async () => {
    const { health, finding, exitCode } = await run({
      target: 'freertos',
      setup,
      interrupts: [{ ...storm, body: bottomHalf(900) }],
    });
    expect({ health, kind: finding?.kind, exitCode }).toEqual({
      health: 'failed',
      kind: 'stack-overflow',
      exitCode: 11,
    });
    expect(finding?.sentence).toMatch(/the stack of interrupts and setup code grew by \d+ bytes into/);
  });
});

/** The same columns as above: description, code, kind, exit code, and expected sentence. */
type Trial = readonly [string, Code, string, number, RegExp];

async function expectFinding({ board }: { readonly board: string }, [, code, kind, exit, words]: Trial) {
  const { finding, exitCode } = await run({ ...code, board });
  expect({ kind: finding?.kind, exitCode }).toEqual({ kind, exitCode: exit });
  expect(`${finding?.sentence} ${finding?.cause}`).toMatch(words);
}

const { armGcc, qemuArm, hostCc } = findTools();

describe.skipIf(!armGcc.installed || !qemuArm.installed)('a program on the emulated Arm board', () => {
  it.each<Trial>([
    [
      'writes to an invalid address',
      { body: `${TENTH}*(volatile unsigned *)0xF0000001 = 1;` },
      'crashed',
      10,
      /HardFault in the body of "first one"/,
    ],
    [
      'hangs with interrupts off',
      { body: `${TENTH}{ asm volatile("cpsid i"); for (;;) asm volatile(""); }` },
      'hung',
      16,
      /nothing since, until 2 s.*in the body of "first one"/,
    ],
    ['hangs in a body', { body: `${TENTH}for (;;) asm volatile("");` }, 'hung', 16, /Job 9 of "first one"/],
    [
      'hangs in its set-up',
      { setup: 'asm volatile("cpsid i"); for (;;) asm volatile("");' },
      'silent',
      13,
      /in the setup of "first one"/,
    ],
    [
      'waits forever for an interrupt',
      {
        body: `${TENTH}{ asm volatile("cpsid i"); *(volatile unsigned *)0xE000E010 = 0; *(volatile unsigned *)0xE000E180 = ~0u; for (;;) asm volatile("wfi"); }`,
      },
      'hung',
      16,
      /nothing since/,
    ],
  ])('that %s', async (...trial) => expectFinding({ board: 'mps2-an385' }, trial));

  it('that works is healthy', async () => {
    const { findings, exitCode } = await run({ board: 'mps2-an385', body: '' });
    expect({ findings, exitCode }).toEqual({ findings: [], exitCode: 0 });
  });
});

describe.skipIf(!hostCc.installed)('a program on this computer', () => {
  it.each<Trial>([
    [
      'writes to an invalid address',
      { body: `${TENTH}{ volatile int *volatile p = nullptr; *p = 1; }` },
      'crashed',
      10,
      /ended by SIGSEGV/,
    ],
    ['aborts', { prelude: '#include <stdlib.h>', body: `${TENTH}abort();` }, 'crashed', 10, /SIGABRT/],
    [
      'ends by itself before it sends anything',
      { prelude: '#include <stdlib.h>', body: `${TENTH}_Exit(0);` },
      'silent',
      13,
      /nothing .*until 2 s/,
    ],
  ])('that %s', async (...trial) => expectFinding({ board: 'host' }, trial));
});
