/**
 * `npm run goldens`: renews the expected outputs of tests and names the changed files. Review the
 * difference before you commit it.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { page } from '../../bench/rtems-smp/report.ts';
import { jsonSchema } from '../../generator/sketch/schema.ts';
import { hostCompiler } from '../conformance/toolchain.ts';
import { MADE } from '../events/files.ts';
import { RENEW } from './renewing.ts';

const root = path.resolve(import.meta.dirname, '../..');
const VECTORS = 'test/conformance/telemetry-vectors.json';
const SCHEMA = 'generator/sketch/polyloop.schema.json';
const RTEMS_PAGE = 'docs/rtems-smp.md';
const PLACES = ['test/golden/expected', VECTORS, SCHEMA, RTEMS_PAGE, ...Object.keys(MADE)];

function filesIn(place: string): string[] {
  if (!statSync(path.join(root, place)).isDirectory()) return [place];
  const entries = readdirSync(path.join(root, place), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
const contents = () => new Map(PLACES.flatMap(filesIn).map((file) => [file, read(file)]));

function tool(script: string, ...args: readonly string[]): void {
  const command = [path.join(root, 'node_modules', script), ...args];
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...RENEW },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (process.env.CI) {
  console.error(
    'Expected outputs are not renewed in CI. Run `npm run goldens` on your computer and look at the difference.',
  );
  process.exit(1);
}
const before = contents();
for (const [file, text] of Object.entries(MADE)) write(file, text());
write(SCHEMA, JSON.stringify(jsonSchema(), null, 2));
write(RTEMS_PAGE, page());
tool('vitest/vitest.mjs', 'run', 'test/golden/golden.test.ts', 'test/conformance/vectors.test.ts');
tool('@biomejs/biome/bin/biome', 'format', '--write', SCHEMA, VECTORS);
const after = contents();
const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
  (file) => before.get(file) !== after.get(file),
);
if (hostCompiler === null) console.log(`${VECTORS} was not renewed: there is no C compiler for this computer.`);
console.log(changed.length === 0 ? 'No expected output changed.' : `Renewed:\n  ${changed.sort().join('\n  ')}`);
