import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/** Repeats the check until it does not throw. The limit only catches a hang. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, PATIENCE_MS);
