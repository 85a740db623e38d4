/** The archives of Arduino's core and tools: which a system gets, and that each is checked by its hash. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tar } from '../download.mjs';
import { archivesFor } from './arduino-core.mjs';
import { bringArchives } from './avr.mjs';

const SYSTEMS = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['linux', 'arm'],
  ['linux', 'ia32'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
  ['win32', 'arm64'],
] as const;

test.each(SYSTEMS)('%s on %s gets three archives, each with a hash', (platform, arch) => {
  const archives = archivesFor(platform, arch) ?? [];
  expect(archives.map(({ part }) => part)).toEqual(['core', 'avr-gcc', 'avrdude']);
  for (const { name, url, hash } of archives) {
    expect(hash, name).toMatch(/^[0-9a-f]{64}$/);
    expect(url).toMatch(/^https:\/\/downloads\.arduino\.cc\//);
    expect(url.endsWith(`/${name}`)).toBe(true);
  }
});

test('a system without a build gets none, and the message has another way', async () => {
  expect(archivesFor('linux', 'riscv64')).toBeNull();
  await expect(bringArchives(context, null)).rejects.toThrow(/has no avr-gcc for .+ To get one: /);
});

const context = {
  say: () => {},
  must: async ([program = '', ...args]: readonly string[]) => void execFileSync(program, args, { stdio: 'ignore' }),
  ended: async () => {},
};

/** A server on this computer with one archive for each part: a folder with a file that has the part's name. */
async function served(change: (bytes: Buffer, part: string) => Buffer = (bytes) => bytes) {
  const home = mkdtempSync(path.join(tmpdir(), 'polyloop-avr-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const contents = new Map<string, Buffer>();
  const server = createServer(({ url = '' }, response) => {
    const content = contents.get(url.slice(1));
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const archives = (['core', 'avr-gcc', 'avrdude'] as const).map((part) => {
    const name = `${part}-1.tar.gz`;
    mkdirSync(path.join(home, part, 'top'), { recursive: true });
    writeFileSync(path.join(home, part, 'top', part), part);
    execFileSync(tar, ['-czf', path.join(home, name), '-C', path.join(home, part), 'top']);
    const bytes = readFileSync(path.join(home, name));
    contents.set(name, change(bytes, part));
    return { part, name, url: `${origin}/${name}`, hash: createHash('sha256').update(bytes).digest('hex') };
  });
  return { archives, contents, directory: path.join(home, 'tools', 'avr') };
}

test('each archive is unpacked into the folder of its part', async () => {
  const { archives, directory } = await served();
  await bringArchives(context, archives, directory);
  for (const { part } of archives) expect(readFileSync(path.join(directory, part, part), 'utf8')).toBe(part);
  expect(readdirSync(directory).filter((name) => name.endsWith('.gz'))).toEqual([]);
});

test.each(['core', 'avr-gcc', 'avrdude'])(
  'one bit changed in the archive of %s: nothing is installed',
  async (part) => {
    const { archives, directory } = await served((bytes, each) => {
      if (each !== part) return bytes;
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(20) ^ 1, 20);
      return changed;
    });
    await expect(bringArchives(context, archives, directory)).rejects.toThrow(
      `${part}-1.tar.gz was not installed: its SHA-256`,
    );
    expect(existsSync(directory)).toBe(false);
    expect(readdirSync(path.dirname(directory))).toEqual([]);
  },
);

test('an archive that is gone is named, with another way to get the compiler', async () => {
  const { archives, contents, directory } = await served();
  contents.delete('avr-gcc-1.tar.gz');
  await expect(bringArchives(context, archives, directory)).rejects.toThrow(
    /avr-gcc-1\.tar\.gz answered 404\. To get avr-gcc and the Arduino core in another way: /,
  );
  expect(existsSync(directory)).toBe(false);
});
