/** npm's packages are checked by hash, and a package with other bytes is named. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isWindows, root } from '../paths.mjs';
import { type RunOptions, run } from '../run.mjs';
import { installPackages, refusedPackages } from './npm.mjs';
import { nodeHashes, nodePackage, nodeVersion, refuseWrongNode, wrongNode } from './pinned-node.mjs';

function folder(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'polyloop-npm-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const json = (file: string, content: unknown) => writeFileSync(file, JSON.stringify(content));

function packed(name: string): Buffer {
  const directory = folder();
  mkdirSync(path.join(directory, 'package'));
  json(path.join(directory, 'package', 'package.json'), { name, version: '1.2.3' });
  const archive = path.join(directory, 'archive.tgz');
  expect(spawnSync('tar', ['-czf', archive, '-C', directory, 'package']).status).toBe(0);
  return readFileSync(archive);
}

/** The same bytes with one bit of the middle one changed. */
function flipped(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  const middle = other.length >> 1;
  other[middle] = (other[middle] ?? 0) ^ 1;
  return other;
}

const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** A registry on this computer. It gives the hash of what it sends, as one that is in the wrong hands would. */
async function registry(name: string, archive: Buffer): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return void response.end(archive);
    const dist = { tarball: `${address()}/${name}/-/${name}-1.2.3.tgz`, integrity: integrityOf(archive) };
    const versions = { '1.2.3': { name, version: '1.2.3', dist } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.2.3' }, versions }));
  });
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return address();
}

async function install(name: string, wanted: Buffer, sent: Buffer): Promise<string> {
  const directory = folder();
  const dependencies = { [name]: '1.2.3' };
  json(path.join(directory, 'package.json'), { name: 'victim', version: '1.0.0', dependencies });
  const entry = { version: '1.2.3', integrity: integrityOf(wanted) };
  const packages = { '': { name: 'victim', version: '1.0.0', dependencies }, [`node_modules/${name}`]: entry };
  json(path.join(directory, 'package-lock.json'), { name: 'victim', version: '1.0.0', lockfileVersion: 3, packages });
  const env = {
    npm_config_registry: await registry(name, sent),
    npm_config_cache: path.join(directory, 'cache'),
    npm_config_userconfig: devNull,
    npm_config_fetch_retries: '0',
  };
  const must = async (command: readonly string[], options?: RunOptions) => {
    const { code, tail } = await run(command, { ...options, env });
    if (code !== 0) throw new Error(tail.join('\n'));
  };
  await installPackages({ must, say: () => {}, ended: async () => {} }, directory, ['--ignore-scripts']);
  return readFileSync(path.join(directory, 'node_modules', name, 'package.json'), 'utf8');
}

test('a package with one other bit is refused, and named', async () => {
  const archive = packed('pl-victim');
  expect(await install('pl-victim', archive, archive)).toContain('pl-victim');
  await expect(install('pl-victim', archive, flipped(archive))).rejects.toThrow(
    'pl-victim@1.2.3: refused, because its hash is not the one in package-lock.json',
  );
});

test('a package that cannot be unpacked any more is refused, and named', async () => {
  const archive = packed('pl-victim');
  // The checksum of gzip, so that npm notices before it has the whole hash.
  const other = Buffer.from(archive);
  other[other.length - 8] = (other.at(-8) ?? 0) ^ 1;
  await expect(install('pl-victim', archive, other)).rejects.toThrow('pl-victim@1.2.3: refused');
});

test('a package of package-lock.json is found by its hash', () => {
  const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { integrity, version } = lockfile.packages['node_modules/react'];
  const said = `npm error code EINTEGRITY\nnpm error ${integrity} integrity checksum failed when using sha512: wanted ${integrity} but got sha512-AA==. (3 bytes)`;
  expect(refusedPackages(said, lockfile)).toEqual([`react@${version}`]);
  const corrupt = `npm warn tarball tarball data for react@x (${integrity}) seems to be corrupted. Trying again.`;
  expect(refusedPackages(corrupt, lockfile)).toEqual([`react@${version}`]);
  expect(refusedPackages('npm error network', lockfile)).toEqual([]);
});

test('the pinned Node has the version of package-lock.json, and a hash for each system', () => {
  const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  expect(lockfile.packages['node_modules/node'].version).toBe(nodeVersion);
  for (const [platform, arch] of [
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ] as const) {
    expect(nodeHashes[nodePackage(platform, arch)]).toMatch(/^sha512-[\w+/]{86}==$/);
  }
});

test.skipIf(isWindows)('a Node with another hash is refused, named and removed', () => {
  expect(wrongNode()).toBeNull();
  const directory = folder();
  for (const name of ['bin', 'node_modules']) mkdirSync(path.join(directory, name));
  writeFileSync(path.join(directory, 'bin', 'node'), 'other bytes');
  const packages = { [`node_modules/${nodePackage()}`]: { integrity: 'sha512-AA==' } };
  json(path.join(directory, 'node_modules', '.package-lock.json'), { packages });
  expect(() => refuseWrongNode(directory)).toThrow(`${nodePackage()}@${nodeVersion} was refused`);
  expect(() => readFileSync(path.join(directory, 'bin', 'node'))).toThrow('ENOENT');
});
