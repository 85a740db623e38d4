/**
 * The colour and pattern of each task. Canvas, admission meter, timeline and statistics all use the
 * same ones.
 *
 * A search chose the eight colours. It maximized the smallest pairwise distance in OKLab under
 * normal vision and under simulated protanopia, deuteranopia and tritanopia (Machado, Oliveira and
 * Fernandes 2009), in both themes. From the ninth task on, the colours repeat with another pattern,
 * so the first forty tasks all look different.
 */

/** Patterns that are drawn over a task's colour. `solid` draws nothing. */
export const PATTERNS = ['solid', 'stripes', 'dots', 'bars', 'checks'] as const;
export type Pattern = (typeof PATTERNS)[number];

export const TASK_COLOUR_COUNT = 8;

export interface TaskLook {
  /** A CSS colour that refers to a token, for example `var(--pl-task-1)`. */
  readonly colour: string;
  readonly pattern: Pattern;
}

/**
 * Returns the look of the task with this index in the sketch (its position in the list, not its
 * priority).
 */
export function taskLook(taskIndex: number): TaskLook {
  const index = Math.max(0, Math.trunc(taskIndex));
  const pattern = PATTERNS[Math.floor(index / TASK_COLOUR_COUNT) % PATTERNS.length] ?? 'solid';
  return { colour: `var(${taskToken(index)})`, pattern };
}

/** Returns the name of the token of the task's colour, for example `--pl-task-1`. */
export function taskToken(taskIndex: number): string {
  return `--pl-task-${(Math.max(0, Math.trunc(taskIndex)) % TASK_COLOUR_COUNT) + 1}`;
}

/**
 * Returns a pattern as a CSS background-image that is drawn over the task's colour in cards, meters
 * and table rows. `ink` is the colour of the pattern. The result is `none` for the solid pattern.
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

/** Returns the CSS background-size that belongs to `patternImage`. */
export function patternSize(pattern: Pattern): string {
  return pattern === 'dots' ? '5px 5px' : pattern === 'checks' ? '8px 8px' : 'auto';
}
