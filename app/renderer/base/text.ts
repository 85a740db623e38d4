/**
 * Widths of texts on a canvas, from a cache.
 */

const MAX_ENTRIES = 2_000;
const widths = new Map<string, number>();

/** What measuring needs of a canvas context. */
export interface TextMeter {
  readonly font: string;
  measureText(text: string): { readonly width: number };
}

/** Width in CSS pixels of `text` in the context's current font. */
export function textWidth(context: TextMeter, text: string): number {
  const key = `${context.font}\n${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= MAX_ENTRIES) widths.clear();
  const width = context.measureText(text).width;
  widths.set(key, width);
  return width;
}

/** Forgets all widths; call when fonts have been loaded. */
export function forgetTextWidths(): void {
  widths.clear();
}
