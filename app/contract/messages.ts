/** The message envelope: requests with their answers, cancellation, and events. */

import { LANGUAGES, PSEUDO } from '../words/language.ts';
import { errorBody } from './errors.ts';
import * as z from './zod.ts';

/** Each client counts its requests from 1. An answer carries the number of its request. */
const requestId = z.int().min(1);
const name = z.string().regex(/^[a-z]+\.[a-zA-Z]+$/);

const request = z.strictObject({
  type: z.literal('request'),
  id: requestId,
  method: name,
  params: z.unknown(),
  /** The language of the window, for the texts in the answer and in the events that follow. */
  language: z.enum([...LANGUAGES, PSEUDO]).optional(),
});
const cancel = z.strictObject({ type: z.literal('cancel'), id: requestId });
const result = z.strictObject({ type: z.literal('result'), id: requestId, value: z.unknown() });
const error = z.strictObject({ type: z.literal('error'), id: requestId, error: errorBody });
const event = z.strictObject({ type: z.literal('event'), name, payload: z.unknown() });

export const toServer = z.discriminatedUnion('type', [request, cancel]);
export const toClient = z.discriminatedUnion('type', [result, error, event]);

export type ToServer = z.infer<typeof toServer>;
export type ToClient = z.infer<typeof toClient>;
