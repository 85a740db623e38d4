/**
 * The causes of a response time. A job's parts and the parts of its bound have the same causes, so
 * that they can be compared.
 */
export type Cause =
  /** The job itself runs. */
  | { readonly kind: 'own' }
  /** Jobs of another task go first: they are at least as urgent, or the scheduler placed them on its cores. */
  | { readonly kind: 'task'; readonly task: number }
  /**
   * A less urgent job goes first, because it cannot be preempted, or because it holds a resource.
   * `task` null: any task or the runtime, or the holder is not known.
   */
  | { readonly kind: 'blocking'; readonly task: number | null; readonly resource: number | null }
  /** `interrupt` null: all interrupts of an I/O server. */
  | { readonly kind: 'interrupt'; readonly interrupt: number | null }
  /** Context switches, releases, ticks and telemetry. */
  | { readonly kind: 'runtime' }
  /** The budget of its server is exhausted. */
  | { readonly kind: 'budget' }
  /** An earlier job of its task is pending. */
  | { readonly kind: 'previous' }
  /** Its release comes after its arrival: release jitter. */
  | { readonly kind: 'release' }
  /** The record does not show what ran. */
  | { readonly kind: 'unknown' };

/** Two causes with the same key are the same. */
export function causeKey(cause: Cause): string {
  switch (cause.kind) {
    case 'task':
      return `task ${cause.task}`;
    case 'blocking':
      return `blocking ${cause.task ?? ''} ${cause.resource ?? ''}`;
    case 'interrupt':
      return `interrupt ${cause.interrupt ?? ''}`;
    default:
      return cause.kind;
  }
}

/**
 * Two causes with the same group are compared with each other. A bound has one blocking, by the
 * longest of several sections and jobs, and its interrupts can be those of a common I/O server.
 */
export const causeGroup = (cause: Cause): string => (cause.kind === 'task' ? causeKey(cause) : cause.kind);
