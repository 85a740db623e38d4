import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newToken } from './guard.ts';
import { lastAddress, noteAddress } from './last-address.ts';

let config: string;
beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), 'polyloop-address-'));
});
afterEach(() => rm(config, { recursive: true, force: true }));

describe.runIf(process.platform === 'linux')('the address of the last start', () => {
  it('is used again, and only the user can read it', async () => {
    expect(await lastAddress(config)).toBeNull();
    const address = { port: 40_000, token: newToken() };
    await noteAddress(config, address);
    expect(await lastAddress(config)).toMatchObject(address);
    expect((await stat(join(config, 'private'))).mode & 0o777).toBe(0o700);
  });

  it('is forgotten after a week, even if it is used every day', async () => {
    const address = { port: 40_000, token: newToken() };
    await noteAddress(config, address);
    const file = join(config, 'private', 'serve.json');
    const { sinceMs } = JSON.parse(await readFile(file, 'utf8'));
    const old = { ...address, sinceMs: sinceMs - 8 * 24 * 3600 * 1000 };
    await writeFile(file, JSON.stringify(old));
    await noteAddress(config, address);
    expect(await lastAddress(config)).toBeNull();
  });
});
