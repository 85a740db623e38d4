/** Kills a real window, its server or both while a user types, and tells what the next start has lost. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSketch } from '../../generator/sketch/read.ts';
import { eventually } from '../eventually.ts';
import type { Random } from '../random.ts';
import type { Victims } from './victims.ts';
import { waitedMs } from './waiting.ts';

export const TYPING = ['type, window', 'type, server', 'type, both'] as const;
export type TypingKind = (typeof TYPING)[number];

/** The user types without a pause that is long enough for the editor to take the code over. */
const PAUSE_MS = { least: 20, most: 200 } as const;
const SAVES = 0.03;

interface Edit {
  readonly number: number;
  readonly atMs: number;
  /** What the processes of the product had waited for a processor by then. */
  readonly waitedMs: number;
}

export interface Loss {
  /** The numbers that the user typed for certain. */
  readonly typed: number;
  readonly recovered: number;
  /** How long before the kill the oldest lost number was typed, without waits for a processor. 0: nothing is lost. */
  readonly lostMs: number;
  /** The same with waits. */
  readonly lostWallMs: number;
}

/** The last number in the code of the only task. 0: it has none. */
function numberIn(text: string): number {
  const read = readSketch(text);
  if (!read.ok) throw new Error(`a broken file: ${text}`);
  return Number(/(\d+);\s*$/.exec(read.sketch.tasks[0]?.body ?? '')?.[1] ?? 0);
}

type Server = Awaited<ReturnType<Victims['server']>>;

interface Round {
  readonly victims: Victims;
  /** A sketch whose only task `blink` has no number in its code. */
  readonly file: string;
  readonly random: Random;
  readonly what: TypingKind;
  /** After the first number. */
  readonly afterMs: number;
}

/** The files of kept changes. */
async function keptFiles({ victims }: Round): Promise<string[]> {
  const dir = join(victims.home, 'config', 'recovery');
  const names = await readdir(dir).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).map((name) => join(dir, name));
}

/** The newest number that a new start finds, in the file or in what was kept. */
async function newestOnDisk(round: Round): Promise<number> {
  const { file } = round;
  const kept = await Promise.all((await keptFiles(round)).map(async (one) => JSON.parse(await readFile(one, 'utf8'))));
  const texts = [await readFile(file, 'utf8'), ...kept.map((one) => String(one.unsaved.text))];
  return Math.max(...texts.map(numberIn));
}

/** Opens a new window, which restores and saves. Returns the number in the file. */
async function restored(round: Round, url: string): Promise<number> {
  const { victims, file } = round;
  const newest = await newestOnDisk(round);
  const window = await victims.window(url);
  if ((await keptFiles(round)).length > 0) {
    await window.restore();
    await eventually(async () => {
      // Without effect until the window shows what it has restored.
      await window.save();
      if (numberIn(await readFile(file, 'utf8')) < newest) throw new Error('not saved yet');
      if ((await keptFiles(round)).length > 0) throw new Error('still kept');
    });
  }
  await window.kill();
  return numberIn(await readFile(file, 'utf8'));
}

/**
 * Waits until the server has forgotten what a window kept that was killed during a save. All of it is in the file, and
 * the next round writes another one.
 */
async function forgetSaved(round: Round, { host }: Server): Promise<void> {
  await eventually(async () => {
    await host.recovery.list({ own: [] });
    if ((await keptFiles(round)).length > 0) throw new Error('still kept');
  });
}

export async function typeAndKill(round: Round): Promise<Loss> {
  const { victims, file, random, what, afterMs } = round;
  const server = await victims.server(['--sketch', file]);
  const window = await victims.window(server.url);
  await window.openCode('blink');
  const product = [server.pid, ...window.pids];
  const edits: Edit[] = [];
  const answers: Promise<void>[] = [];
  let isOver = false;
  const type = async () => {
    for (let number = 1; !isOver; number++) {
      // The next key does not wait until the window has answered, as the keys of a person do not.
      const note = async () => void edits.push({ number, atMs: performance.now(), waitedMs: await waitedMs(product) });
      answers.push(window.type(` ${number};`).then(note, () => {}));
      if (random.chance(SAVES)) window.save().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, random.between(PAUSE_MS.least, PAUSE_MS.most)));
    }
  };
  const typed = type();
  await eventually(() => {
    if (edits.length === 0) throw new Error('nothing is typed yet');
  });
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const waited = await waitedMs(product);
  const killMs = performance.now();
  /** Later keys may not have reached the window. */
  const certain = edits.toSorted((a, b) => a.number - b.number);
  isOver = true;
  if (what === 'type, server') await server.kill();
  else await Promise.all([window.kill(), what === 'type, both' ? server.kill() : undefined]);
  await typed;
  await Promise.all(answers);
  edits.sort((a, b) => a.number - b.number);
  const last = edits.at(-1)?.number ?? 0;
  let recovered: number;
  if (what === 'type, server') {
    recovered = await newestOnDisk(round);
    // The window is still open: it has all numbers, and saves them when there is a server again.
    const next = await victims.server(['--sketch', file]);
    await eventually(async () => {
      await window.save();
      if (numberIn(await readFile(file, 'utf8')) < last) throw new Error('not saved yet');
      if ((await keptFiles(round)).length > 0) throw new Error('still kept');
    });
    await window.kill();
    await forgetSaved(round, next);
    await next.kill();
  } else {
    const next = what === 'type, both' ? await victims.server(['--sketch', file]) : server;
    // The server has read all that the dead window sent, and has forgotten what was saved right before the kill.
    await next.host.recovery.list({ own: [] });
    recovered = await restored(round, next.url);
    await forgetSaved(round, next);
    await next.kill();
  }
  const lost = certain.find(({ number }) => number > recovered);
  const lostWallMs = lost === undefined ? 0 : killMs - lost.atMs;
  const lostMs = lost === undefined ? 0 : lostWallMs - Math.max(0, waited - lost.waitedMs);
  return { typed: last, recovered, lostMs: Math.max(0, lostMs), lostWallMs };
}
