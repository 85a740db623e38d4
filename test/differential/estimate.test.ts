/**
 * The static estimate beside the time that the virtual boards need: random code on each target, and the code of the
 * starter sketches on an Uno. docs/auto-budget.md has the figures that the test prints with POLYLOOP_PRINT=1.
 */
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { jobsOf, OPERANDS, programOf, type Row, timesOf } from '../../bench/estimate/rows.ts';
import { printedText, Runs } from '../../bench/estimate/run.ts';
import { boardById } from '../../generator/boards/index.ts';
import { estimateOf } from '../../generator/estimate/estimate.ts';
import { budgetWithMargin } from '../../generator/estimate/fill-in.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { describeMissing, findTools, type Missing, type Tool } from '../../platformio/setup/tools.ts';
import { missing, STARTERS, starter } from '../acceptance/firmware.ts';
import { alternately, usually } from '../every-case.ts';

const runs = new Runs();
afterAll(() => runs.remove());
const isPrinted = process.env.POLYLOOP_PRINT !== undefined;

// ---- random code ----

const KINDS = ['int', 'long', 'float'] as const;
const kind = fc.constantFrom(...KINDS);
const term = fc.oneof(
  kind.map((k) => `${k}_a`),
  kind.map((k) => `${k}_b`),
  fc.integer({ min: 1, max: 200 }).map(String),
);
const expression = fc
  .tuple(term, fc.array(fc.tuple(fc.constantFrom('+', '-', '*'), term), { maxLength: 3 }))
  .map(([first, rest]) => rest.reduce((text, [operator, next]) => `${text} ${operator} ${next}`, first));
/** A board of which the costs are measured, with a target. */
interface Place {
  readonly board: string;
  readonly target: 'superloop' | 'freertos';
  readonly lightPin: number;
  readonly hasAnalog: boolean;
  /** The lowest share of the counted time that an estimate may be. */
  readonly least: number;
  readonly bodies: number;
  readonly missing: string | null;
}

const tools = findTools();
const lacking = (...needed: readonly Tool[]): string | null => {
  const tool = needed.find((each): each is Missing => !each.installed);
  return tool === undefined ? null : describeMissing(tool);
};
const { armGcc, armGxx, qemuArm, freertosKernel } = tools;
const UNO = { board: 'uno', lightPin: 13, hasAnalog: true, least: 0.85 };
/** A call among other code takes up to 0.5 µs longer there than alone: little beside the 12 µs of an empty job. */
const ARM = { board: 'mps2-an385', lightPin: 0, hasAnalog: false, least: 0.7 };
const PLACES: readonly Place[] = [
  { ...UNO, target: 'superloop', bodies: 48, missing },
  { ...UNO, target: 'freertos', bodies: usually(16, 48), missing: missing ?? lackingKernel() },
  { ...ARM, target: 'superloop', bodies: usually(16, 48), missing: lacking(armGcc, armGxx, qemuArm) },
  { ...ARM, target: 'freertos', bodies: usually(16, 48), missing: lacking(armGcc, armGxx, qemuArm) ?? lackingKernel() },
];

function lackingKernel(): string | null {
  return freertosKernel.installed ? null : describeMissing(freertosKernel);
}

const leafOn = ({ lightPin, hasAnalog }: Place) =>
  fc.oneof(
    fc.tuple(kind, expression).map(([k, value]) => `${k}_c = (${k})(${value});`),
    fc.tuple(kind, kind).map(([k, by]) => `${k}_c = (${k})(${k}_a / ${by}_b);`),
    fc.constantFrom(
      `digitalWrite(${lightPin}, HIGH);`,
      'int_c = digitalRead(2);',
      hasAnalog ? 'int_c = analogRead(A0);' : 'int_c = digitalRead(3);',
      'long_c = (long)millis();',
      'long_c = map(long_a, 0, 1023, 0, 180);',
      'delayMicroseconds(40);',
      'int_c = int_list[list_at];',
    ),
  );
const bodyOn = (place: Place) =>
  fc.array(statementOn(place), { minLength: 1, maxLength: 4 }).map((list) => list.join('\n'));
const statementOn = (place: Place) =>
  fc.letrec<{ statement: string; block: string }>((tie) => ({
    block: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }).map((list) => `{ ${list.join(' ')} }`),
    statement: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leafOn(place),
      fc
        .tuple(fc.integer({ min: 2, max: 12 }), tie('block'))
        .map(([n, block]) => `for (int k = 0; k < ${n}; k++) ${block}`),
      tie('block').map((block) => `if (int_a > int_b) ${block}`),
    ),
  })).statement;

