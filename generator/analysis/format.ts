/** Numbers in explanations: short, exact enough to check by hand, with their unit. */

const UNITS = [
  { name: 's', ns: 1_000_000_000 },
  { name: 'ms', ns: 1_000_000 },
  { name: 'µs', ns: 1_000 },
  { name: 'ns', ns: 1 },
] as const;

/** A time in the largest unit that keeps it exact, or to six significant digits. */
export function formatNs(timeNs: number): string {
  const unit = UNITS.find((candidate) => Math.abs(timeNs) >= candidate.ns) ?? UNITS[3];
  return `${trimNumber(timeNs / unit.ns)} ${unit.name}`;
}

/** Six significant digits, no trailing zeros, no exponent in the range of sketches. */
export function trimNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** A utilization or bound, four digits after the point. */
export function formatRatio(value: number): string {
  return value.toFixed(4);
}

/** A name as TeX text: everything that TeX would read as a command is escaped; long names are cut. */
export function texName(name: string): string {
  const short = [...name].length > 24 ? `${[...name].slice(0, 23).join('')}…` : name;
  const escaped = [...short].map((character) => TEX_ESCAPES[character] ?? character).join('');
  return `\\text{${escaped}}`;
}

const TEX_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
};

/** First few terms of a long sum or product, then dots and the last. */
export function shorten(terms: readonly string[], joiner: string, most = 8): string {
  if (terms.length <= most) return terms.join(joiner);
  return [...terms.slice(0, most - 2), '\\cdots', terms[terms.length - 1]].join(joiner);
}
