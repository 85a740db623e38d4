/**
 * A real server runs hostile programs on this computer, in their sandbox and without bubblewrap. Each run ends, the
 * message says why, nothing is left of it, and the server answers all the time in a bounded memory.
 */
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunStatus } from '../../app/contract/runs.ts';
import { hasSandbox } from '../../platformio/driver/sandbox.ts';
import { buildWindow } from '../../platformio/setup/commands/window-build.mjs';
import { findTools } from '../../platformio/setup/tools.ts';
import { eventually } from '../eventually.ts';
import { ATTACKS, type Attack, attackSketch } from './attacks.ts';
import { giveToGuarded, guard, missingForGuard, pathWithout } from './guarded.ts';
import { type Server, Victims } from './victims.ts';

const { hostCc, hostCxx } = findTools();
const missing = missingForGuard() ?? [hostCc, hostCxx].find(({ installed }) => !installed)?.name ?? null;
const isConfinedHere = await hasSandbox();

const MIB = 2 ** 20;
/** What a run that nobody reads may still send: 64 events of an interval each, and what is read ahead. */
const MOST_UNREAD_BYTES = 80 * MIB;
/** Several times what the server has without a run. */
const MOST_MEMORY_BYTES = 1024 * MIB;
const FLOOD_BYTES = 256 * MIB;
/** The limits of a program that docs/security.md names. */
const MOST_DATA_MIB = 2048;
const MOST_PROCESSES = 4096;
const CALLS = 50;

/** One run of the attacking sketch. */
interface Run {
  readonly runId: string;
  bytes: number;
  text: string;
  status: RunStatus | null;
  /** Whether the window handles what it receives. */
  takes: boolean;
}

