/**
 * The identity of this window for the host, by which it finds its run again after a reload. A browser that duplicates a
 * tab copies the storage of its window: the copy then draws an id of its own.
 */
import type { HostClient } from '../../../contract/contract.ts';
import type { CurrentRun } from '../../../contract/runs.ts';
import type { Environment } from './environment.ts';
import type { Scope } from './scope.ts';

const KEY = 'polyloop.window';
/** Stored from the moment at which the page is left until the next page of this window. So a copy does not have it. */
const LEFT_KEY = 'polyloop.window.left';

interface Needs {
  readonly environment: Pick<Environment, 'windowStorage' | 'onGone'>;
}

export function createWindowId({ environment: { windowStorage, onGone } }: Needs, scope: Scope) {
  let id = windowStorage.getItem(KEY) ?? draw();
  /** Whether no other window can have the id. */
  let isOwn = false;

  function draw(): string {
    const drawn = crypto.randomUUID();
    windowStorage.setItem(KEY, drawn);
    return drawn;
  }

  /** Resolves to the run of this window on a host that it has just been connected to. */
  async function currentRun(host: HostClient): Promise<CurrentRun | null> {
    isOwn ||= windowStorage.getItem(LEFT_KEY) !== null;
    windowStorage.removeItem(LEFT_KEY);
    const { run, isTaken } = await host.runs.current({ windowId: id, isOwn });
    isOwn = true;
    if (!isTaken) return run;
    id = draw();
    return (await host.runs.current({ windowId: id, isOwn })).run;
  }

  scope.own(onGone(() => windowStorage.setItem(LEFT_KEY, id)));

  return { id: () => id, currentRun };
}
