/**
 * The code of a soak sketch's elements. Bodies use an exact execution time, independent of
 * interrupts, and check channel items and the owner of a resource. A failed check sets a flag,
 * which the first task prints as `!flag;`. The first task also prints the number of runs of each
 * bottom half as `#interrupt:count;`, and the number of items read as `=count;`.
 */
import type { Draft, DraftChannel, DraftInterrupt, DraftTask } from './draft.ts';
import { type CallTimes, type Platform, platformOf } from './profiles.ts';

/** The message of a failed check. The board prints its number. */
export const CHECKS = [
  'a torn item was read from a channel',
  'an item was lost, doubled or out of order in a ring buffer',
  'a four-slot channel gave an older item than before',
  'a four-slot channel gave an older item than the last that was written',
  'two tasks were in one critical section',
] as const;

const TORN = 0;
const ORDER = 1;
const OLDER = 2;
const STALE = 3;
const SHARED = 4;

/** Bytes of an item's number and check value. */
const ITEM_BYTES = 4;

const item = (channel: DraftChannel): string => `${channel.name}_t`;

/** Time of a task's calls, without its loop. Unit: µs. */
export function callsUs(draft: Draft, task: DraftTask): number {
  const { calls } = platformOf(draft).profile;
  const locks = draft.resources.flatMap(({ users }) => users.filter((user) => user.task === task.name)).length;
  const triggers = draft.triggers.filter(({ from }) => from === task.name).length;
  // Prints the number of items read, and the number of runs of each bottom half.
  const prints = draft.tasks[0] === task ? calls.print * (1 + draft.interrupts.length) : 0;
  return Math.ceil(calls.job + channelsUs(draft, task, calls) + locks * calls.lock + triggers * calls.trigger + prints);
}

function channelsUs({ channels }: Draft, { name }: DraftTask, calls: CallTimes): number {
  const itemUs = ({ padding }: DraftChannel) => calls.channel + (padding + ITEM_BYTES) * calls.channelPerByte;
  const written = channels.filter(({ writer }) => writer === name).map((one) => itemUs(one) * one.readers.length);
  const read = channels
    .filter(({ readers }) => readers.includes(name))
    .map((one) => itemUs(one) * (one.kind === 'ring-buffer' ? one.capacity + 1 : 1));
  return [...written, ...read].reduce((sum, us) => sum + us, 0);
}

const checkCode = (channel: DraftChannel): string =>
  [
    `static uint16_t ${channel.name}_check(const ${item(channel)} &x) {`,
    `  uint16_t sum = x.number; for (uint8_t i = 0; i < ${channel.padding}; i++) sum = (uint16_t)(sum * 3 + x.padding[i]);`,
    '  return sum; }',
    `static volatile uint8_t ${channel.name}_last;`,
  ].join('\n');

/** The prelude with the checks. They use the types of the items, which precede the prelude. */
export function preludeOf(draft: Draft): string {
  const { profile } = platformOf(draft);
  return [
    profile.prelude,
    `static volatile uint8_t soak_failed[${CHECKS.length}];`,
    'static volatile uint16_t soak_reads;',
    ...draft.channels.map(checkCode),
    ...draft.resources.map(({ name }) => `static volatile uint8_t ${name}_owner;`),
    ...draft.interrupts.map(({ name }) => `static volatile uint16_t ${name}_served;`),
    'static void soak_fail(uint8_t check) { soak_failed[check] = 1; }',
  ].join('\n');
}

function writeCode(channel: DraftChannel): string {
  const { name, padding } = channel;
  return [
    `{ static uint16_t number; ${item(channel)} x; x.number = number;`,
    `  for (uint8_t i = 0; i < ${padding}; i++) x.padding[i] = (uint8_t)(number * 7 + i);`,
    `  x.check = ${name}_check(x);`,
    `  if (${name}_write(x)) { ${name}_last = (uint8_t)number; number++; } }`,
  ].join('\n');
}

function readRing(channel: DraftChannel): string {
  const { name, capacity } = channel;
  return [
    `{ static uint16_t expected; ${item(channel)} x;`,
    `  for (uint8_t i = 0; i <= ${capacity} && ${name}_read(&x); i++) {`,
    `    if (x.check != ${name}_check(x)) soak_fail(${TORN});`,
    `    if (x.number != expected) soak_fail(${ORDER});`,
    '    expected = (uint16_t)(x.number + 1); soak_reads++; } }',
  ].join('\n');
}

/**
 * Reads the low byte of the newest item's number before the item, so that the item must be at least
 * as new.
 */
function readFourSlot(channel: DraftChannel): string {
  const { name } = channel;
  return [
    `{ static uint16_t newest; ${item(channel)} x; const uint8_t last = ${name}_last;`,
    `  if (${name}_read(&x)) {`,
    `    if (x.check != ${name}_check(x)) soak_fail(${TORN});`,
    `    if ((int16_t)(x.number - newest) < 0) soak_fail(${OLDER});`,
    `    if ((uint8_t)((uint8_t)x.number - last) >= 128) soak_fail(${STALE});`,
    '    newest = x.number; soak_reads++; } }',
  ].join('\n');
}

