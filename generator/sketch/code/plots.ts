/**
 * The values that code records for charts: the names in `plot("name", value)`. Each name has a
 * number, its place in this list, which is all that the program sends of it.
 */
import { literalText } from '../../cpp/literals.ts';
import { type PlacedToken, placedTokens } from '../../cpp/scopes.ts';

/** The largest number of names: the number of a mark has 8 bits, and the last stands for other names. */
const MOST = 255;

/** A call of `plot()`. */
export interface PlotCall {
  /** Null: the first argument is not text in quotation marks. */
  readonly name: string | null;
  /** From 1. */
  readonly line: number;
}

/**
 * The names in order of their first use. None if the shared code has a `plot` of its own.
 * @param code all code of a sketch, the shared code first
 */
export function plotsIn(code: readonly string[]): readonly string[] {
  const names = callsIn(code).flatMap(({ name }) => name ?? []);
  return [...new Set(names)].slice(0, MOST);
}

/** Whether the code of a sketch calls `plot()`, the shared code first, and has no `plot` of its own. */
export const callsPlot = (code: readonly string[]): boolean => callsIn(code).length > 0;

/** Whether the shared code has a `plot` of its own: a function, a variable, a type or a macro. */
export function ownsPlot(sharedCode: string): boolean {
  const tokens = tokensWithPlot(sharedCode);
  return tokens.some((token, i) => isPlot(token) && (isMacro(tokens, i) || (isGlobal(token) && isDeclared(tokens, i))));
}

/**
 * Calls without text in quotation marks, whose name is not known before the program runs. None in code that
 * declares a `plot` of its own in any block.
 */
export function namelessPlots(code: string): readonly PlotCall[] {
  const tokens = tokensWithPlot(code);
  if (tokens.some((token, i) => isPlot(token) && (isMacro(tokens, i) || isDeclared(tokens, i)))) return [];
  return callsOf(tokens).filter(({ name }) => name === null);
}

const callsIn = (code: readonly string[]): readonly PlotCall[] =>
  ownsPlot(code[0] ?? '') ? [] : code.flatMap((text) => callsOf(tokensWithPlot(text)));

const tokensWithPlot = (code: string): readonly PlacedToken[] => (code.includes('plot') ? placedTokens(code) : []);

const isPlot = ({ kind, text }: PlacedToken): boolean => kind === 'word' && text === 'plot';
const isGlobal = ({ depth, directive }: PlacedToken): boolean => depth === 0 && directive === null;

/** `#define plot` */
const isMacro = (tokens: readonly PlacedToken[], i: number): boolean =>
  tokens[i]?.directive === 'define' && tokens[i - 1]?.text === 'define';

/** Words before an expression. Any other word before a name belongs to its type. */
const BEFORE_CALLS = new Set([
  'return',
  'else',
  'do',
  'case',
  'throw',
  'co_return',
  'co_yield',
  'co_await',
  'and',
  'or',
  'not',
]);

/** Whether a name stands after its type. */
function isDeclared(tokens: readonly PlacedToken[], i: number): boolean {
  const before = tokens[i - 1];
  if (before === undefined || before.directive !== tokens[i]?.directive) return false;
  if (before.kind === 'word') return !BEFORE_CALLS.has(before.text);
  return ['*', '&'].includes(before.text) || (before.text === '>' && !isMember(tokens, i));
}

/** `chart.plot`, `chart->plot` */
function isMember(tokens: readonly PlacedToken[], i: number): boolean {
  const before = tokens[i - 1]?.text;
  return before === '.' || (before === '>' && tokens[i - 2]?.text === '-');
}

/** `chart::plot`, which `::plot` is not. */
const isQualified = (tokens: readonly PlacedToken[], i: number): boolean =>
  tokens[i - 1]?.text === ':' && tokens[i - 2]?.text === ':' && tokens[i - 3]?.kind === 'word';

function callsOf(tokens: readonly PlacedToken[]): PlotCall[] {
  const calls: PlotCall[] = [];
  for (const [i, token] of tokens.entries()) {
    if (!isPlot(token) || tokens[i + 1]?.text !== '(') continue;
    if (isMacro(tokens, i) || isMember(tokens, i) || isQualified(tokens, i)) continue;
    const name = nameAt(tokens, i + 2);
    if (name === null && isDeclared(tokens, i)) continue;
    calls.push({ name, line: token.line });
  }
  return calls;
}

/** The text of the literals from a token up to a comma. The compiler joins literals that follow each other. */
function nameAt(tokens: readonly PlacedToken[], from: number): string | null {
  let name: string | null = null;
  let at = from;
  for (; tokens[at]?.kind === 'literal'; at++) {
    const text = literalText(tokens[at]?.text ?? '');
    if (text === null) return null;
    name = (name ?? '') + text;
  }
  return tokens[at]?.text === ',' ? name : null;
}
