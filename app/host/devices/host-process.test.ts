import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { boardById } from '../../../generator/boards/index.ts';
import type { Board } from '../../../generator/platform/board.ts';
import { PinRecord, type PinReport } from '../../../generator/trace/pins/pin-record.ts';
import { hasSandbox } from '../../../platformio/driver/sandbox.ts';
import { eventually } from '../../../test/eventually.ts';
import type { DeviceStatus } from './device.ts';
import { HostProcess } from './host-process.ts';
import { listDevices } from './index.ts';

const board = boardById('host') as Board;
const folder = mkdtempSync(join(tmpdir(), 'polyloop-host-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Node program in place of a compiled program. Only systems that support "#!" can start it. */
function program(body: string): string {
  const path = join(folder, `p${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(path, `#!${process.execPath}\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

function logged() {
  const statuses: DeviceStatus[] = [];
  let text = '';
  return {
    statuses,
    text: () => text,
    serial: (bytes: Uint8Array) => {
      text += Buffer.from(bytes).toString('latin1');
    },
    status: (status: DeviceStatus) => void statuses.push(status),
    pins: () => {},
  };
}

describe.skipIf(process.platform === 'win32')('a program as a process', () => {
  test('waits for runFor if it was paused before the start, and then runs by a virtual clock', async () => {
    const path = program('console.log(process.env.PL_HOST_CLOCK, process.env.PL_HOST_RUN_US)');
    const device = new HostProcess('host', board);
    const log = logged();
    await device.pause();
    await device.start({ format: 'executable', path }, log);
    await device.runFor(2_500_000_000);
    expect(log.text()).toBe('virtual 2500000\n');
    expect(log.statuses.map((status) => status.state)).toEqual(['paused', 'running', 'stopped']);
    expect(log.statuses.at(-1)?.boardTimeNs).toBe(2_500_000_000);
  });

  test('runs by the real clock, reads its input, and can be stopped', async () => {
    const path = program(
      `process.stdout.write(process.env.PL_HOST_CLOCK); process.stdin.on('data', (d) => process.stdout.write(d))`,
    );
    const device = new HostProcess('host', board);
    const log = logged();
    await device.start({ format: 'executable', path }, log);
    device.write(Uint8Array.of(65, 66));
    await eventually(() => {
      expect(log.statuses.map(({ state }) => state)).toEqual(['running']);
      expect(log.text()).toBe('realAB');
    });
    await device.stop();
    await device.stop();
    expect(log.statuses.at(-1)?.state).toBe('stopped');
    expect(() => device.setPin('13', { kind: 'floating' })).toThrow(/has no pins/);
  });

  test('reports the changes of pins that the program writes, however they arrive', async () => {
    const path = program(`
      import { writeSync } from 'node:fs';
      const change = (us, pin, level) => {
        const bytes = Buffer.alloc(16);
        bytes.writeBigUInt64LE(BigInt(us));
        bytes[8] = pin; bytes[9] = level;
        return bytes;
      };
      const pipe = Number(process.env.PL_HOST_PINS);
      const all = Buffer.concat([change(1000, 13, 1), change(1500, 2, 1), change(20_000_000, 13, 0)]);
      writeSync(pipe, all.subarray(0, 21));
      writeSync(pipe, all.subarray(21));`);
    const device = new HostProcess('host', board);
    const reports: PinReport[] = [];
    await device.pause();
    await device.start({ format: 'executable', path }, { ...logged(), edges: (report) => void reports.push(report) });
    await device.runFor(30e9);
    const record = new PinRecord();
    for (const report of reports) record.add(report, () => 0);
    const edgesOf = (pin: string) => {
      const levels = record.levels(pin);
      if (levels === null) return [];
      return Array.from({ length: levels.end - levels.first }, (_, edge) => [
        levels.timeNs(edge),
        levels.levelAfter(edge),
      ]);
    };
    expect(edgesOf('13')).toEqual([
      [1e6, 1],
      [20e9, 0],
    ]);
    expect(edgesOf('2')).toEqual([[1.5e6, 1]]);
  });

  test('has no secret in its environment, and writes no file', async () => {
    const file = join(folder, 'written');
    const path = program(`
      import { writeFileSync } from 'node:fs';
      let result = 'written';
      process.on('SIGXFSZ', () => {});
      try { writeFileSync(${JSON.stringify(file)}, 'x'); } catch (error) { result = error.code; }
      console.log(process.env.OWN_SECRET ?? 'none', result === 'written' ? result : 'refused');`);
    vi.stubEnv('OWN_SECRET', 'x');
    onTestFinished(() => void vi.unstubAllEnvs());
    const log = logged();
    const device = new HostProcess('host', board);
    await device.start({ format: 'executable', path }, log);
    await device.runFor(600e9);
    expect(log.text()).toBe('none refused\n');
  });

  test('has no network, and no device or socket of the desktop, where the system has a sandbox', async ({ skip }) => {
    skip(!(await hasSandbox()), 'bubblewrap is not installed, or this system forbids it');
    const server = createServer((socket) => socket.end('in'));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const path = program(`
      import { readdirSync } from 'node:fs';
      import { connect } from 'node:net';
      connect(${port}, '127.0.0.1').on('data', (d) => end(String(d))).on('error', (e) => end(e.code));
      const end = (network) => console.log(network, readdirSync('/run').join(), readdirSync('/proc').includes('${process.pid}'));`);
    const log = logged();
    const device = new HostProcess('host', board);
    await device.start({ format: 'executable', path }, log);
    await device.runFor(600e9);
    expect(log.text()).toBe('ECONNREFUSED  false\n');
  });

  test('is ended by a signal that the message names', async () => {
    const path = program(`process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000);`);
    const log = logged();
    const device = new HostProcess('host', board);
    await device.start({ format: 'executable', path }, log);
    await device.runFor(600e9);
    expect(log.statuses.at(-1)?.message).toContain('SIGSEGV');
  });

  test('reports a failure with the program’s error output', async () => {
    const path = program(`process.stderr.write('no room'); process.exitCode = 3`);
    const device = new HostProcess('host', board);
    const log = logged();
    await device.pause();
    await device.start({ format: 'executable', path }, log);
    await device.runFor(1e9);
    expect(log.statuses.at(-1)).toMatchObject({ state: 'failed', message: 'The program ended with status 3. no room' });
  });

  test('is listed for the host board only', async () => {
    expect((await listDevices(board)).map((device) => device.id)).toEqual(['host']);
    await expect(new HostProcess('host', board).start({ format: 'intel-hex', path: '' }, logged())).rejects.toThrow(
      /runs executables/,
    );
  });
});
