/** What a body leaves unfinished if its job is stopped in the middle, as far as its text shows it. */
import type { Token } from '../../cpp/tokens.ts';
import { tr } from '../../words/tr.ts';
import { constructedStatics, readSharedCode, type SharedCode, significant } from './shared-code.ts';

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

/**
 * The effects of a stop that the text of the body shows, and those of the functions of the shared code that it calls.
 * Each is told once, of the body in the order of HAZARDS first.
 */
export function effectsOfStop(body: string, prelude = ''): string[] {
  const shared = readSharedCode(prelude);
  const effects = new Set<string>();
  const seen = new Set<string>();
  const waiting: { readonly name: string | null; readonly tokens: readonly Token[] }[] = [
    { name: null, tokens: significant(body) },
  ];
  const told = new Set<string>();
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { name, tokens } = next;
    for (const effect of effectsIn(tokens, shared)) {
      if (told.has(effect)) continue;
      told.add(effect);
      effects.add(name === null ? effect : tr`In ${name}(): ${effect}`);
    }
    for (const { kind, text } of tokens) {
      const called = kind === 'word' && !seen.has(text) ? shared.functions.get(text) : undefined;
      if (called === undefined) continue;
      seen.add(text);
      waiting.push({ name: text, tokens: called });
    }
  }
  return [...effects];
}

function effectsIn(tokens: readonly Token[], shared: SharedCode): string[] {
  const words = new Set(tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])));
  const known = HAZARDS.flatMap(({ names, effect }) => {
    const name = names.find((candidate) => words.has(candidate));
    return name === undefined ? [] : [effect(name)];
  });
  const destroyed = [...shared.destroyed].filter((name) => words.has(name));
  const used = tokens.flatMap(({ kind, text }, index) =>
    kind === 'word' && shared.objects.has(text) && /^[.-]$/.test(tokens[index + 1]?.text ?? '') ? [text] : [],
  );
  return [
    ...known,
    ...destroyed.map((name) => tr`The destructor of ${name} does not run.`),
    ...constructedStatics(tokens, shared).map(
      (name) => tr`If the constructor of the static variable ${name} is interrupted, it is not constructed.`,
    ),
    ...[...new Set(used)].map((name) => tr`A call of ${name} stays unfinished, and its library may keep that state.`),
  ];
}
