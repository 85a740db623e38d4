/**
 * The error of a failed request, as it is sent. Expected outcomes (a conflict, a file with
 * problems) are results and not errors.
 */
import * as z from './zod.ts';

export const ERROR_CODES = [
  /** The message does not follow the protocol, or it is too large. */
  'invalid-message',
  'unknown-method',
  'invalid-params',
  /** The other side sent a result that the contract does not allow. */
  'invalid-result',
  'cancelled',
  /** The channel closed before the answer arrived. */
  'disconnected',
  'timeout',
  /** The file, build, run or device does not exist, or no longer exists. */
  'not-found',
  /** The operating system denied access. */
  'not-permitted',
  /** A tool is not installed. The message names the command that installs it. */
  'not-installed',
  /** The operation is not possible now or on this host. The message gives the reason. */
  'unavailable',
  'too-large',
  /** A bug in the program. */
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
