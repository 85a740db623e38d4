/** Tells when typed text becomes an edit of the document: when the user rests, and at times while the user types on. */

/** Time after the last key press. */
const REST_MS = 250;
/**
 * A user can type for minutes without a rest. With the 400 ms after which the host keeps an edit
 * (`state/sketch/recovery.ts`), a crash then loses less than a second.
 */
const AT_MOST_MS = 400;

interface Actions {
  /** Makes an edit of the text. */
  readonly commit: () => void;
  /** Called after `commit` when the user has stopped typing. */
  readonly rested: () => void;
}

type Timer = ReturnType<typeof setTimeout>;

export class CommitTimer {
  readonly #actions: Actions;
  #rest: Timer | null = null;
  /** Runs while there is text that is not yet an edit. */
  #atMost: Timer | null = null;

  constructor(actions: Actions) {
    this.#actions = actions;
  }

  /** Whether there is text that is not yet an edit. */
  get isWaiting(): boolean {
    return this.#atMost !== null;
  }

  noteTyped(): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.end(), REST_MS);
    this.#atMost ??= setTimeout(() => this.#commit(), AT_MOST_MS);
  }

  /** The user has stopped typing. Makes the edit now, if there is one to make. */
  end(): void {
    if (this.#rest === null) return;
    clearTimeout(this.#rest);
    this.#rest = null;
    this.#commit();
    this.#actions.rested();
  }

  #commit(): void {
    if (this.#atMost === null) return;
    clearTimeout(this.#atMost);
    this.#atMost = null;
    this.#actions.commit();
  }
}
