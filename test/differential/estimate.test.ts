/**
 * The static estimate beside the time that the virtual Uno needs: random code, and the code of the starter
 * sketches. docs/auto-budget.md has the figures that the test prints with POLYLOOP_PRINT=1.
 */
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { jobsOf, OPERANDS, programOf, type Row, timesOf } from '../../bench/estimate/rows.ts';
import { printedText, Runs } from '../../bench/estimate/run.ts';
import { COSTS } from '../../generator/boards/uno/costs.ts';
import { estimateOf } from '../../generator/estimate/estimate.ts';
import { budgetWithMargin } from '../../generator/estimate/fill-in.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { missing, STARTERS, starter } from '../acceptance/firmware.ts';

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
const leaf = fc.oneof(
  fc.tuple(kind, expression).map(([k, value]) => `${k}_c = (${k})(${value});`),
  fc.tuple(kind, kind).map(([k, by]) => `${k}_c = (${k})(${k}_a / ${by}_b);`),
  fc.constantFrom(
    'digitalWrite(13, HIGH);',
    'int_c = digitalRead(2);',
    'int_c = analogRead(A0);',
    'long_c = (long)millis();',
    'long_c = map(long_a, 0, 1023, 0, 180);',
    'delayMicroseconds(40);',
    'int_c = int_list[list_at];',
  ),
);
const { statement } = fc.letrec<{ statement: string; block: string }>((tie) => ({
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }).map((list) => `{ ${list.join(' ')} }`),
  statement: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.integer({ min: 2, max: 12 }), tie('block'))
      .map(([n, block]) => `for (int k = 0; k < ${n}; k++) ${block}`),
    tie('block').map((block) => `if (int_a > int_b) ${block}`),
  ),
}));
const body = fc.array(statement, { minLength: 1, maxLength: 4 }).map((list) => list.join('\n'));

const BODIES = 48;
const PER_PROGRAM = 16;
const PERIOD_US = 400_000;

const median = (values: readonly number[], share = 0.5): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

async function ratiosOf(bodies: readonly string[]): Promise<number[]> {
  const rows: Row[] = bodies.map((code, index) => ({ name: String(index), code, repeats: 8 }));
  const { prelude, body: program } = programOf(rows, OPERANDS);
  const sketch = newSketch('random', {
    prelude,
    tasks: [newTask('bench', { periodUs: PERIOD_US, budgetUs: PERIOD_US / 2, body: program })],
  });
  const times = timesOf(rows, printedText(await runs.run(sketch, (jobsOf(rows) + 2) * PERIOD_US * 1000)));
  return bodies.map((code, index) => {
    const task = newTask('T', { body: code });
    const { ns, problem } = estimateOf(newSketch('s', { prelude: OPERANDS, tasks: [task] }), task);
    if (ns === null) throw new Error(`${problem}\n${code}`);
    return (ns - COSTS.superloop.jobNs) / (times.get(String(index)) ?? Number.NaN);
  });
}

describe.skipIf(missing !== null)('the static estimate', () => {
  it('of random code is close to the counted time, and seldom below it', async () => {
    const bodies = fc.sample(body, { numRuns: BODIES, seed: 12 });
    const ratios: number[] = [];
    for (let at = 0; at < bodies.length; at += PER_PROGRAM) {
      ratios.push(...(await ratiosOf(bodies.slice(at, at + PER_PROGRAM))));
    }
    const figures = { median: median(ratios), share90: median(ratios, 0.9), least: Math.min(...ratios) };
    const below = ratios.filter((ratio) => ratio < 1).length;
    if (isPrinted) console.log({ ...figures, below, bodies: ratios.length });
    expect(figures.median).toBeGreaterThanOrEqual(1);
    expect(figures.median).toBeLessThan(1.5);
    // Expressions of constants cost nothing on the board.
    expect(figures.share90).toBeLessThan(5);
    // The margin of an estimated budget covers the rest.
    expect(figures.least).toBeGreaterThan(0.85);
    expect(below).toBeLessThan(BODIES / 4);
  });

  it('of the starters is a budget that their jobs keep', async () => {
    const exceeded: string[] = [];
    let estimated = 0;
    for (const name of readdirSync(STARTERS).sort()) {
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
    expect(estimated).toBeGreaterThan(20);
    expect(exceeded).toEqual([]);
  });
});
