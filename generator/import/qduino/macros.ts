/**
 * The macros of Qduino: the loops of its loops and its channels. The grammar of C++ does not know
 * them, so they are found by their words and replaced before the text is parsed.
 */
import { type Edit, rendered } from '../edits.ts';
import { outerWords } from '../source.ts';

/** The head of a loop with its parameters. */
export interface LoopHead {
  readonly id: string;
  readonly budget: string;
  readonly period: string;
  readonly from: number;
  readonly to: number;
  /** The name of the function that replaces the head. */
  readonly name: string;
}

/** `CHANNEL(name, type)` or `RINGBUF(name, type, places)`. */
export interface ChannelMacro {
  readonly kind: 'CHANNEL' | 'RINGBUF';
  readonly name: string;
  readonly type: string;
  readonly places: string | null;
  readonly from: number;
  readonly to: number;
}

/** The text without the macros, and what they declared. */
export interface Macros {
  readonly loops: readonly LoopHead[];
  readonly channels: readonly ChannelMacro[];
  /** The text with a function head in the place of each loop's head. Every line keeps its number. */
  readonly text: string;
}

export function macrosOf(text: string): Macros {
  const loops = loopHeadsOf(text);
  const channels = channelMacrosOf(text);
  const edits: Edit[] = [
    ...loops.map(({ from, to, name }) => ({ from, to, text: padded(`void ${name}()`, text.slice(from, to)) })),
    ...channels.map(({ from, to }) => ({ from, to, text: padded('', text.slice(from, to)) })),
  ];
  return { loops, channels, text: rendered(text, 0, text.length, edits) };
}

/** The text with as many line breaks as the text that it replaces, so that lines keep their numbers. */
const padded = (text: string, old: string): string => text + '\n'.repeat(old.split('\n').length - 1);

/** A call as text: its arguments, and where it ends. */
function callAt(text: string, from: number): { readonly args: string[]; readonly to: number } | null {
  const open = text.indexOf('(', from);
  if (open < 0 || text.slice(from, open).trim() !== '') return null;
  let depth = 0;
  const args = [''];
  for (let at = open; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === ')' && --depth === 0) return { args: args.map((arg) => arg.trim()), to: at + 1 };
    if (char === ',' && depth === 1) args.push('');
    else if (at > open) args[args.length - 1] += char;
    if (char === '(') depth++;
  }
  return null;
}

/**
 * The loops of loops. They are macros, which the grammar does not know, so they are found by their
 * words, and the text is parsed with a function head in their place.
 */
function loopHeadsOf(text: string): LoopHead[] {
  const words = outerWords(text);
  return words.flatMap(({ word, from }, index) => {
    const call = word === 'loop' ? callAt(text, from + word.length) : null;
    const [id, budget, period] = call?.args ?? [];
    if (call === null || id === undefined || budget === undefined || period === undefined) return [];
    if (call.args.length !== 3 || !/^\s*\{/.test(text.slice(call.to))) return [];
    const before = words[index - 1];
    const type =
      before !== undefined && text.slice(before.from + before.word.length, from).trim() === '' ? before : null;
    return { id, budget, period, from: type?.from ?? from, to: call.to, name: `polyloop_loop_${index}` };
  });
}

function channelMacrosOf(text: string): ChannelMacro[] {
  return outerWords(text).flatMap(({ word, from }) => {
    const kind = (['CHANNEL', 'RINGBUF'] as const).find((each) => each === word);
    const call = kind === undefined ? null : callAt(text, from + kind.length);
    const [name, type, places] = call?.args ?? [];
    if (kind === undefined || call === null || name === undefined || type === undefined) return [];
    const to = text[call.to] === ';' ? call.to + 1 : call.to;
    return { kind, name, type, places: places ?? null, from, to };
  });
}
