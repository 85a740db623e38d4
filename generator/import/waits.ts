/**
 * Turns `delay()` of loop into the period of a task. A single delay at the end becomes the period.
 * Otherwise the code is cut at its delays: each job runs the code up to the next delay, also of the next
 * pass, and the next job goes on there.
 */

import { tr } from '../words/tr.ts';
import type { Constants } from './constants.ts';
import { dedented, type Edit, rendered } from './edits.ts';
import { tooLong } from './guards.ts';
import type { Item } from './items.ts';
import { argumentsOf, calledName, type Program, variablesIn } from './program.ts';
import { enclosing, lineOf, type Node, nodesOf, textOf } from './source.ts';

/** Delays below this stay in the code where longer ones exist: they cost a part of the budget. */
const SHORT_MS = 5;
/** A task with a shorter period would do little else than count. */
const LEAST_PERIOD_MS = 2;

export type Repetition =
  /** There is no delay: the code runs whenever no other task does, as loop does. */
  | { readonly kind: 'always'; readonly code: string }
  | { readonly kind: 'end'; readonly code: string; readonly periodMs: number }
  | { readonly kind: 'steps'; readonly code: string; readonly periodMs: number; readonly delays: number }
  /** The delays stay in the code and take processor time. */
  | { readonly kind: 'waits'; readonly code: string; readonly reason: string; readonly line: number };

interface Delay {
  readonly statement: Node;
  readonly ms: number;
}

interface Loop {
  readonly program: Program;
  readonly constants: Constants;
  readonly body: Node;
  readonly rest: readonly Item[];
  readonly edits: readonly Edit[];
  /** The longest period of a task on the board. */
  readonly mostUs: number;
}

export function repetitionOf(loop: Loop): Repetition {
  const { program, body, rest, edits } = loop;
  const { source } = program;
  const inner = { from: body.from + 1, to: body.to - 1 };
  const code = (more: readonly Edit[] = []) =>
    dedented(rendered(source.text, inner.from, inner.to, [...edits, ...more]));
  const calls = delaysIn(loop);
  if (calls.length === 0) return { kind: 'always', code: code() };
  const waits = (reason: string, at: Node): Repetition => ({
    ...{ kind: 'waits', code: code(), reason },
    line: lineOf(source, at.from),
  });
  const delays: Delay[] = [];
  for (const { call, ms } of calls) {
    if (ms === null) return waits(tr`${textOf(source, call)} has no fixed length`, call);
    if (call.parent?.name !== 'ExpressionStatement') return waits(tr`a delay is part of another expression`, call);
    delays.push({ statement: call.parent, ms });
  }
  const long = delays.filter(({ ms }) => ms >= SHORT_MS);
  const cuts = (long.length > 0 ? long : delays).filter(({ ms }) => ms > 0);
  const [only] = cuts;
  if (only === undefined) return { kind: 'always', code: code() };
  const tooLongAt = cuts.find(({ ms }) => ms * 1000 > loop.mostUs);
  if (tooLongAt !== undefined) return waits(tooLong(loop.mostUs), tooLongAt.statement);
  const last = rest.findLast(({ nodes }) => nodes.length > 0);
  if (cuts.length === 1 && last?.node?.from === only.statement.from) {
    const removed = { from: last.from, to: last.to, text: source.text.slice(last.from, only.statement.from) };
    return { kind: 'end', code: code([removed]), periodMs: only.ms };
  }
  const periodMs = cuts.map(({ ms }) => ms).reduce(greatestDivisor);
  if (periodMs < LEAST_PERIOD_MS) return waits(tr`its delays have no common period of 2 ms or more`, only.statement);
  const cut = cutsOf(loop, cuts, periodMs);
  if ('reason' in cut) return waits(cut.reason, cut.at);
  const names = stepNames(program);
  const resumed = code(cut.edits(names));
  const counters = cut.hasPauses ? [`static uint16_t ${names.pause} = 0;`] : [];
  const head = [`static uint8_t ${names.step} = 0;`, ...counters, ...cut.statics];
  const indented = resumed.split('\n').map((line) => (line === '' ? '' : `    ${line}`));
  const lines = [
    ...head,
    `switch (${names.step}) {`,
    '  case 0:',
    `  ${names.again}:`,
    ...indented,
    '}',
    ...(cut.hasReturns ? [`${names.ended}:`] : []),
    // A pass without a delay ends the job, so that a job always ends.
    `if (${names.step} != 0) { // loop() again`,
    `  ${names.step} = 0;`,
    `  goto ${names.again};`,
    '}',
  ];
  return { kind: 'steps', code: lines.join('\n'), periodMs, delays: cuts.length };
}

