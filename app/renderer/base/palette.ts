/**
 * The colour and pattern of each task, the same in the canvas, the admission meter, the timeline and the statistics.
 *
 * Eight colours, chosen by a search that maximised the least pairwise distance in OKLab under normal vision and under
 * simulated protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009), in both themes. From the
 * ninth task on the colours repeat with another pattern, so that no two of the first forty look alike.
 */

/** Drawn over a task's colour; `solid` draws nothing. */
export const PATTERNS = ['solid', 'stripes', 'dots', 'bars', 'checks'] as const;
export type Pattern = (typeof PATTERNS)[number];

export const TASK_COLOUR_COUNT = 8;

export interface TaskLook {
  /** A CSS colour: a reference to a token, e.g. `var(--pl-task-1)`. */
  readonly colour: string;
  readonly pattern: Pattern;
}

/** The look of the task with this index in the sketch (its place in the list, not its priority). */
export function taskLook(taskIndex: number): TaskLook {
  const index = Math.max(0, Math.trunc(taskIndex));
  const pattern = PATTERNS[Math.floor(index / TASK_COLOUR_COUNT) % PATTERNS.length] ?? 'solid';
  return { colour: `var(${taskToken(index)})`, pattern };
}

/** The name of the token that holds the task's colour, e.g. `--pl-task-1`. */
export function taskToken(taskIndex: number): string {
  return `--pl-task-${(Math.max(0, Math.trunc(taskIndex)) % TASK_COLOUR_COUNT) + 1}`;
}

/**
 * A pattern as a CSS background-image to lay over the task's colour, for cards, meters and table rows.
 * `ink` is the colour of the marks; `none` for the solid pattern.
 */
export function patternImage(pattern: Pattern, ink = 'color-mix(in srgb, var(--pl-ink) 45%, transparent)'): string {
  switch (pattern) {
    case 'solid':
      return 'none';
    case 'stripes':
      return `repeating-linear-gradient(45deg, ${ink} 0 2px, transparent 2px 6px)`;
    case 'dots':
      return `radial-gradient(${ink} 1.2px, transparent 1.6px)`;
    case 'bars':
      return `repeating-linear-gradient(90deg, ${ink} 0 2px, transparent 2px 5px)`;
    case 'checks':
      return `repeating-conic-gradient(${ink} 0 25%, transparent 0 50%)`;
  }
}

/** The CSS background-size that belongs to `patternImage`. */
export function patternSize(pattern: Pattern): string {
  return pattern === 'dots' ? '5px 5px' : pattern === 'checks' ? '8px 8px' : 'auto';
}
