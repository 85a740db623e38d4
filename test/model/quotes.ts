/**
 * Compares a model with its C code. A comment `C: …` after each step of the model quotes the C
 * statement. A comment `C function: …` above the steps names the function.
 */

export interface Quote {
  readonly function: string;
  readonly c: string;
  /** The step of the model; empty if the comment is alone on its line. */
  readonly step: string;
}

/** A function of one C file, without comments and braces that close a block. */
export interface CStatement {
  readonly function: string;
  readonly c: string;
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

function statementsIn(body: string): string[] {
  const statements: string[] = [];
  let unfinished = '';
  for (const line of body.split('\n')) {
    unfinished = tidy(`${unfinished} ${line}`);
    if (!/[;{}]$/.test(unfinished)) continue;
    if (unfinished !== '}') statements.push(unfinished);
    unfinished = '';
  }
  return statements;
}

/** All statements of all functions of a C file in Polyloop's code style. */
export function statementsOf(source: string): CStatement[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '');
  const functions = [...code.matchAll(/^[A-Za-z][^;={}#]*?(\w+)\([^;{}]*\)\n\{\n([\s\S]*?)^\}/gm)];
  return functions.flatMap(([, name = '', body = '']) => statementsIn(body).map((c) => ({ function: name, c })));
}

/** All C statements that a model quotes, with the steps that model them. */
export function quotesOf(model: string): Quote[] {
  const quotes: Quote[] = [];
  let current = '';
  const unbroken = model.replace(/\/\* C: [\s\S]*?\*\//g, tidy);
  for (const line of unbroken.split('\n')) {
    current = /\/\* C function: (\w+) \*\//.exec(line)?.[1] ?? current;
    const quote = /^(.*)\/\* C: (.*) \*\/$/.exec(line.trimEnd());
    if (quote === null) continue;
    const step = tidy(quote[1] ?? '').replace(/^:: /, '');
    quotes.push({ function: current, c: tidy(quote[2] ?? ''), step: step.replace(/;$/, '') });
  }
  return quotes;
}

/**
 * Replacements that translate C to Promela, in this order. Casts and constant members of the
 * channel have other names in the models.
 */
const TRANSLATION: readonly (readonly [RegExp, string])[] = [
  [/channel->state->/g, 'channel->'],
  [/pl_four_slot_at/g, 'slot'],
  [/^return \(pl_index_t\)\((.*) \? (.*) : (.*)\);$/, 'result = ($1 -> $2 : $3) % INDEX_RANGE;'],
  [/^return (.*);$/, 'result = $1;'],
  [/^pl_irq_t state = pl_port_lock\(\);$/, 'lock();'],
  [/^pl_port_unlock\(state\);$/, 'unlock();'],
  [/^uint16_t (\w+) = channel->(\w+);$/, 'load_halves($1, channel.$2);'],
  [/^channel->(\w+) = \(uint16_t\)\((.*)\);$/, 'store_halves(channel.$1, $2);'],
  [/^memcpy\(item, (.*), channel->item_bytes\);$/, 'copy_out($1);'],
  [/^memcpy\((.*), item, channel->item_bytes\);$/, 'copy_in($1);'],
  [/^(?:uint8_t|pl_index_t) (\w+) = /, '$1 = '],
  [/pl_port_load(?:_index)?\(&(channel->\w+(?:\[\w+\])?)\)/g, '$1'],
  [/^pl_port_store(?:_index)?\(&(channel->\w+(?:\[\w+\])?), (.*)\);$/, '$1 = $2;'],
  [/^if \((.*)\) \{$/, '$1 ->'],
  [/\bchannel->size\b/g, 'SIZE'],
  [/\(channel, /g, '('],
  [/\(channel\)/g, '()'],
  [/channel->/g, 'channel.'],
  [/\b(\d+)U\b/g, '$1'],
];

/** Statements that do not access a channel and need no step. */
const TOUCHES_NOTHING = /^pl_trace_now\(\w+, channel->id\);$/;

/** The step that must model a statement. */
function stepFor(c: string): string {
  if (TOUCHES_NOTHING.test(c)) return '';
  return TRANSLATION.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), c).replace(/;$/, '');
}

/** Accesses to variable members of a channel. */
const SHARED = /channel->(?:state->)?(?:written|latest|reading|index|head|tail|overflows)\b|memcpy|pl_port_/;

/** Operations that the models split into several steps. */
const MANY_STEPS = /\b(?:copy_in|copy_out|load_halves|store_halves)\(/;

/** Functions that only compute: the model has them as macros, so there are no steps to compare. */
function isComputation(statements: readonly CStatement[], name: string): boolean {
  return !statements.some((statement) => statement.function === name && SHARED.test(statement.c));
}

/** All differences between a C file and its model, in words; empty if the model agrees. */
export function differences(source: string, model: string): string[] {
  const statements = statementsOf(source);
  const quotes = quotesOf(model);
  const found: string[] = [];
  for (const name of new Set([...statements, ...quotes].map((entry) => entry.function))) {
    const inC = statements.filter((statement) => statement.function === name).map(({ c }) => c);
    const quoted = quotes.filter((quote) => quote.function === name);
    for (let at = 0; at < Math.max(inC.length, quoted.length); at++) {
      if (inC[at] !== quoted[at]?.c) found.push(`${name}: the C has «${inC[at]}», the model «${quoted[at]?.c}»`);
    }
    if (isComputation(statements, name)) continue;
    for (const { c, step } of quoted) {
      if (step !== stepFor(c)) found.push(`${name}: «${step}» stands for «${c}», which is «${stepFor(c)}»`);
    }
  }
  return [...found, ...coarseSteps(model), ...unquotedChanges(model)];
}

/** Blocks that run in one step although they model several accesses to shared variables. */
function coarseSteps(model: string): string[] {
  const text = model.replace(/\/\* C: [\s\S]*?\*\//g, (quote) => quote.replace('{', ''));
  return [...text.matchAll(/\b(?:atomic|d_step) \{/g)].flatMap((start) => {
    const block = blockAt(text, start.index + start[0].length);
    const accesses = quotesOf(block).filter(({ c, step }) => SHARED.test(c) || MANY_STEPS.test(step));
    const tooMany = accesses.length > 1 || accesses.some(({ step }) => MANY_STEPS.test(step));
    return tooMany ? [`one step for ${accesses.map(({ c }) => `«${c}»`).join(' and ')}`] : [];
  });
}

function blockAt(text: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < text.length; at++) depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
  return text.slice(from, at);
}

/** Changes of a channel's variables, except its items, that model no C statement. */
function unquotedChanges(model: string): string[] {
  const lines = model.split('\n').map(tidy);
  return lines.filter((line) => /^channel\.(?!slots|items)\S+ = /.test(line) && !/\/\* C: /.test(line));
}
