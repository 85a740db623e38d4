/** Caches the widths of texts on a canvas. */

const MAX_ENTRIES = 2_000;
const widths = new Map<string, number>();

/** The part of a canvas context that measuring needs. */
export interface TextMeter {
  readonly font: string;
  measureText(text: string): { readonly width: number };
}

/** Returns the width of `text` in the context's current font. Unit: CSS pixels. */
export function textWidth(context: TextMeter, text: string): number {
  const key = `${context.font}\n${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= MAX_ENTRIES) widths.clear();
  const width = context.measureText(text).width;
  widths.set(key, width);
  return width;
}

/** Clears the cache. Call this after fonts have been loaded. */
export function forgetTextWidths(): void {
  widths.clear();
}
