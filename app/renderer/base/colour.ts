/**
 * The shades that the charts derive from a token. Text that is not a hex colour is returned
 * unchanged.
 */
import { convertRgbToLrgb, lerp, parseHex, serializeHex, serializeHex8 } from 'culori/fn';

/** Relative luminance from 0 to 1 (WCAG 2.2). 0 for text that is not a hex colour. */
export function luminance(colour: string): number {
  const rgb = parseHex(colour);
  if (!rgb) return 0;
  const { r, g, b } = convertRgbToLrgb(rgb);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Red, green and blue from 0 to 255. Black for text that is not a hex colour. */
export function channelsOf(colour: string): readonly [number, number, number] {
  const rgb = parseHex(colour);
  return rgb ? [255 * rgb.r, 255 * rgb.g, 255 * rgb.b] : [0, 0, 0];
}

/** Mixes a `share` (0 to 1) of `other` into `colour`, in gamma-coded sRGB as CSS does. */
export function mix(colour: string, other: string, share: number): string {
  const [a, b] = [parseHex(colour), parseHex(other)];
  if (!a || !b) return colour;
  const blend = (channel: 'r' | 'g' | 'b'): number => lerp(a[channel], b[channel], share);
  return serializeHex({ mode: 'rgb', r: blend('r'), g: blend('g'), b: blend('b') });
}

/** Adds an opacity from 0 to 1 to `colour` and returns `#rrggbbaa`. */
export function withAlpha(colour: string, alpha: number): string {
  const rgb = parseHex(colour);
  return rgb ? serializeHex8({ ...rgb, alpha }) : colour;
}
