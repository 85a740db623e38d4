/** From `npm start` to the address of the window. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Sample } from './rounds.ts';

export interface Served {
  readonly url: string;
  readonly pid: number;
  readonly sample: Sample;
  end(): Promise<void>;
}

/** A home of its own, with the settings of a user who has seen the welcome. */
export function makeHome(folder: string): string {
  const config = path.join(folder, 'config');
  mkdirSync(config, { recursive: true });
  writeFileSync(path.join(config, 'settings.json'), JSON.stringify({ welcomed: true }));
  return folder;
}

/** Processor time of a process and all its descendants so far; 0 if the system does not report it. Unit: ms. */
export function processorMs(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const table = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      // utime and stime, and those of ended children.
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
      table.set(Number(name), { parent: Number(fields[1]), ticks });
    } catch {
      // The process ended meanwhile.
    }
  }
  const isInside = (id: number): boolean => id === pid || (table.has(id) && isInside(table.get(id)?.parent ?? 0));
  const TICK_MS = 10;
  return [...table].reduce((sum, [id, { ticks }]) => sum + (isInside(id) ? ticks * TICK_MS : 0), 0);
}

async function untilAddress(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const found = /http:\/\/127\.0\.0\.1:\d+\/\S+(?=\s)/.exec(text)?.[0];
    if (found !== undefined) return found;
  }
  throw new Error(`The start ended without an address:\n${text}`);
}

function ended(child: ChildProcess): Promise<unknown> {
  return child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
}

/** Starts a command, in a folder, that prints the address of its server. */
export async function serveWith(
  [program, ...args]: readonly [string, ...string[]],
  cwd: string,
  home: string,
): Promise<Served> {
  const before = performance.now();
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, POLYLOOP_HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    shell: process.platform === 'win32',
  });
  const url = await untilAddress(child);
  const wallMs = performance.now() - before;
  const { pid = 0 } = child;
  const cpuMs = processorMs(pid);
  const end = async () => {
    process.kill(-pid, 'SIGTERM');
    await ended(child);
  };
  return { url, pid, sample: { wallMs, cpuMs }, end };
}
