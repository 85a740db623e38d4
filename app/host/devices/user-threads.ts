/** How many threads this user has, of all programs. A limit of the system for processes counts all of them. */
import { readdir, readFile } from 'node:fs/promises';

/** Null where the system does not tell, as on macOS. */
export async function threadsOfUser(): Promise<number | null> {
  const user = process.getuid?.();
  const names = await readdir('/proc').catch(() => null);
  if (names === null || user === undefined) return null;
  const counts = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((pid) => threadsOf(pid, user)));
  return counts.reduce((sum, one) => sum + one, 0);
}

/** Zero if the process has ended or is another user's (proc(5), status). */
async function threadsOf(pid: string, user: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, owner] = /^Uid:\s*(\d+)/m.exec(status) ?? [];
  const [, threads = '0'] = /^Threads:\s*(\d+)/m.exec(status) ?? [];
  return Number(owner) === user ? Number(threads) : 0;
}