/** The delays in the code that is left, with their lengths. */
function delaysIn({ program: { source }, constants, rest, edits }: Loop) {
  return rest
    .flatMap(({ nodes }) => nodes.flatMap((node) => [...nodesOf(node)]))
    .filter((node) => calledName(source, node) === 'delay')
    .filter((node) => !edits.some(({ from, to }) => node.from >= from && node.to <= to))
    .map((call) => {
      const [length] = argumentsOf(call);
      const ms = length === undefined ? null : constants.valueOf(length);
      return { call, ms: ms === null ? null : Math.trunc(ms) };
    });
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

interface Names {
  readonly step: string;
  readonly pause: string;
  /** Labels of the start and of the end of a pass. */
  readonly again: string;
  readonly ended: string;
}

interface Cut {
  readonly edits: (names: Names) => Edit[];
  readonly statics: readonly string[];
  readonly hasPauses: boolean;
  readonly hasReturns: boolean;
}

const MAX_CUTS = 200;

/** The edits that cut the code at its delays, or what prevents it. */
function cutsOf(
  loop: Loop,
  cuts: readonly Delay[],
  periodMs: number,
): Cut | { readonly reason: string; readonly at: Node } {
  const { program } = loop;
  const { source } = program;
  const first = cuts[0]?.statement as Node;
  if (cuts.length > MAX_CUTS) return { reason: tr`it has too many delays`, at: first };
  for (const { statement } of cuts) {
    if (enclosing(statement, ['SwitchStatement']) !== null) {
      return { reason: tr`a delay is inside a switch statement`, at: statement };
    }
    if (enclosing(statement, ['ForRangeLoop', 'LambdaExpression', 'TryStatement']) !== null) {
      return { reason: tr`a delay is inside a range loop or a lambda`, at: statement };
    }
  }
  const statics = new Map<string, string>();
  const edits: Edit[] = [];
  for (const declaration of crossed(loop, cuts)) {
    const moved = movedDeclaration(program, declaration);
    if (moved === null) return { reason: tr`a variable must keep its value during a delay`, at: declaration };
    for (const [name, text] of moved.statics) {
      if (statics.has(name) && statics.get(name) !== text) {
        return { reason: tr`two variables have the name ${name}`, at: declaration };
      }
      statics.set(name, text);
    }
    edits.push(moved.edit);
  }
  const returns = loop.rest
    .flatMap(({ nodes }) => nodes.flatMap((node) => [...nodesOf(node)]))
    .filter((node) => node.name === 'ReturnStatement' && enclosing(node, ['LambdaExpression']) === null);
  return {
    hasPauses: cuts.some(({ ms }) => ms > periodMs),
    hasReturns: returns.length > 0,
    statics: [...statics.values()],
    edits: ({ step, pause, ended }) =>
      [
        ...edits,
        ...returns.map(({ from, to }) => ({ from, to, text: `goto ${ended};` })),
        ...cuts.map(({ statement, ms }, index) => {
          const at = index + 1;
          const jobs = ms / periodMs;
          const leave = `${step} = ${at}; return; case ${at}:`;
          const text = jobs === 1 ? `{ ${leave}; }` : `{ ${pause} = ${jobs}; ${leave} if (--${pause} > 0) return; }`;
          return { from: statement.from, to: statement.to, text: `${text} // ${textOf(source, statement)}` };
        }),
      ].map((edit) => unlessCodeFollows(source.text, edit)),
  };
}

/** A line comment would hide code that follows on the same line. */
function unlessCodeFollows(text: string, edit: Edit): Edit {
  const end = text.indexOf('\n', edit.to);
  const follows = text.slice(edit.to, end < 0 ? text.length : end).trim();
  const comment = edit.text.indexOf(' // ');
  if (comment < 0 || follows === '' || follows.startsWith('//')) return edit;
  return { ...edit, text: `${edit.text.slice(0, comment)} /*${edit.text.slice(comment + 3)} */` };
}

/** Declarations of variables with a delay in their scope. */
function crossed({ rest, program: { source } }: Loop, cuts: readonly Delay[]): Node[] {
  const declarations = rest
    .flatMap(({ nodes }) => nodes.flatMap((node) => [...nodesOf(node)]))
    .filter(({ name }) => name === 'Declaration');
  return declarations.filter((declaration) => {
    const scope = declaration.parent;
    if (scope === null || /^\s*static\b/.test(textOf(source, declaration))) return false;
    return cuts.some(({ statement }) => statement.from > declaration.to && statement.to <= scope.to);
  });
}

const NUMBERS =
  /^(?:(?:unsigned|signed|long|short|int|char|bool|boolean|byte|word|float|double|size_t|u?int(?:8|16|32|64)_t)\s*)+$/;

/** A declaration as static variables and assignments in its place. Null for other types than numbers. */
function movedDeclaration({ source }: Program, declaration: Node) {
  const variables = variablesIn(source, declaration);
  if (variables.length === 0) return null;
  const statics: (readonly [string, string])[] = [];
  const values: string[] = [];
  for (const { name, type, init, isPlain } of variables) {
    const plain = type.replace(/\bconst\s+/, '');
    if (!isPlain || !NUMBERS.test(plain) || init?.name === 'InitializerList') return null;
    statics.push([name, `static ${plain} ${name};`]);
    if (init !== null) values.push(`${name} = ${textOf(source, init)}`);
  }
  const isOfLoop = declaration.parent?.name === 'ForStatement';
  const text = `${values.join(isOfLoop ? ', ' : '; ')}${values.length === 0 && !isOfLoop ? '' : ';'}`;
  return { statics, edit: { from: declaration.from, to: declaration.to, text } };
}

/** Names that the sketch does not use. */
function stepNames({ mentions }: Program): Names {
  const free = (name: string): string => (mentions.has(name) ? free(`${name}_`) : name);
  return { step: free('step'), pause: free('pause'), again: free('again'), ended: free('ended') };
}
