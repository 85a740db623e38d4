/**
 * The bound of the one stack on which jobs preempt each other, on the Uno and the Mega: compared with the depth that
 * programs reach, and for the code of each element.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { StackUse } from '../../app/contract/builds.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import { avrConfig } from '../../app/host/devices/avr/config.ts';
import { readIntelHex } from '../../app/host/devices/avr/intel-hex.ts';
import { buildSketch } from '../../app/host/pipeline.ts';
import { boardById } from '../../generator/boards/index.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { usually } from '../every-case.ts';
import { Random } from '../random.ts';
import { missing, parseSketch } from './firmware.ts';

const UNTOUCHED = 0xa5;
/** Handlers, and interrupts that come together, are on top of the deepest point only by chance. Unit: bytes. */
const MOST_ABOVE = 400;
const dir = mkdtempSync(path.join(tmpdir(), 'polyloop-levels-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Code that uses so many bytes of the stack for so long. */
const deep = (bytes: number, us: number) =>
  `volatile uint8_t a[${bytes}]; a[0] = 1; delayMicroseconds(${us}); a[${bytes - 1}] = a[0];`;

const task = (name: string, periodUs: number, more: object) => ({ name, periodUs, budgetUs: 3000, ...more });
const sketchOf = (more: object) => ({ polyloop: 1, name: 'x', board: 'uno', target: 'preemptive', ...more });

async function built(file: object, target = 'preemptive') {
  const sketch = parseSketch(JSON.stringify({ ...file, target }));
  const signal = new AbortController().signal;
  const request = { sketch, dir: path.join(dir, target), tool: 'platformio', repeat: true, signal } as const;
  const { firmware, memory, message } = await buildSketch({ ...request, onLine: () => {} }, { tools: findTools() });
  if (firmware === null || memory === null) throw new Error(message ?? 'no firmware');
  return { firmware, memory, stacks: memory.stacks ?? [] };
}

/** The bytes of the stack that the program takes in this time. Unit: s of board time. */
function usedStack({ firmware, memory }: Awaited<ReturnType<typeof built>>, id: string, seconds: number): number {
  const chip = avrConfig(boardById(id)?.mcu ?? '');
  const board = new AvrBoard(readIntelHex(readFileSync(firmware.path), chip.flashBytes), {}, chip);
  board.memory.fill(UNTOUCHED, chip.sramStart);
  board.runCycles(seconds * chip.clockHz);
  const above = board.memory.subarray(chip.sramStart + memory.ramBytes);
  return above.length - above.findIndex((byte) => byte !== UNTOUCHED);
}

/**
 * Tasks of random depth that preempt each other. Some of them lock a resource, print, or are stopped, and some programs
 * have an interrupt.
 */
function randomSketch(seed: number, board: string): object {
  const random = new Random(seed);
  const count = random.whole(2, 5);
  const tasks = Array.from({ length: count }, (_, index) => {
    const periodUs = 6000 * 2 ** index + random.whole(0, 3000);
    const runUs = Math.floor(periodUs / (2 * count));
    const code = [
      deep(random.whole(1, 90), runUs),
      ...(random.chance(0.4) ? ['r_lock(); r_unlock();'] : []),
      ...(random.chance(0.3) ? ['Serial.println(micros());'] : []),
    ].join('\n');
    const more = random.chance(0.3) ? { exhaustion: 'stop' } : {};
    return task(`t${index}`, periodUs, { budgetUs: runUs + 2000, body: code, ...more });
  });
  return sketchOf({
    ...{ board, tasks, policy: random.chance(0.5) ? 'edf' : 'rate-monotonic' },
    resources: [{ name: 'r', users: tasks.map(({ name }) => ({ task: name, criticalSectionUs: 100 })) }],
    interrupts: random.chance(0.4) ? [interrupt({ handlerBudgetUs: 0, body: deep(random.whole(1, 60), 10) })] : [],
  });
}

const levelOf = (stacks: readonly StackUse[], name: string): number =>
  stacks[0]?.levels?.find(({ tasks }) => tasks.includes(name))?.bytes ?? 0;

/** An edge on pin 2 calls a handler, which is a job, or a bottom half. */
const interrupt = (more: object) => ({
  ...{ name: 'edge', pin: '2', ioBudgetUs: 4000, ioPeriodUs: 20_000, bottomHalfUs: 100, handlerPeriodUs: 20_000 },
  ...more,
});

const reason = missing === null ? '' : ` (${missing})`;
const RANDOM = ['uno', 'mega'].flatMap((board) =>
  Array.from({ length: usually(1, 12) }, (_, index) => ({ board, seed: index + 1 })),
);

describe.skipIf(missing !== null)(`the bound of one stack${reason}`, () => {
  it.each(RANDOM)(
    'covers what a random program reaches: $board, seed $seed',
    async ({ board, seed }) => {
      const program = await built(randomSketch(seed, board));
      const used = usedStack(program, board, 3);
      const [shared] = program.stacks;
      expect(shared?.unknown).toEqual([]);
      expect(shared?.bytes).toBeGreaterThanOrEqual(used);
    },
    120_000,
  );

  it.each(['uno', 'mega'])(
    'has a figure for each level, and covers what a program with a job of each level on its stack reaches: %s',
    async (board) => {
      const sketch = sketchOf({
        board,
        tasks: [
          task('slow', 100_000, { budgetUs: 40_000, body: `${deep(120, 30_000)}` }),
          task('middle', 20_000, { budgetUs: 9000, body: deep(90, 8000), budgetHandler: deep(30, 10) }),
          task('fast', 5000, { budgetUs: 1500, body: `r_lock(); ${deep(60, 1000)} r_unlock();` }),
          { name: 'rest', kind: 'background', body: deep(40, 100) },
        ],
        resources: [{ name: 'r', users: [{ task: 'fast', criticalSectionUs: 1200 }] }],
      });
      const program = await built(sketch);
      const used = usedStack(program, board, 3);
      const [shared] = program.stacks;
      expect(shared?.unknown).toEqual([]);
      expect(shared?.levels?.map(({ part, tasks }) => [part, ...tasks])).toEqual([
        ['main', 'rest'],
        ['jobs', 'slow'],
        ['jobs', 'middle'],
        ['jobs', 'fast'],
        ['handlers'],
        ['interrupts'],
      ]);
      expect(shared?.bytes).toBe(shared?.levels?.reduce((sum, { bytes }) => sum + bytes, 0));
      expect(shared?.bytes).toBeGreaterThanOrEqual(used);
      expect(shared?.bytes).toBeLessThan(used + MOST_ABOVE);
    },
    120_000,
  );

  it.each(['preemptive', 'freertos'])(
    'counts the code of an interrupt: %s',
    async (target) => {
      const handled = (bytes: number) =>
        sketchOf({
          tasks: [task('a', 20_000, {})],
          interrupts: [interrupt({ handlerBudgetUs: 1000, body: deep(bytes, 10) })],
        });
      if (target === 'freertos' && !findTools().freertosKernel.installed) return;
      const [shallow, far] = [await built(handled(20), target), await built(handled(220), target)];
      const of = ({ stacks }: typeof far) =>
        target === 'preemptive'
          ? levelOf(stacks, 'edge')
          : (stacks.find((stack) => stack.task === 'edge')?.certainBytes ?? 0);
      // The shallow one is hidden below other calls.
      expect(of(far)).toBeGreaterThanOrEqual(220);
      expect(of(far) - of(shallow)).toBeGreaterThanOrEqual(100);
    },
    240_000,
  );

  it.each(['preemptive', 'superloop'])(
    'counts a bottom half: %s',
    async (target) => {
      const handled = (bytes: number) =>
        sketchOf({
          tasks: [task('a', 20_000, {})],
          interrupts: [interrupt({ handlerBudgetUs: 0, body: deep(bytes, 10) })],
        });
      const [shallow, far] = [await built(handled(20), target), await built(handled(220), target)];
      expect((far.stacks[0]?.bytes ?? 0) - (shallow.stacks[0]?.bytes ?? 0)).toBeGreaterThanOrEqual(100);
      expect(far.stacks[0]?.unknown).toEqual([]);
    },
    240_000,
  );

  it('counts one of several tasks with the same deadline under EDF, because these never preempt each other', async () => {
    const same = sketchOf({
      policy: 'edf',
      tasks: ['a', 'b', 'c'].map((name, index) => task(name, 20_000, { body: deep(40 * index + 20, 10) })),
    });
    const [shared] = (await built(same)).stacks;
    const jobs = shared?.levels?.filter(({ part }) => part === 'jobs');
    expect(jobs?.map(({ tasks }) => tasks.toSorted())).toEqual([['a', 'b', 'c']]);
  }, 120_000);

  it('refuses a real board where the levels need more than the variables leave', async () => {
    const crowded = sketchOf({
      tasks: [20_000, 30_000, 40_000].map((periodUs, index) => task(`t${index}`, periodUs, { body: deep(500, 10) })),
    });
    const { firmware, stacks } = await built(crowded);
    expect(stacks[0]?.certainBytes).toBeGreaterThan(stacks[0]?.availableBytes ?? 0);
    expect(firmware.stackProblem).toMatch(
      /leave \d+ bytes of RAM for the stack, and the code needs \d+: 3 jobs can be on it/,
    );
  }, 120_000);
});
