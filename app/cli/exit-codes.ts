/** Exit codes of the command line. With several files, the largest code wins. */

/** Admitted, or done. */
export const EXIT_OK = 0;
/** Not admitted, or not generated, built or run. */
export const EXIT_REFUSED = 1;
/** The file or the command line is invalid. */
export const EXIT_INVALID = 2;
/** Ended by Ctrl-C. Shells use the same code (128 + SIGINT). */
export const EXIT_INTERRUPTED = 130;

/** Ends a command with a message for the user. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_REFUSED) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
