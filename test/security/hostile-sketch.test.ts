/** A hostile sketch, built and run on this computer with the real compiler. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HostProcess } from '../../app/host/devices/host-process.ts';
import { buildSketch } from '../../app/host/pipeline.ts';
import { host } from '../../generator/boards/host/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { hasSandbox } from '../../platformio/driver/sandbox.ts';
import { findTools } from '../../platformio/setup/tools.ts';

const { hostCc, hostCxx } = findTools();

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-hostile-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const sketchWith = (body: string, prelude = '') =>
  newSketch('hostile', { board: host.id, prelude, tasks: [newTask('attack', { body })] });

function build(body: string, prelude?: string) {
  const signal = new AbortController().signal;
  return buildSketch({
    sketch: sketchWith(body, prelude),
    dir: join(dir, 'build'),
    tool: 'platformio',
    signal,
    onLine: () => {},
  });
}

it.each(['#include "/dev/zero"', 'asm(".incbin \\"/etc/passwd\\"");', '#include "../../secret.h"'])(
  'is refused by name before a compiler reads it: %s',
  async (code) => {
    const outcome = await build(code);
    expect(outcome).toMatchObject({ outcome: 'failed', firmware: null });
    expect(outcome.diagnostics[0]).toMatchObject({
      severity: 'error',
      element: { kind: 'task', name: 'attack' },
      member: 'body',
    });
    expect(existsSync(join(dir, 'build'))).toBe(false);
  },
);

/** Each success adds a bit to the exit code. */
const PRELUDE = `#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
`;
const attack = (written: string, port: number, secret: string) => `
  int code = 32;
  FILE *out = fopen("${written}", "w");
  if (out != NULL && fputs("x", out) >= 0 && fclose(out) == 0) code |= 1;
  struct sockaddr_in there = {};
  there.sin_family = AF_INET;
  there.sin_port = htons(${port});
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&there, sizeof there) == 0) code |= 2;
  if (getenv("OWN_SECRET") != NULL) code |= 4;
  if (fopen("${secret}", "r") != NULL) code |= 8;
  _Exit(code);`;

describe.skipIf(process.platform !== 'linux' || !hostCc.installed || !hostCxx.installed)('a hostile program', () => {
  it('reaches nothing of the user', async () => {
    const server = createServer((socket) => socket.destroy());
    const secret = join(homedir(), `.polyloop-test-${process.pid}`);
    await writeFile(secret, 'secret');
    vi.stubEnv('OWN_SECRET', 'x');
    onTestFinished(async () => {
      server.close();
      vi.unstubAllEnvs();
      await rm(secret);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { firmware, diagnostics } = await build(attack(join(dir, 'written'), port, secret), PRELUDE);
    if (firmware === null) throw new Error(JSON.stringify(diagnostics));
    const device = new HostProcess('host', host);
    const messages: (string | null)[] = [];
    await device.start(firmware, {
      serial: () => {},
      status: ({ message }) => void messages.push(message),
      pins: () => {},
    });
    await device.runFor(600e9);
    // Without a sandbox the program can connect and read, and still not write.
    const reached = (await hasSandbox()) ? 32 : 32 | 2 | 8;
    expect(messages.at(-1)).toMatch(new RegExp(`status ${reached}\\.|SIGXFSZ`));
    expect(await readFile(join(dir, 'written'), 'utf8').catch(() => '')).toBe('');
  });
});
