/**
 * The code of every block of every toolbox compiles without a warning, on each board and target with
 * an installed compiler.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { BLOCKS } from '../../app/blocks/catalog.ts';
import { codeOf } from '../../app/blocks/code.ts';
import { type BlocksMember, contextOf } from '../../app/blocks/context.ts';
import { CATEGORIES, type CategoryId } from '../../app/blocks/spec.ts';
import { loadKernel } from '../../app/host/kernels.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { targetById } from '../../generator/targets/index.ts';
import { describeMissing, type Missing } from '../../platformio/setup/tools.ts';
import { machineOf, tools } from '../golden/compilers.ts';
import { generated, Workspace } from '../golden/projects.ts';
import { interruptSketch, PLACES, type Place, sketchesFor, WORKER } from './sketches.ts';
import { UNOFFERED, variantsOf } from './variants.ts';

const run = promisify(execFile);
const workspace = new Workspace();
afterAll(() => workspace.remove());

/** The first tool that a place lacks. */
function missingAt({ board, target }: Place): Missing | undefined {
  const compilers =
    board.platformio !== null ? [tools.avr] : board.direct !== undefined ? [tools.armGxx] : [tools.hostCxx];
  const needed = target === 'freertos' ? [...compilers, tools.freertosKernel] : compilers;
  return needed.find((tool): tool is Missing => !tool.installed);
}

const STRICT = ['-Wall', '-Wextra', '-Wconversion', '-Werror', '-fsyntax-only'];

/** The compiler of the board with its flags, without those for warnings. */
function compilerOf({ board }: Place, files: ReadonlyMap<string, string>): readonly [program: string, flags: string[]] {
  const { avr, armGxx, hostCxx } = tools;
  if (board.platformio !== null && avr.installed) {
    return [path.join(avr.binDir, 'avr-g++'), [...machineOf(board), '-std=gnu++11']];
  }
  const { cppFlags, includeDirs } = JSON.parse(files.get('build.json') ?? '{}');
  const flags = [...cppFlags, ...includeDirs.map((dir: string) => `-I${dir}`)];
  const compiler = board.direct === undefined ? hostCxx : armGxx;
  if (!compiler.installed) throw new Error('The compiler is not installed.');
  return [compiler.command[0], flags];
}

async function compile(place: Place, name: string, sketch: Sketch): Promise<void> {
  const kernel = place.target === 'freertos' ? loadKernel('freertos', place.board, tools) : null;
  const files = kernel?.state === 'loaded' ? kernel.files : null;
  const project = generated(sketch, place.board.id, { kernel: files });
  expect(project.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const dir = await workspace.write(name, project);
  const [program, flags] = compilerOf(place, project.files);
  const headers = ['-Ilib/polyloop/src', '-Ilib/freertos/src'];
  await run(program, [...flags, ...STRICT, ...headers, 'src/main.cpp'], {
    cwd: dir,
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 2 ** 26,
  });
}

interface Owner {
  readonly kind: 'tasks' | 'interrupts';
  readonly member: BlocksMember;
  readonly categories: readonly CategoryId[];
}

const ALL = CATEGORIES.map(({ id }) => id);

/** The code of all blocks that one body can use, each in a scope of its own. */
function everyBlock(sketch: Sketch, owner: Owner, types: Set<string>): string {
  const { kind, member, categories } = owner;
  const context = contextOf(sketch, { kind, name: WORKER }, member);
  if (context === null) throw new Error('The sketch has no worker.');
  const codes = variantsOf(context, member === 'body' ? 'full' : 'offered', categories).map(({ type, state }) => {
    const { code, problems } = codeOf(state, context);
    types.add(type);
    if (problems.some(({ severity }) => severity === 'error')) {
      throw new Error(`${type}: ${problems.map(({ message }) => message).join('\n')}\n${JSON.stringify(state)}`);
    }
    return `{\n${code}}\n`;
  });
  return [...new Set(codes)].join('');
}

const MEMBERS = ['setup', 'body', 'deadlineHandler', 'budgetHandler'] as const;

function withTaskCode(sketch: Sketch, categories: readonly CategoryId[], types: Set<string>): Sketch {
  const code = Object.fromEntries(
    MEMBERS.map((member) => [member, everyBlock(sketch, { kind: 'tasks', member, categories }, types)]),
  );
  return { ...sketch, tasks: sketch.tasks.map((task) => (task.name === WORKER ? { ...task, ...code } : task)) };
}

function withInterruptCode(sketch: Sketch, types: Set<string>): Sketch {
  const body = everyBlock(sketch, { kind: 'interrupts', member: 'body', categories: ALL }, types);
  return { ...sketch, interrupts: sketch.interrupts.map((interrupt) => ({ ...interrupt, body })) };
}

/** A kernel with a build of its own compiles the code with it: see test/golden/zephyr.test.ts. */
/** A target without tasks of every kind has fewer blocks, and their code is the same. */
const COMPILED_HERE = PLACES.filter(
  ({ board, target }) =>
    board.targets[target]?.cmake === undefined && targetById(target).generates?.taskKinds.includes('sporadic'),
);

describe.each(COMPILED_HERE.map((place) => ({ title: `${place.board.label}, ${place.target}`, place })))(
  'the code of every block on $title',
  ({ title, place }) => {
    const missing = missingAt(place);
    if (missing !== undefined) console.warn(`Not compiled, ${title}: ${describeMissing(missing)}`);

    it.skipIf(missing !== undefined)('compiles without a warning', async () => {
      const types = new Set<string>();
      // The sketches differ only in their parts.
      const sketches = sketchesFor(place).map((sketch, index) =>
        withTaskCode(sketch, index === 0 ? ALL : ['parts'], types),
      );
      const interrupts =
        place.board.interruptSources.length === 0 && place.board.pins.length === 0
          ? []
          : [true, false].map((hasHandler) => withInterruptCode(interruptSketch(place, hasHandler), types));
      for (const [index, sketch] of [...sketches, ...interrupts].entries()) {
        await compile(place, `${place.board.id}-${place.target}-${index}`, sketch);
      }
      if (place.board.pins.length === 0) return;
      expect(BLOCKS.map(({ type }) => type).filter((type) => !types.has(type))).toEqual(UNOFFERED);
    });
  },
);