const PER_PROGRAM = 16;
const PERIOD_US = 400_000;

const median = (values: readonly number[], share = 0.5): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

async function ratiosOf({ board, target }: Place, bodies: readonly string[]): Promise<number[]> {
  const rows: Row[] = bodies.map((code, index) => ({ name: String(index), code, repeats: 8 }));
  const { prelude, body: program } = programOf(rows, OPERANDS);
  // Printing numbers needs more than the usual stack.
  const stackBytes = target === 'freertos' ? 400 : null;
  const sketch = newSketch('random', {
    board,
    target,
    prelude,
    tasks: [newTask('bench', { periodUs: PERIOD_US, budgetUs: PERIOD_US / 2, stackBytes, body: program })],
  });
  const times = timesOf(rows, printedText(await runs.run(sketch, (jobsOf(rows) + 2) * PERIOD_US * 1000)));
  return bodies.map((code, index) => {
    const task = newTask('T', { body: code });
    const { ns, problem } = estimateOf(newSketch('s', { board, target, prelude: OPERANDS, tasks: [task] }), task);
    if (ns === null) throw new Error(`${problem}\n${code}`);
    const { jobNs = 0 } = boardById(board)?.targets[target]?.costs ?? {};
    return (ns - jobNs) / (times.get(String(index)) ?? Number.NaN);
  });
}

describe.each(PLACES)('the static estimate on $board, $target', (place) => {
  if (place.missing !== null) console.warn(`Not compared, ${place.board}, ${place.target}: ${place.missing}`);

  it.skipIf(place.missing !== null)('of random code is close to the counted time, and seldom below it', async () => {
    const bodies = fc.sample(bodyOn(place), { numRuns: place.bodies, seed: 12 });
    const ratios: number[] = [];
    for (let at = 0; at < bodies.length; at += PER_PROGRAM) {
      ratios.push(...(await ratiosOf(place, bodies.slice(at, at + PER_PROGRAM))));
    }
    const figures = { median: median(ratios), share90: median(ratios, 0.9), least: Math.min(...ratios) };
    const below = ratios.filter((ratio) => ratio < 1).length;
    if (isPrinted) console.log({ ...figures, below, bodies: ratios.length });
    expect(figures.median).toBeGreaterThanOrEqual(1);
    expect(figures.median).toBeLessThan(1.5);
    // Expressions of constants cost nothing on the board.
    expect(figures.share90).toBeLessThan(7);
    // The margin of an estimated budget covers the rest.
    expect(figures.least).toBeGreaterThan(place.least);
    expect(below).toBeLessThan(place.bodies / 4);
  });
});

describe.skipIf(missing !== null)('the static estimate', () => {
  it('of the starters is a budget that their jobs keep', async () => {
    const exceeded: string[] = [];
    let estimated = 0;
    for (const name of alternately(readdirSync(STARTERS).sort(), 0)) {
      const sketch = await starter(name);
      if (sketch.board !== 'uno' || sketch.target !== 'superloop') continue;
      const budgets = new Map(
        [...sketch.tasks, ...sketch.interrupts].flatMap((element) => {
          const { ns } = estimateOf(sketch, element);
          return ns === null ? [] : [[element.name, budgetWithMargin(ns)] as const];
        }),
      );
      const tasks = sketch.tasks.map((task) => ({ ...task, budgetUs: budgets.get(task.name) ?? task.budgetUs }));
      const { recording } = await runs.run({ ...sketch, tasks }, 3e9);
      for (const { task, exhaustions, executionNs } of recording.statistics.tasks) {
        const us = budgets.get(task.name);
        // A task that ran no job kept no budget.
        if (task.class !== 'task' || us === undefined || executionNs.count === 0) continue;
        estimated++;
        const words = `${name}/${task.name}: budget ${us} us, longest job ${Math.round((executionNs.worst ?? 0) / 1000)} us, ${executionNs.count} jobs`;
        if (isPrinted) console.log(words, exhaustions);
        if (exhaustions > 0) exceeded.push(words);
      }
    }
    if (isPrinted)
      console.log(`${estimated} tasks and handlers of the starters, ${exceeded.length} exhausted their budget`);
    expect(estimated).toBeGreaterThan(usually(10, 20));
    expect(exceeded).toEqual([]);
  });
});
