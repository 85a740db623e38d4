import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { findFreertosKernel } from '../kernels.mjs';
import { run } from '../run.mjs';
import type { Context } from '../step.mjs';
import { digestOf, freertosStep, RELEASE } from './freertos.mjs';

const FILES = {
  'tasks.c': 'int tasks;\n',
  'include/FreeRTOS.h': '',
  'include/task.h': '#define tskKERNEL_VERSION_NUMBER "V11.1.0"\n',
};

const said: string[] = [];
const context: Context = {
  say: (text) => void said.push(text),
  ended: async () => {},
  must: async (command, options) => {
    const { code, tail } = await run(command, options);
    if (code !== 0) throw new Error(tail.join('\n'));
  },
};

let folder: string;
let archive: Buffer;
let digest: string;
let kernel: string;
beforeEach(() => {
  said.length = 0;
  for (const name of ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']) vi.stubEnv(name, undefined);
  folder = mkdtempSync(join(tmpdir(), 'polyloop-freertos-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const sources = join(folder, 'sources', 'FreeRTOS-Kernel-1');
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(sources, name)), { recursive: true });
    writeFileSync(join(sources, name), text);
  }
  digest = digestOf(sources);
  const file = join(folder, 'made.tar.gz');
  execFileSync('tar', ['-czf', file, '-C', dirname(sources), 'FreeRTOS-Kernel-1']);
  archive = readFileSync(file);
  kernel = join(folder, 'kernels', 'FreeRTOS-Kernel');
});

/** A step that gets its archive from this server. */
async function stepFrom(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return freertosStep({ ...RELEASE, digest, archive: `http://127.0.0.1:${port}/kernel.tar.gz` }, kernel);
}

it('the kernel is unpacked, checked and found, once', async () => {
  const step = await stepFrom((_request, response) => response.end(archive));
  expect(step.present()).toBeNull();
  await step.bring(context);
  expect(readFileSync(join(kernel, 'tasks.c'), 'utf8')).toBe(FILES['tasks.c']);
  expect(step.present()).toBe(`V11.1.0 in ${kernel}`);
  expect(findFreertosKernel({}, kernel).installed).toBe(true);
});

it('another byte in a file is refused, and nothing is left', async () => {
  writeFileSync(join(folder, 'sources', 'FreeRTOS-Kernel-1', 'tasks.c'), 'int task5;\n');
  const file = join(folder, 'other.tar.gz');
  execFileSync('tar', ['-czf', file, '-C', join(folder, 'sources'), 'FreeRTOS-Kernel-1']);
  const step = await stepFrom((_request, response) => response.end(readFileSync(file)));
  await expect(step.bring(context)).rejects.toThrow(/the digest of its files is [0-9a-f]{64}, and not the one/);
  expect(existsSync(kernel)).toBe(false);
});

it('a download that breaks off leaves nothing, and can be repeated', async () => {
  let breaks = true;
  const step = await stepFrom((_request, response) => {
    if (!breaks) return void response.end(archive);
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, 20), () => response.destroy());
  });
  await expect(step.bring(context)).rejects.toThrow(/could not be downloaded .* set FREERTOS_KERNEL_PATH/);
  expect(existsSync(kernel)).toBe(false);
  breaks = false;
  await step.bring(context);
  expect(step.present()).toBe(`V11.1.0 in ${kernel}`);
});

it('a server without the archive is named with its answer', async () => {
  const step = await stepFrom((_request, response) => response.writeHead(404).end());
  await expect(step.bring(context)).rejects.toThrow(/kernel\.tar\.gz answered 404/);
});

it("a folder of the user's own is not replaced", async () => {
  mkdirSync(kernel, { recursive: true });
  writeFileSync(join(kernel, 'mine.txt'), 'mine');
  const step = await stepFrom((_request, response) => response.end(archive));
  await expect(step.bring(context)).rejects.toThrow(/exists, and is no FreeRTOS kernel/);
  expect(readFileSync(join(kernel, 'mine.txt'), 'utf8')).toBe('mine');
});

it('behind a proxy, git gets the commit', async () => {
  const sources = join(folder, 'sources', 'FreeRTOS-Kernel-1');
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', sources, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Kernel');
  const release = { ...RELEASE, digest, repository: sources, commit: git('rev-parse', 'HEAD').trim() };
  vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9');
  const step = freertosStep(release, kernel);
  await step.bring(context);
  expect(step.present()).toBe(`V11.1.0 in ${kernel}`);
  expect(said).toEqual([`${sources} at ${release.commit}, with git`]);
});

const own = findFreertosKernel();
it.runIf(own.installed && own.version === RELEASE.version)('the digest is that of the release', () => {
  if (own.installed) expect(digestOf(own.sourceDir)).toBe(RELEASE.digest);
});
