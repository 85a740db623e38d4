/**
 * The code keeps the rules of its structure, and the tools that check them find planted violations.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterAll, describe, expect, it } from 'vitest';
import { METHODS } from '../../generator/analysis/registry.ts';
import { filesBelow, root } from './files.ts';
import rules from './rules.mjs';

const plant = mkdtempSync(path.join(tmpdir(), 'polyloop-architecture-'));
afterAll(() => rmSync(plant, { recursive: true, force: true }));

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

async function violations(files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(plant, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(plant, file), text);
  }
  const { forbidden, options } = rules;
  const { output } = await cruise(['generator', 'app'], {
    ...options,
    baseDir: plant,
    validate: true,
    ruleSet: { forbidden: forbidden ?? [] },
  });
  if (typeof output === 'string') throw new Error('expected a result object');
  return output.summary.violations.map((violation) => `${violation.rule.name}: ${violation.from} → ${violation.to}`);
}

describe('directions of dependency', () => {
  it('the tool finds a planted violation of each kind', async () => {
    const found = await violations({
      'generator/analysis/a.ts': 'export const a = 1;\n',
      'generator/sketch/s.ts': "import { a } from '../analysis/a.ts';\nexport const s: number = a;\n",
      'generator/targets/x/x.ts': 'export type X = number;\nexport const x: X = 1;\n',
      'generator/targets/y/y.ts': "import type { X } from '../x/x.ts';\nexport const y: X = 1;\n",
      'generator/lower/l.ts': "import { readFileSync } from 'node:fs';\nexport const l = readFileSync;\n",
      'app/host/h.ts': 'export const h = 1;\n',
      'app/cli/program.ts': "import { a } from './commands/a.ts';\nexport type Run = number;\nexport const p = a;\n",
      'app/cli/commands/a.ts': "import type { Run } from '../program.ts';\nexport const a: Run = 1;\n",
      'app/cli/commands/b.ts': "import { a } from './a.ts';\nexport const b = a;\n",
      'app/renderer/r.tsx': "import { h } from '../host/h.ts';\nexport const r = <div>{h}</div>;\n",
    });
    expect(found).toEqual(
      expect.arrayContaining([
        'sketch-imports-cpp: generator/sketch/s.ts → generator/analysis/a.ts',
        'no-target-imports-another: generator/targets/y/y.ts → generator/targets/x/x.ts',
        'generator-is-pure: generator/lower/l.ts → fs',
        'renderer-imports-contract-and-generator: app/renderer/r.tsx → app/host/h.ts',
        'cli-has-no-circle: app/cli/commands/a.ts → app/cli/program.ts',
        'cli-commands-are-layered: app/cli/commands/a.ts → app/cli/program.ts',
        'cli-commands-are-layered: app/cli/commands/b.ts → app/cli/commands/a.ts',
        'cli-loads-commands-lazily: app/cli/program.ts → app/cli/commands/a.ts',
      ]),
    );
  });

  it('code reads capabilities and does not compare the id of a target', () => {
    const compared = /(===|!==|case)\s*['"`](superloop|freertos|zephyr|rtems|quest)['"`]/;
    const sources = [...filesBelow('generator', /\.ts$/), ...filesBelow('app', /\.tsx?$/)];
    const offenders = sources.filter((file) => !/\.test\.tsx?$/.test(file) && compared.test(read(file)));
    expect(offenders).toEqual([]);
  });

  it('loops over arrays of numbers assert elements with `!`, which cannot hide a wrong type as a cast does', () => {
    const folders = ['analysis', 'explain', 'simulation', 'trace'].map((name) => `generator/${name}`);
    const sources = folders.flatMap((folder) => filesBelow(folder, /^(?!.*\.test\.ts$).*\.ts$/));
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((file) => /\bas number\b(?!\[)/.test(read(file)))).toEqual([]);
  });
});

describe('folders', () => {
  const LIMIT = 40;

  it(`hold at most ${LIMIT} files of code`, () => {
    const sizes = new Map<string, number>();
    for (const folder of ['generator', 'app', 'platformio', 'templates', 'test', 'e2e', 'bench']) {
      for (const file of filesBelow(folder, /\.(ts|tsx|mjs)$/)) {
        const directory = path.dirname(file).split(path.sep).join('/');
        sizes.set(directory, (sizes.get(directory) ?? 0) + 1);
      }
    }
    expect(sizes.size).toBeGreaterThan(50);
    expect([...sizes].filter(([, size]) => size > LIMIT)).toEqual([]);
  });
});

describe('files', () => {
  const MOST_LINES = 420;

  it(`of code and styles have at most ${MOST_LINES} lines`, () => {
    const folders = ['generator', 'app', 'platformio', 'runtime-c', 'templates', 'test', 'e2e', 'bench'];
    const files = folders.flatMap((folder) => filesBelow(folder, /\.(ts|tsx|mjs|c|h|css)$/));
    expect(files.length).toBeGreaterThan(1_000);
    const long = files.filter((file) => read(file).split('\n').length > MOST_LINES);
    expect(long, 'Split these files where their parts are independent.').toEqual([]);
  });
});

describe('libraries', () => {
  it('only one file uses the private fields of avr8js', () => {
    const sources = filesBelow('app/host/devices/avr', /\.ts$/).filter((file) => !/\.test\.ts$/.test(file));
    const casts = sources.filter((file) => read(file).includes('as unknown as'));
    expect(casts.map((file) => path.basename(file))).toEqual(['internals.ts']);
  });
});

describe('registries', () => {
  it('the analysis registry lists every method that has a file', () => {
    const declared = filesBelow('generator/analysis', /^(?!.*\.test\.ts$).*\.ts$/).flatMap((file) =>
      [...read(file).matchAll(/^\s+id: '([a-z-]+)',$/gm)].map((match) => match[1]),
    );
    const methods = declared.filter((id) => id !== 'freertos' && id !== 'superloop');
    const listed = METHODS.map((method): string => method.id);
    const missing = methods.filter((id) => id !== undefined && !listed.includes(id));
    expect(missing, `list ${missing.join(', ')} in generator/analysis/registry.ts`).toEqual([]);
    expect(listed.toSorted()).toEqual(methods.toSorted());
  });
});

describe('the C core', () => {
  const sources = filesBelow('runtime-c/src', /\.[ch]$/);

  it('includes Polyloop and freestanding headers only', () => {
    const allowed = /^(<(stdbool|stddef|stdint|limits|string)\.h>|[<"]polyloop\/[a-z_]+\.h[>"]|"[a-z_]+\.h")$/;
    expect(sources.length).toBeGreaterThan(0);
    const foreign = sources.flatMap((file) =>
      [...read(file).matchAll(/^\s*#\s*include\s+(\S+)/gm)]
        .map((match) => match[1] ?? '')
        .filter((header) => !allowed.test(header))
        .map((header) => `${file}: ${header}`),
    );
    expect(foreign).toEqual([]);
  });

  it('does not depend on the target or the compiler', () => {
    const asks =
      /#\s*(if|ifdef|ifndef|elif).*(__AVR|__arm__|ARDUINO|FREERTOS|ZEPHYR|__rtems__|QUEST|_WIN32|__linux__)/i;
    expect(sources.filter((file) => asks.test(read(file)))).toEqual([]);
  });
});
