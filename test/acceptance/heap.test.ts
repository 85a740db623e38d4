/**
 * The heap: two tasks that preempt each other can use it, and no allocation extends beyond its end.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildSketch } from '../../app/host/pipeline.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch, TargetName } from '../../generator/sketch/model.ts';
import { describeMissing, findTools, type Missing } from '../../platformio/setup/tools.ts';
import { decode, runOnCortex, runOnUno, type TracedRun } from '../golden/traced-run.ts';

const tools = findTools();
const dir = mkdtempSync(path.join(tmpdir(), 'polyloop-heap-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

interface Place {
  readonly board: string;
  readonly target: TargetName;
  readonly needs: readonly ({ readonly installed: true } | Missing)[];
}

const arm = [tools.armGcc, tools.armGxx, tools.qemuArm];
const PLACES: readonly Place[] = [
  { board: 'uno', target: 'superloop', needs: [tools.pio] },
  { board: 'uno', target: 'freertos', needs: [tools.pio, tools.freertosKernel] },
  { board: 'mps2-an385', target: 'superloop', needs: arm },
  { board: 'mps2-an385', target: 'freertos', needs: [...arm, tools.freertosKernel] },
];

/**
 * Allocates blocks of various sizes and checks each before it is freed. Most of the time is spent
 * in the allocator.
 */
const CHURN = `
struct Held { unsigned char *at[3]; unsigned char size[3]; };
static Held held[2];
static bool right(char tag, unsigned seed, unsigned length)
{
  Held &mine = held[tag == 'A'];
  bool same = true;
  for (unsigned i = 0; i < length; i++) {
    const unsigned slot = (seed + i) % 3;
    unsigned char *block = mine.at[slot];
    for (unsigned char n = 0; block != NULL && n < mine.size[slot]; n++) {
      same = same && block[n] == (unsigned char)(tag + slot);
    }
    free(block);
    mine.size[slot] = (unsigned char)(2 + (seed * 7 + i * 5) % 9);
    mine.at[slot] = block = (unsigned char *)malloc(mine.size[slot]);
    if (block != NULL) memset(block, tag + (int)slot, mine.size[slot]);
  }
  return same;
}
`;

/** Appends one character at a time to a String of the Uno's Arduino core. */
const STRING = `
static bool right(char tag, unsigned seed, unsigned length)
{
  String text;
  for (unsigned i = 0; i < length; i++) {
    text += (char)(tag + (seed + i) % 10);
  }
  bool same = text.length() == length;
  for (unsigned i = 0; same && i < length; i++) {
    same = text[i] == (char)(tag + (seed + i) % 10);
  }
  return same;
}
`;

const count = (name: string, tag: string, length: number) =>
  `static unsigned k; if (right('${tag}', k++, ${length})) ${name}Right++; else ${name}Wrong++;`;

const concurrent = (prelude: string, rounds: number): Partial<Sketch> => ({
  prelude: `${prelude} static unsigned fastRight, fastWrong, slowRight, slowWrong;`,
  tasks: [
    newTask('fast', { periodUs: 3700, budgetUs: 2000, body: count('fast', 'A', 14) }),
    newTask('slow', {
      periodUs: 60_000,
      budgetUs: 25_000,
      body: `for (int n = 0; n < ${rounds}; n++) { ${count('slow', 'a', 32)} }`,
    }),
    newTask('report', {
      periodUs: 1_900_000,
      budgetUs: 20_000,
      offsetUs: 1_800_000,
      body: [
        'Serial.print(fastRight); Serial.print(" "); Serial.print(fastWrong); Serial.print(" ");',
        'Serial.print(slowRight); Serial.print(" "); Serial.println(slowWrong);',
      ].join('\n'),
    }),
  ],
});

/**
 * Allocates the whole heap in blocks of one size, checks that each block keeps its content, and
 * frees the blocks.
 */
