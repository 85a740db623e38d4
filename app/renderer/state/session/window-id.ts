/** The identity of this window for the host, by which it finds its run again after a reload. */
import type { Environment } from './environment.ts';

const KEY = 'polyloop.window';

export function windowIdOf({ windowStorage }: Pick<Environment, 'windowStorage'>): string {
  const windowId = windowStorage.getItem(KEY) ?? crypto.randomUUID();
  windowStorage.setItem(KEY, windowId);
  return windowId;
}
