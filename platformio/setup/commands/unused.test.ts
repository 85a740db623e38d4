/** The tool that finds unused code detects it with the settings of `npm run check`. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { root } from '../paths.mjs';
import { nodeTool } from './node-tool.mjs';

const run = promisify(execFile);
const [program = '', ...knip] = nodeTool('knip', 'knip', ['--no-progress', '--reporter', 'json']);

await mkdir(path.join(root, 'build'), { recursive: true });
const plant = await mkdtemp(path.join(root, 'build', 'unused-'));
afterAll(() => rm(plant, { recursive: true, force: true }));

/** The tool's report on these files: one line for each unused item. */
async function unused(files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(plant, file)), { recursive: true });
    await writeFile(path.join(plant, file), text);
  }
  await cp(path.join(root, 'knip.json'), path.join(plant, 'knip.json'));
  await symlink(path.join(root, 'node_modules'), path.join(plant, 'node_modules'), 'junction');
  // The tool exits with an error if it finds something.
  const { stdout } = await run(program, knip, { cwd: plant }).catch((error: { stdout: string }) => error);
  const { issues } = JSON.parse(stdout) as { issues: Record<string, unknown>[] };
  return issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      (found as { name: string }[]).map(({ name }) => `${kind}: ${file} ${name}`),
    ),
  );
}

it('finds an unused file, export, type and package', async () => {
  const found = await unused({
    'package.json': JSON.stringify({
      name: 'planted',
      type: 'module',
      dependencies: { crc: '*', zod: '*' },
      devDependencies: { vitest: '*' },
    }),
    'app/cli/main.ts': "import { used } from '../../generator/sketch/model.ts';\nimport 'zod';\nused();\n",
    'generator/sketch/model.ts': 'export function used() {}\nexport const dead = 1;\nexport type Dead = string;\n',
    'generator/sketch/lost.ts': 'export const lost = 1;\n',
    // Imported by its test only. A test counts as a user.
    'generator/sketch/tested.ts': 'export const tested = 1;\n',
    'generator/sketch/tested.test.ts':
      "import { it } from 'vitest';\nimport { tested } from './tested.ts';\nit('is', () => tested);\n",
    'vitest.config.ts': "export default { test: { include: ['generator/**/*.test.ts'] } };\n",
  });
  expect(found.toSorted()).toEqual([
    'dependencies: package.json crc',
    'exports: generator/sketch/model.ts dead',
    'files: generator/sketch/lost.ts generator/sketch/lost.ts',
    'types: generator/sketch/model.ts Dead',
  ]);
});