const exhausted = (gapBytes: number): Partial<Sketch> => ({
  prelude: `
struct Block { Block *before; unsigned char rest[10]; unsigned char gap[${gapBytes}]; };
static unsigned taken, spoilt;
static void takeAll()
{
  Block *last = NULL;
  taken = spoilt = 0;
  for (;;) {
    Block *block = (Block *)malloc(sizeof(Block));
    if (block == NULL) break;
    memset(block->rest, (int)(taken % 251), sizeof block->rest);
    block->before = last;
    last = block;
    taken++;
  }
  for (unsigned left = taken; last != NULL; left--) {
    for (unsigned i = 0; i < sizeof last->rest; i++) {
      if (last->rest[i] != (left - 1) % 251) { spoilt++; break; }
    }
    Block *before = last->before;
    free(last);
    last = before;
  }
}
`,
  tasks: [
    newTask('taker', {
      periodUs: 500_000,
      budgetUs: 400_000,
      body: [
        'void *huge = malloc((size_t)-1 / 3); bool refused = huge == NULL; free(huge);',
        'takeAll(); unsigned first = taken; takeAll();',
        'Serial.print(refused); Serial.print(" "); Serial.print(first); Serial.print(" "); Serial.print(taken);',
        'Serial.print(" "); Serial.println(spoilt);',
      ].join('\n'),
    }),
  ],
});

async function run({ board, target }: Place, name: string, values: Partial<Sketch>, runUs: number): Promise<TracedRun> {
  const sketch = newSketch(name, { ...values, board, target });
  const lines: string[] = [];
  const { firmware, message } = await buildSketch(
    {
      sketch,
      dir: path.join(dir, `${board}-${target}`),
      tool: 'platformio',
      repeat: true,
      signal: new AbortController().signal,
      onLine: ({ text }) => lines.push(text),
    },
    { tools },
  );
  if (firmware === null) throw new Error([message ?? '', ...lines].join('\n'));
  if (board === 'uno') return runOnUno(firmware.path, runUs);
  return decode((await runOnCortex(firmware.path, runUs)).bytes);
}

const RUN_US = 2_000_000;

for (const place of PLACES) {
  const { board, target, needs } = place;
  const absent = needs.find((part): part is Missing => !part.installed);
  if (absent) console.warn(`Not tried, the heap on ${board} with ${target}: ${describeMissing(absent)}`);

  describe.skipIf(absent !== undefined)(`the heap on ${board} with ${target}`, () => {
    it.each(board === 'uno' ? [CHURN, STRING] : [CHURN])(
      'keeps the data of tasks that preempt each other',
      async (prelude) => {
        const found = await run(place, 'concurrent', concurrent(prelude, board === 'uno' ? 9 : 150), RUN_US);
        const [fastRight = 0, fastWrong, slowRight = 0, slowWrong] = found.text.trim().split(' ').map(Number);
        expect([fastWrong, slowWrong]).toEqual([0, 0]);
        expect(fastRight).toBeGreaterThan(200);
        expect(slowRight).toBeGreaterThan(200);
        if (target === 'superloop') return;
        const preempted = found.events.filter(({ kind, object }) => kind === 'switch-out' && object === 1);
        expect(preempted.length).toBeGreaterThan(20);
      },
      120_000,
    );

    it('ends where the stack begins, and reuses freed blocks', async () => {
      const gapBytes = board === 'uno' ? 10 : 50_000;
      const { text } = await run(place, 'exhausted', exhausted(gapBytes), 1_200_000);
      const reports = text
        .trim()
        .split('\r\n')
        .map((line) => line.split(' ').map(Number));
      expect(reports.length).toBeGreaterThanOrEqual(2);
      for (const [refused, first = 0, taken, spoilt] of reports) {
        expect({ refused, taken, spoilt }).toEqual({ refused: 1, taken: first, spoilt: 0 });
        expect(first).toBeGreaterThan(10);
      }
    }, 120_000);
  });
}
