/**
 * Unsaved changes of the windows, each in a file of its own that only the user can read. A file stays until
 * the changes are saved or discarded. What a window left behind that crashed, or whose host was killed, is
 * listed for the next window.
 *
 * A file names the host process that wrote it, and that process holds a lock while it lives. So another
 * host of the same user does not list the documents of windows that are open.
 */
import { randomUUID } from 'node:crypto';
import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../platformio/setup/folder.mjs';
import { lockOwner, takeFreeLock } from '../../../platformio/setup/lock.mjs';
import { type LeftBehind, recovery, type Unsaved } from '../../contract/recovery.ts';
import * as z from '../../contract/zod.ts';
import { systemError } from '../system-errors.ts';
import { replaceFile, tidy } from './replace-file.ts';
import { currentRevision, revisionOf } from './sketch-file.ts';

const EXTENSION = '.json';
const LOCK_EXTENSION = '.lock';

const schema = z.object({
  owner: z.uuid(),
  keptAtMs: z.number(),
  unsaved: recovery.methods.keep.params.shape.unsaved,
});
type KeptFile = z.infer<typeof schema>;

/** A window. It uses the ids that it kept documents under until it leaves. */
// biome-ignore lint/suspicious/noEmptyInterface: only its identity is used.
export interface RecoveryClient {}

export class Recovery {
  readonly #dir: string;
  readonly #owner = randomUUID();
  readonly #users = new Map<string, RecoveryClient>();
  /** The last action on each id. The next one waits for it. */
  readonly #last = new Map<string, Promise<unknown>>();
  #lock: { release(): void } | null = null;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Resolves to false if another window uses the id. */
  async keep(client: RecoveryClient, id: string, unsaved: Unsaved): Promise<boolean> {
    const user = this.#users.get(id);
    if (user !== undefined && user !== client) return false;
    this.#users.set(id, client);
    return this.#inTurn(id, async () => {
      const path = this.#path(id);
      try {
        await this.#begin();
        const file: KeptFile = { owner: this.#owner, keptAtMs: Date.now(), unsaved };
        await replaceFile(path, JSON.stringify(file), { mode: 0o600 });
        return true;
      } catch (error) {
        throw systemError(error, 'write', path);
      }
    });
  }

  async drop(id: string): Promise<void> {
    this.#users.delete(id);
    await this.#inTurn(id, () => rm(this.#path(id), { force: true }));
  }

  /** The states that no window uses, the newest first. */
  async list(own: readonly string[]): Promise<LeftBehind[]> {
    await tidy(this.#dir);
    const names = await readdir(this.#dir).catch(() => []);
    const ids = names.filter((name) => name.endsWith(EXTENSION)).map((name) => name.slice(0, -EXTENSION.length));
    const others = ids.filter((id) => !own.includes(id) && !this.#users.has(id));
    const entries = await Promise.all(others.map((id) => this.#entry(id)));
    return entries.filter((entry) => entry !== null).sort((a, b) => b.keptAtMs - a.keptAtMs);
  }

  async read(id: string): Promise<Unsaved | null> {
    return (await this.#file(id))?.unsaved ?? null;
  }

  /** The window is gone. What it kept stays. */
  leave(client: RecoveryClient): void {
    for (const [id, user] of this.#users) if (user === client) this.#users.delete(id);
  }

  close(): void {
    this.#lock?.release();
    this.#lock = null;
  }

  async #entry(id: string): Promise<LeftBehind | null> {
    const file = await this.#file(id);
    if (file === null || this.#isOthers(file.owner)) return null;
    const { unsaved, keptAtMs } = file;
    if (await isSaved(unsaved)) {
      await rm(this.#path(id), { force: true });
      return null;
    }
    return { id, path: unsaved.file.path, name: nameIn(unsaved.text), keptAtMs };
  }

  #isOthers(owner: string): boolean {
    return owner !== this.#owner && lockOwner(this.#lockOf(owner)) !== null;
  }

  /** A file that is no valid recovery file is left alone. */
  async #file(id: string): Promise<KeptFile | null> {
    try {
      return schema.parse(JSON.parse(await readFile(this.#path(id), 'utf8')));
    } catch {
      return null;
    }
  }

  async #begin(): Promise<void> {
    if (this.#lock !== null) return;
    makeFolder(this.#dir, { mode: 0o700 });
    await chmod(this.#dir, 0o700);
    const taken = takeFreeLock(this.#lockOf(this.#owner), 'recovery');
    if ('lock' in taken) this.#lock = taken.lock;
    await this.#removeDeadLocks();
  }

  async #removeDeadLocks(): Promise<void> {
    const locks = (await readdir(this.#dir)).filter((name) => name.endsWith(LOCK_EXTENSION));
    for (const path of locks.map((name) => join(this.#dir, name))) {
      if (lockOwner(path) === null) await rm(path, { recursive: true, force: true });
    }
  }

  async #inTurn<T>(id: string, action: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(id) ?? Promise.resolve()).then(action, action);
    this.#last.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(id) === turn) this.#last.delete(id);
    }
  }

  readonly #path = (id: string) => join(this.#dir, `${id}${EXTENSION}`);
  readonly #lockOf = (owner: string) => join(this.#dir, `${owner}${LOCK_EXTENSION}`);
}

/** Whether the sketch's file has the changes already, because the window or the host was killed right after a save. */
async function isSaved({ file, text }: Unsaved): Promise<boolean> {
  if (file.path === null) return false;
  const revision = await currentRevision(file.path).catch(() => null);
  return revision === revisionOf(Buffer.from(text, 'utf8'));
}

function nameIn(text: string): string {
  try {
    const { name } = JSON.parse(text) as { name?: unknown };
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}
