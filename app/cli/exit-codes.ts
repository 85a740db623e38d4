/** What the command line's exit codes mean; the larger one wins when several files are given. */

/** Admitted; done. */
export const EXIT_OK = 0;
/** Not admitted; could not be generated, built or run. */
export const EXIT_REFUSED = 1;
/** The file or the command line is invalid. */
export const EXIT_INVALID = 2;
/** Ended by Ctrl-C, as shells have it (128 + SIGINT). */
export const EXIT_INTERRUPTED = 130;

/** Ends a command with words for the user. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_REFUSED) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
