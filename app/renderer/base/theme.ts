/**
 * Provides the design tokens to canvases. They are read from an element's computed style once, and
 * again when the theme changes.
 */

export interface Theme {
  /**
   * Returns the value of a token such as `--pl-text` or of a reference such as `var(--pl-task-1)`.
   * Plain colours are returned unchanged.
   */
  resolve(colour: string): string;
  readonly canvas: string;
  readonly surface: string;
  readonly raised: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly grid: string;
  readonly text: string;
  readonly textDim: string;
  readonly textFaint: string;
  readonly ink: string;
  readonly accent: string;
  readonly miss: string;
  readonly budget: string;
  readonly font: string;
  readonly mono: string;
}

const FALLBACK = '#888888';

/**
 * Reads all tokens from `element`. Reads them from the root while `element` is not in the page,
 * because a panel in the background has no computed style. The result is a snapshot. Read again
 * after the theme has changed.
 */
export function readTheme(element: Element): Theme {
  const style = getComputedStyle(element.isConnected ? element : document.documentElement);
  const known = new Map<string, string>();
  const token = (name: string): string => {
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    const value = style.getPropertyValue(name).trim() || FALLBACK;
    known.set(name, value);
    return value;
  };
  const resolve = (colour: string): string => {
    const name = /^(?:var\(\s*)?(--[\w-]+)/.exec(colour)?.[1];
    return name === undefined ? colour : token(name);
  };
  return {
    resolve,
    canvas: token('--pl-canvas'),
    surface: token('--pl-surface'),
    raised: token('--pl-raised'),
    line: token('--pl-line'),
    lineStrong: token('--pl-line-strong'),
    grid: token('--pl-grid'),
    text: token('--pl-text'),
    textDim: token('--pl-text-dim'),
    textFaint: token('--pl-text-faint'),
    ink: token('--pl-ink'),
    accent: token('--pl-accent'),
    miss: token('--pl-miss'),
    budget: token('--pl-budget'),
    font: token('--pl-font'),
    mono: token('--pl-mono'),
  };
}

/**
 * Calls `changed` when the root element's theme or the system's preference changes. Returns the
 * function that stops watching.
 */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  const queries = ['(prefers-color-scheme: light)', '(prefers-contrast: more)'].map((q) => matchMedia(q));
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', changed);
  };
}
