/**
 * Colour arithmetic on `#rrggbb`: contrast (WCAG 2.2), distance (OKLab, Ottosson 2020), simulated colour-vision
 * deficiency (Machado, Oliveira and Fernandes 2009, severity 1), and the shades that the charts derive from a token.
 */

/** Linear-light red, green and blue, each 0…1. */
export type LinearRgb = readonly [number, number, number];
export type Vision = 'normal' | 'protanopia' | 'deuteranopia' | 'tritanopia';

type Matrix = readonly [LinearRgb, LinearRgb, LinearRgb];

const SIMULATION: Readonly<Record<Exclude<Vision, 'normal'>, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Reads `#rgb` or `#rrggbb`; null for anything else. */
export function parseHex(text: string): LinearRgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim());
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim());
  const parts = short ? short.slice(1).map((c) => c + c) : long?.slice(1);
  if (!parts) return null;
  const [r, g, b] = parts.map((part) => toLinear(Number.parseInt(part, 16) / 255));
  return [r ?? 0, g ?? 0, b ?? 0];
}

function toHex(rgb: LinearRgb): string {
  const byte = (c: number): string =>
    Math.round(toGamma(Math.min(1, Math.max(0, c))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${byte(rgb[0])}${byte(rgb[1])}${byte(rgb[2])}`;
}

function toLinear(c: number): number {
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function toGamma(c: number): number {
  return c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
}

/** Relative luminance, 0…1. */
export function luminance([r, g, b]: LinearRgb): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio, 1…21. */
export function contrast(a: LinearRgb, b: LinearRgb): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

export function simulate(rgb: LinearRgb, vision: Vision): LinearRgb {
  if (vision === 'normal') return rgb;
  const [r, g, b] = SIMULATION[vision].map((row) =>
    Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])),
  );
  return [r ?? 0, g ?? 0, b ?? 0];
}

/** Lightness and the two opponent axes of OKLab; lightness 0…1. */
function toOklab([r, g, b]: LinearRgb): readonly [number, number, number] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Distance in OKLab times 100; about 2 is just noticeable side by side. */
export function distance(a: LinearRgb, b: LinearRgb): number {
  const [x, y] = [toOklab(a), toOklab(b)];
  return 100 * Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

/** `colour` with `share` (0…1) of `other` mixed in, in gamma-coded sRGB as CSS does; `colour` itself if not a hex colour. */
export function mix(colour: string, other: string, share: number): string {
  const [a, b] = [parseHex(colour), parseHex(other)];
  if (!a || !b) return colour;
  const blend = (i: 0 | 1 | 2): number => toLinear(toGamma(a[i]) * (1 - share) + toGamma(b[i]) * share);
  return toHex([blend(0), blend(1), blend(2)]);
}

/** `#rrggbb` with an opacity of 0…1, as `#rrggbbaa`. */
export function withAlpha(colour: string, alpha: number): string {
  const rgb = parseHex(colour);
  if (!rgb) return colour;
  return (
    toHex(rgb) +
    Math.round(Math.min(1, Math.max(0, alpha)) * 255)
      .toString(16)
      .padStart(2, '0')
  );
}
