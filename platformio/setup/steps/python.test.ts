/** The Python packages of the set-up are checked by hash. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { venvPython } from '../paths.mjs';
import { isExecutableFile } from '../which.mjs';
import { pipInstall } from './python.mjs';

const LISTS = ['platformio', 'scons', 'setuptools', 'simso', 'trace-readers', 'zephyr'] as const;
const listOf = (name: (typeof LISTS)[number]) => readFileSync(pipInstall(name).at(-1) ?? '', 'utf8');

test.each(LISTS)('each package of %s has an exact version and a hash, and no place of its own', (name) => {
  const entries = listOf(name)
    .split(/\n(?=\S)/)
    .filter((entry) => !entry.startsWith('#'));
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) expect(entry).toMatch(/^[\w.-]+==[\w.]+ [\s\S]*?--hash=sha256:[0-9a-f]{64}/);
});

test('set-up installs the versions of the lists', () => {
  const step = readFileSync(path.join(import.meta.dirname, 'python.mjs'), 'utf8');
  const [, platformio = ''] = /platformioVersion = '([\d.]+)'/.exec(step) ?? [];
  const [, scons = ''] = /sconsVersion = '([\d.]+)'/.exec(step) ?? [];
  expect(listOf('platformio')).toContain(`\nplatformio==${platformio} `);
  expect(listOf('scons')).toContain(`\nscons==${scons} `);
});

/** A registry on this computer that answers every package of SCons with other bytes. */
async function tamperedRegistry(): Promise<string> {
  const file = `scons-${/scons==([\d.]+)/.exec(listOf('scons'))?.[1]}-py3-none-any.whl`;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.whl')) response.end('other bytes');
    else response.setHeader('Content-Type', 'text/html').end(`<a href="/${file}">${file}</a>`);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`;
}

test.skipIf(!isExecutableFile(venvPython))('a package with other bytes is refused, and named', async () => {
  const target = mkdtempSync(path.join(tmpdir(), 'polyloop-pip-'));
  onTestFinished(() => rmSync(target, { recursive: true, force: true }));
  const args = [...pipInstall('scons'), '--no-deps', '--no-cache-dir', '--target', target];
  const env = {
    ...process.env,
    PIP_INDEX_URL: await tamperedRegistry(),
    PIP_EXTRA_INDEX_URL: '',
    PIP_CONFIG_FILE: devNull,
  };
  const child = spawn(venvPython, args, { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  expect(await new Promise((resolve) => child.on('close', resolve))).not.toBe(0);
  expect(said).toContain('DO NOT MATCH THE HASHES');
  expect(said).toContain('scons==');
});
