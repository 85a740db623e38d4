/** For every sketch, code generation either reports the obstacles at places in the file or prints a project. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BOARDS } from '../../generator/boards/index.ts';
import type { Board } from '../../generator/platform/board.ts';
import { toFile } from '../../generator/sketch/file.ts';
import { resolvePointer } from '../../generator/sketch/json/json-pointer.ts';
import type { Interrupt, Sketch, Task } from '../../generator/sketch/model.ts';
import { generateProject } from '../../generator/targets/generate.ts';
import { TARGETS } from '../../generator/targets/index.ts';
import { loadStatics } from '../../templates/load.ts';
import { sketch } from './sketch-arbitraries.ts';

const statics = loadStatics();
const generating = TARGETS.filter(({ generates }) => generates !== null);
const PLACES = generating.flatMap((target) =>
  BOARDS.filter(({ targets }) => targets[target.id] !== undefined).map((board) => ({ target, board })),
);

/** Removes what code generation certainly refuses, so that enough sketches give projects. */
function tame(wild: Sketch, board: Board): Sketch {
  const short = (us: number) => 1 + (us % 100_000);
  const timed = (task: Task): Partial<Task> =>
    task.kind === 'background'
      ? {}
      : { periodUs: short(task.periodUs ?? 0) + 100_000, budgetUs: short(task.budgetUs ?? 0), deadlineUs: null };
  const source = (index: number): Partial<Interrupt> =>
    board.pins.length > 0
      ? { pin: board.pins[index]?.name ?? null, source: null }
      : { pin: null, source: board.interruptSources[index]?.name ?? 'none' };
  return {
    ...wild,
    board: board.id,
    cores: 1,
    tasks: wild.tasks.map((task) => ({
      ...task,
      ...timed(task),
      offsetUs: 0,
      core: null,
      stackBytes: null,
      catchUpLimit: 1 + (task.catchUpLimit % 255),
    })),
    channels: wild.channels.map((channel) => ({
      ...channel,
      capacity: 1 + (channel.capacity % 8),
      item: channel.item.map((field) => ({ ...field, count: 1 + (field.count % 4) })),
    })),
    interrupts: wild.interrupts.map((one, index) => ({
      ...one,
      ...source(index),
      mode: 'rising',
      topHalfUs: 1,
      bottomHalfUs: 1,
      ioBudgetUs: one.ioBudgetUs === null ? null : short(one.ioBudgetUs) + 1,
      ioPeriodUs: one.ioPeriodUs === null ? null : 200_000,
      handlerBudgetUs: one.handlerBudgetUs % 2 === 0 ? 0 : short(one.handlerBudgetUs),
      handlerPeriodUs: 200_000,
    })),
    ioServer: wild.ioServer && { budgetUs: short(wild.ioServer.budgetUs) + 1, periodUs: 200_000 },
    parts: [],
  };
}

it('a sketch gives either problems or a project, the same each time', () => {
  const place = fc.constantFrom(...PLACES);
  let printed = 0;
  const property = fc.property(
    sketch,
    place,
    fc.boolean(),
    fc.boolean(),
    (wild, { target, board }, isTame, telemetry) => {
      const one: Sketch = { ...(isTame ? tame(wild, board) : wild), target: target.id };
      const project = generateProject(one, { board, statics, telemetry });
      for (const { pointer, message } of project.diagnostics) {
        expect(resolvePointer(toFile(one), pointer).found, `${pointer} ${message}`).toBe(true);
      }
      const failed = project.diagnostics.some(({ severity }) => severity === 'error');
      expect(project.files.size > 0).toBe(!failed);
      if (failed) return;
      printed++;
      const again = generateProject(structuredClone(one), { board, statics, telemetry });
      expect([...again.files]).toEqual([...project.files]);
    },
  );
  fc.assert(property, { seed: 1, numRuns: 400 });
  expect(printed).toBeGreaterThan(60);
});