function printCode(draft: Draft): string {
  const counts = draft.interrupts
    .filter(({ handlerWeight }) => handlerWeight === 0)
    .map(
      ({ name }) =>
        `{ noInterrupts(); const uint16_t n = ${name}_served; interrupts(); Serial.print("#${name}:"); Serial.print(n); Serial.print(';'); }`,
    );
  return [
    `for (uint8_t i = 0; i < ${CHECKS.length}; i++) if (soak_failed[i] == 1) {`,
    "  soak_failed[i] = 2; Serial.print('!'); Serial.print(i); Serial.print(';'); }",
    `if (n % ${draft.printEvery} == 0) { Serial.print('='); Serial.print(soak_reads); Serial.print(';'); ${counts.join(' ')} }`,
  ].join('\n');
}

/** A critical section with a loop that takes most of its declared length. */
function sectionCode(draft: Draft, name: string, task: DraftTask, insideUs: number): string {
  const owner = `${name}_owner`;
  const me = draft.tasks.indexOf(task) + 1;
  return [
    `${name}_lock(); if (${owner} != 0) soak_fail(${SHARED}); ${owner} = ${me};`,
    platformOf(draft).profile.burn(insideUs),
    `if (${owner} != ${me}) soak_fail(${SHARED}); ${owner} = 0; ${name}_unlock();`,
  ].join('\n');
}

/** Time of the loop in a critical section of this length. */
const insideOf = (sectionUs: number, { calls }: Platform['profile']): number =>
  Math.max(1, sectionUs * 0.95 - calls.job);

/** The declared lengths of a task's critical sections. */
export function sectionsOf(draft: Draft, task: DraftTask, loopUs: number): { name: string; lengthUs: number }[] {
  return draft.resources.flatMap(({ name, users }) =>
    users
      .filter((user) => user.task === task.name)
      .map(({ share }) => ({ name, lengthUs: Math.max(20, Math.floor(loopUs * share)) })),
  );
}

function loopCode(draft: Draft, task: DraftTask, loopUs: number): string {
  const { profile } = platformOf(draft);
  const sections = sectionsOf(draft, task, loopUs);
  const restUs = loopUs - sections.reduce((sum, { lengthUs }) => sum + insideOf(lengthUs, profile), 0);
  const halves = Math.max(1, restUs / 2);
  return [
    profile.burn(halves),
    ...sections.map(({ name, lengthUs }) => sectionCode(draft, name, task, insideOf(lengthUs, profile))),
    profile.burn(halves),
  ].join('\n');
}

/** Number of normal jobs of a task, and of a handler, with conduct `endless`. */
const WELL_FOR_JOBS = 50;
const HANDLER_WELL_FOR_JOBS = 10;

function conductCode(draft: Draft, task: DraftTask, loopUs: number): string {
  const full = loopCode(draft, task, loopUs);
  const short = () => platformOf(draft).profile.burn(loopUs / 4);
  switch (task.conduct) {
    case 'short':
      return `if (n % 50 == 0) { ${full} } else { ${short()} }`;
    case 'varying':
      return `if (n % 3 != 0) { ${full} } else { ${short()} }`;
    case 'endless':
      return `if (n > ${WELL_FOR_JOBS}) for (;;) { ${platformOf(draft).profile.burn(1000)} }\n${full}`;
    case 'excessive':
      return `${full}\n${full}\n${platformOf(draft).profile.burn(200)}`;
    default:
      return full;
  }
}

/** @param loopUs time of the loop in a full job */
export function bodyOf(draft: Draft, task: DraftTask, loopUs: number): string {
  const mine = draft.channels.filter(({ readers }) => readers.includes(task.name));
  return [
    'static uint16_t n; n++;',
    ...(draft.tasks[0] === task ? [printCode(draft)] : []),
    ...mine.map((channel) => (channel.kind === 'ring-buffer' ? readRing(channel) : readFourSlot(channel))),
    ...draft.channels.filter(({ writer }) => writer === task.name).map(writeCode),
    ...draft.triggers.filter(({ from }) => from === task.name).map((trigger) => `(void)${trigger.task}_trigger();`),
    conductCode(draft, task, loopUs),
  ].join('\n');
}

/**
 * The set-up of the first task, which starts the sources of interrupts that the program raises
 * itself.
 */
export function setupOf(draft: Draft): string {
  const { origins } = platformOf(draft).profile;
  return draft.interrupts.map(({ origin, storm }) => origins[origin]?.start(storm) ?? '').join('\n');
}

/** The code of the bottom half, or of the handler if there is one. */
export function interruptBody(draft: Draft, interrupt: DraftInterrupt, loopUs: number): string {
  const { burn } = platformOf(draft).profile;
  const count = interrupt.handlerWeight === 0 ? `${interrupt.name}_served++;` : '';
  const endless =
    interrupt.handlerConduct === 'endless'
      ? `static uint8_t n; if (n > ${HANDLER_WELL_FOR_JOBS}) for (;;) { ${burn(1000)} } n++;`
      : '';
  return `${count}${endless} ${burn(loopUs)}`;
}
