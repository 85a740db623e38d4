/**
 * How long programs waited for a processor (proc(5), schedstat). On a busy computer a limit of one second, or of ten,
 * is about the time in which the programs could have run. So what they waited does not count.
 */
import { readdir, readFile } from 'node:fs/promises';

const NS_PER_MS = 1e6;

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function threadWaitedMs(folder: string): Promise<number> {
  const [, waitedNs = '0'] = (await readFile(`${folder}/schedstat`, 'utf8').catch(() => '')).split(' ');
  return Number(waitedNs) / NS_PER_MS;
}

/** The sum over all threads of these processes, because one can wait for the next one. An ended thread has 0. */
export async function waitedMs(pids: readonly number[]): Promise<number> {
  const lists = await Promise.all(
    pids.map(async (pid) => (await namesIn(`/proc/${pid}/task`)).map((thread) => `/proc/${pid}/task/${thread}`)),
  );
  const waits = await Promise.all(lists.flat().map(threadWaitedMs));
  return waits.reduce((sum, one) => sum + one, 0);
}

async function parentOf(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the program's name, which may contain spaces and parentheses.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** A process and all its descendants that run now. */
export async function withDescendants(pid: number): Promise<number[]> {
  const pids = (await namesIn('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(pids.map(parentOf));
  const below = (parent: number): number[] => [
    parent,
    ...pids.filter((_, index) => parents[index] === parent).flatMap((child) => below(Number(child))),
  ];
  return below(pid);
}
