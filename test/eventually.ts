import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/** Waits until the check does not throw, however busy the machine is. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, PATIENCE_MS);
