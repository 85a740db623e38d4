/** Why a request failed, as it goes over the line. Expected outcomes (a conflict, a file with problems) are results. */
import * as z from './zod.ts';

export const ERROR_CODES = [
  /** The message itself is not one of the protocol, or too large. */
  'invalid-message',
  'unknown-method',
  'invalid-params',
  /** The other side answered what the contract does not allow. */
  'invalid-result',
  'cancelled',
  /** The channel closed before an answer came. */
  'disconnected',
  'timeout',
  /** The file, build, run or device does not exist (any more). */
  'not-found',
  /** The operating system forbids it. */
  'not-permitted',
  /** A tool is missing; the message names the command that brings it. */
  'not-installed',
  /** Not possible now or here: the message says why. */
  'unavailable',
  'too-large',
  /** A mistake in the program. */
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export const errorBody = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  details: z.json().optional(),
});

export type ErrorBody = z.infer<typeof errorBody>;

/** A failed request. `message` is written for the user. */
export class RpcError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorBody['details'];

  constructor(code: ErrorCode, message: string, details?: ErrorBody['details']) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.details = details;
  }
}
