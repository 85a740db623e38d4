/**
 * A guard around hostile programs of a test: limits of the system that hold when those of the product do not, so a bomb
 * never harms the computer that runs the test.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { threadsOfUser } from '../../app/host/devices/user-threads.ts';
import { which } from '../../platformio/setup/which.mjs';

/** The user `nobody` on most systems. The limit of processes does not hold for an administrator. */
const NOBODY = '65534';
const isRoot = process.getuid?.() === 0;

/** More than the product's limit, so a test sees that one. */
const GUARD = { processes: 6000, dataGib: 3 };

/** What a test of hostile programs misses here; null: nothing. */
export function missingForGuard(): string | null {
  if (process.platform !== 'linux') return 'Linux';
  const program = ['prlimit', ...(isRoot ? ['setpriv'] : [])].find((name) => which(name) === null);
  if (program !== undefined) return program;
  const [, kib = '0'] = /^MemAvailable:\s*(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kib) / 2 ** 20 < 2 * GUARD.dataGib ? `${2 * GUARD.dataGib} GiB of free memory` : null;
}

/** The start of a command that runs the rest with the limits of the guard, and not as an administrator. */
export async function guard(): Promise<string[]> {
  const others = isRoot ? 0 : ((await threadsOfUser()) ?? 0);
  const limits = [`--nproc=${others + GUARD.processes}`, `--data=${GUARD.dataGib * 2 ** 30}`];
  const user = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  return [...user, 'prlimit', ...limits, '--'];
}

/** Gives a folder and what is in it to the user of the guard. */
export function giveToGuarded(folder: string): void {
  if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
}

/** A folder with links to all programs of PATH but one: PATH of a computer that does not have it. */
export function pathWithout(missing: string, folder: string): string {
  mkdirSync(folder);
  const seen = new Set([missing]);
  for (const from of (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)) {
    for (const name of namesIn(from)) {
      if (seen.has(name)) continue;
      seen.add(name);
      symlinkSync(join(from, name), join(folder, name));
    }
  }
  return folder;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
