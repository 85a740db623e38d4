/** Values that several schemas of the sketch file have in common. */
import * as z from 'zod';
import { MAX_CODE_LENGTH, MAX_COORDINATE } from './limits.ts';

// zod would otherwise generate code at run time, which the window's content security policy
// forbids.
z.config({ jitless: true });

export const code = z.string().max(MAX_CODE_LENGTH);
export const coordinate = z.number().min(-MAX_COORDINATE).max(MAX_COORDINATE);
export const fnv1a32 = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);