describe.each([
  { where: 'in its sandbox', isConfined: true },
  { where: 'without bubblewrap', isConfined: false },
])(`a hostile program $where (missing here: ${missing ?? 'nothing'})`, ({ isConfined }) => {
  describe.skipIf(missing !== null || (isConfined && !isConfinedHere))('on this computer', () => {
    let folder: string;
    let victims: Victims;
    let server: Server;
    let firmwareId: string;
    let file: string;
    let others: ReadonlySet<number>;
    const runs = new Map<string, Run>();
    const listener = createServer((socket) => socket.destroy());

    beforeAll(async () => {
      expect(await buildWindow(() => {})).toBe(true);
      folder = await realpath(await mkdtemp(join(tmpdir(), 'polyloop-attacks-')));
      await chmod(folder, 0o755);
      victims = new Victims(folder, await guard());
      await victims.prepare();
      await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
      file = join(folder, 'of-the-user');
      await writeFile(file, 'mine');
      const text = attackSketch({ file, fresh: join(folder, 'new'), port: (listener.address() as AddressInfo).port });
      const path = join(folder, 'attack.polyloop.json');
      await writeFile(path, text);
      const env = isConfined ? {} : { PATH: pathWithout('bwrap', join(folder, 'bin')) };
      for (const given of [folder, await realpath(join(victims.home, 'config'))]) giveToGuarded(given);
      server = await victims.server([], env);
      const { host } = server;
      host.on('runs.serial', ({ runId, bytes }) => {
        const run = runs.get(runId);
        if (run === undefined) return;
        run.bytes += bytes.length;
        run.text = (run.text + Buffer.from(bytes.subarray(-8192)).toString('latin1')).slice(-8192);
      });
      host.on('runs.status', ({ runId, status }) => {
        const run = runs.get(runId);
        if (run !== undefined) run.status = status;
      });
      for (const event of ['runs.serial', 'runs.status', 'runs.edges'] as const)
        host.on(event, ({ runId }: { runId: string }) => {
          if (runs.get(runId)?.takes === true) host.runs.taken({ runId, events: 1 }).catch(() => {});
        });
      const built = new Promise<string | null>((resolve) => {
        host.on('builds.finished', ({ firmwareId: made, diagnostics }) => {
          if (made === null) console.error(diagnostics);
          resolve(made);
        });
      });
      await host.builds.start({ text, path, tool: 'platformio' });
      firmwareId = (await built) ?? '';
      expect(firmwareId).not.toBe('');
      // The user is told before the first run what this computer cannot keep from the program.
      const untrusted = host.runs.start({ firmwareId, deviceId: 'host', windowId: 'attacked-window' });
      await expect(untrusted).rejects.toMatchObject({ details: { reason: 'untrusted', confined: isConfined } });
      await host.settings.set({ trustedFolders: [folder] });
      others = new Set((await victims.survivors()).keys());
    });
    afterAll(async () => {
      listener.close();
      await server?.end();
      expect(await victims.leftAfterTenSeconds()).toEqual([]);
      await victims.remove();
      await rm(folder, { recursive: true, force: true });
    });

    async function attack(how: Attack, takes = true): Promise<Run> {
      const { host } = server;
      const { runId } = await host.runs.start({ firmwareId, deviceId: 'host', windowId: 'attacked-window' });
      const run: Run = { runId, bytes: 0, text: '', status: null, takes };
      runs.set(runId, run);
      await host.runs.write({ runId, bytes: new TextEncoder().encode(ATTACKS[how]) });
      return run;
    }
    const hasSaid = (run: Run, word: string | RegExp) => eventually(() => expect(run.text).toMatch(word));
    const hasEnded = (run: Run) => eventually(() => expect(run.status?.state).toMatch(/stopped|failed/));

    /** The server answers, and has not grown. */
    async function isResponsive(): Promise<void> {
      for (let call = 0; call < CALLS; call++) await server.host.settings.get({});
      const [, kib] = /^VmHWM:\s*(\d+)/m.exec(await readFile(`/proc/${server.pid}/status`, 'utf8')) ?? [];
      expect(Number(kib) * 1024).toBeLessThan(MOST_MEMORY_BYTES);
    }

    async function stop(run: Run): Promise<void> {
      await isResponsive();
      await server.host.runs.stop({ runId: run.runId });
      await hasEnded(run);
    }
    const leaves = () => victims.leftAfterTenSeconds(others);

    it('has the limits that docs/security.md names', async () => {
      const run = await attack('limits');
      await hasSaid(run, 'end: done');
      const limitOf = (name: string) => new RegExp(`^${name} +(\\d+)`, 'm').exec(run.text)?.[1];
      expect(limitOf('Max cpu time')).toBe(String(24 * 3600));
      expect(limitOf('Max data size')).toBe(String(MOST_DATA_MIB * MIB));
      expect(limitOf('Max address space')).toBe(String(16 * 1024 * MIB));
      expect(limitOf('Max file size')).toBe('0');
      // The system ends it first when memory runs out.
      expect(run.text).toMatch(/^1000\nread: done$/m);
      const processes = Number(limitOf('Max processes'));
      if (isConfined) expect(processes).toBe(MOST_PROCESSES);
      else expect(processes).toBeGreaterThan(MOST_PROCESSES);
      await stop(run);
      expect(await leaves()).toEqual([]);
    });

    it('ends when it takes too much memory', async () => {
      const run = await attack('memory');
      await hasEnded(run);
      expect(run.status?.message).toMatch(/SIGSEGV.* 2 GiB of memory/);
      const taken = [...run.text.matchAll(/<(\d+) MiB>/g)].map(([, mib]) => Number(mib));
      expect(Math.max(...taken)).toBeLessThan(MOST_DATA_MIB);
      expect(Math.max(...taken)).toBeGreaterThan(MOST_DATA_MIB / 2);
      await isResponsive();
      expect(await leaves()).toEqual([]);
    });

    it('makes a bounded number of processes, and none is left', async () => {
      const run = await attack('forks');
      await hasSaid(run, /<\d+ processes>/);
      await isResponsive();
      const made = [...(await victims.survivors()).keys()].filter((pid) => !others.has(pid));
      expect(made.length).toBeLessThan(MOST_PROCESSES + 20);
      expect(made.length).toBeGreaterThan(MOST_PROCESSES / 2);
      await stop(run);
      expect(await leaves()).toEqual([]);
    });

    it.each(['loop', 'deaf'] as const)('can be stopped: %s', async (how) => {
      const run = await attack(how);
      await hasSaid(run, `<${how}>`);
      await stop(run);
      expect(run.status).toMatchObject({ state: 'stopped' });
      expect(await leaves()).toEqual([]);
    });

    it('ends when its processor time is used up', async () => {
      const run = await attack('time');
      await hasEnded(run);
      expect(run.status?.message).toMatch(/SIGXCPU.* 24 hours of processor time/);
      expect(await leaves()).toEqual([]);
    });

    it.each(['flood', 'pins'] as const)('waits for its window: %s', async (how) => {
      const run = await attack(how, false);
      await eventually(() => expect(run.bytes).toBeGreaterThan(how === 'flood' ? 8 * MIB : -1));
      for (let round = 0; round < 10; round++) await isResponsive();
      expect(run.bytes).toBeLessThan(MOST_UNREAD_BYTES);
      await stop(run);
      expect(await leaves()).toEqual([]);
    });

    it('may print without end for a window that reads it', async () => {
      const run = await attack('flood');
      await eventually(() => expect(run.bytes).toBeGreaterThan(FLOOD_BYTES));
      await stop(run);
      expect(await leaves()).toEqual([]);
    });

    it('writes no file', async () => {
      const run = await attack('write');
      await hasEnded(run);
      expect(run.status?.message).toMatch(/SIGXFSZ.* file/);
      expect(await leaves()).toEqual([]);
    });

    it('reaches no file of the user in its sandbox, and elsewhere what the question names', async () => {
      const run = await attack('files');
      await hasSaid(run, 'end: done');
      const said = Object.fromEntries(
        [...run.text.matchAll(/^([\w ]+): (\w+)$/gm)].map(([, what, how]) => [what, how]),
      );
      const outside = isConfined ? 'refused' : 'done';
      expect(said).toMatchObject({
        // Each of them would need memory of the system.
        'make an empty file': outside,
        'make a folder': outside,
        'write a new file': 'refused',
        'write a file': 'refused',
        'change a file in memory': outside,
        'empty a file': outside,
        'remove a file': outside,
      });
      if (isConfined) expect(await readFile(file, 'utf8')).toBe('mine');
      await stop(run);
    });

    it('has no network in its sandbox', async () => {
      const run = await attack('network');
      await hasSaid(run, `connect: ${isConfined ? 'refused' : 'done'}`);
      await stop(run);
    });

    it.each(['daemon', 'orphan'] as const)('ends with what it leaves behind: %s', async (how) => {
      const run = await attack(how);
      await hasSaid(run, '<daemon>');
      if (how === 'daemon') await stop(run);
      else await hasEnded(run);
      expect(await leaves()).toEqual([]);
    });
  });
});
