/** What a body leaves unfinished if its job is stopped in the middle, as far as its text shows it. */
import { tokensOf } from '../../cpp/tokens.ts';
import { tr } from '../../words/tr.ts';

/** Names in a body, and what the stop of a job does to what they began. */
const HAZARDS: readonly { readonly names: readonly string[]; readonly effect: (name: string) => string }[] = [
  {
    names: ['String', 'std', 'vector', 'unique_ptr', 'shared_ptr'],
    effect: (name) => tr`The destructor of ${name} does not run, so its memory is lost.`,
  },
  {
    names: ['new', 'malloc', 'calloc', 'realloc', 'strdup'],
    effect: (name) => tr`Memory from ${name} that the job has not freed is lost.`,
  },
  {
    names: ['Wire', 'SPI'],
    effect: (name) => tr`A transfer of ${name} stays unfinished, and the next one may fail.`,
  },
  {
    names: ['analogRead'],
    effect: (name) => tr`The next ${name}() may return the value of the conversion that was interrupted.`,
  },
  { names: ['Serial'], effect: (name) => tr`Text of ${name} may be cut.` },
];

/** The effects of a stop that the text of the body shows, in the order of HAZARDS. */
export function effectsOfStop(body: string): string[] {
  const words = new Set<string>();
  for (const { kind, text } of tokensOf(body)) if (kind === 'word') words.add(text);
  return HAZARDS.flatMap(({ names, effect }) => {
    const name = names.find((candidate) => words.has(candidate));
    return name === undefined ? [] : [effect(name)];
  });
}
