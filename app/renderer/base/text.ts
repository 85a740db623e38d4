/**
 * Text on a canvas: widths from a cache, and labels shortened to the room there is.
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

/** `text`, or its longest beginning that fits with an ellipsis; empty when not even one letter fits. */
export function ellipsize(context: TextMeter, text: string, maxPx: number): string {
  if (textWidth(context, text) <= maxPx) return text;
  const letters = [...text];
  let low = 0;
  let high = letters.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (textWidth(context, `${letters.slice(0, middle).join('')}…`) <= maxPx) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${letters.slice(0, low).join('')}…`;
}
