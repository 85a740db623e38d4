/** Names what differs between two versions of a sketch, in words for the user. */
import { tr } from '../words/tr.ts';
import { ELEMENT_KINDS, type ElementKind, elementsOf, KIND_LABELS } from './elements.ts';
import { same } from './merge.ts';
import type { Sketch } from './model.ts';

/** Words for the members of a sketch and of its elements. A member without an entry is its own word. */
const MEMBER_WORDS: Readonly<Record<string, () => string>> = {
  periodUs: () => tr`period`,
  budgetUs: () => tr`budget`,
  budgetFrom: () => tr`origin of the budget`,
  deadlineUs: () => tr`deadline`,
  offsetUs: () => tr`offset`,
  jitterUs: () => tr`jitter`,
  stackBytes: () => tr`stack`,
  catchUpLimit: () => tr`catch-up limit`,
  deadlineHandler: () => tr`deadline handler`,
  budgetHandler: () => tr`budget handler`,
  body: () => tr`code`,
  setup: () => tr`setup code`,
  item: () => tr`items`,
  topHalfUs: () => tr`top half`,
  bottomHalfUs: () => tr`bottom half`,
  ioBudgetUs: () => tr`I/O budget`,
  ioPeriodUs: () => tr`I/O period`,
  handlerBudgetUs: () => tr`handler budget`,
  handlerBudgetFrom: () => tr`origin of the handler budget`,
  handlerPeriodUs: () => tr`handler period`,
  handlerExhaustion: () => tr`exhaustion of the handler`,
  rateHz: () => tr`rate`,
  clusterCores: () => tr`cores of a cluster`,
  timeUnit: () => tr`unit of times`,
  boardFacts: () => tr`facts of the board`,
  libraries: () => tr`libraries`,
  ioServer: () => tr`I/O server`,
  extensions: () => tr`extensions`,
  tasks: () => tr`order of the tasks`,
  channels: () => tr`order of the channels`,
  interrupts: () => tr`order of the interrupts`,
  resources: () => tr`order of the resources`,
  parts: () => tr`order of the parts`,
};

export const memberWords = (member: string): string => MEMBER_WORDS[member]?.() ?? member;

/** For example `task blink: period, code`, `new part Lamp`, `without channel value`, `board`. */
export function describeChanges(before: Sketch, after: Sketch): readonly string[] {
  const own = changedMembers(withoutElements(before), withoutElements(after)).map(memberWords);
  return [...own, ...ELEMENT_KINDS.flatMap((kind) => elementChanges(kind, before, after))];
}

function elementChanges(kind: ElementKind, before: Sketch, after: Sketch): string[] {
  const [old, now] = [elementsOf<ElementKind>(before, kind), elementsOf<ElementKind>(after, kind)];
  const word = KIND_LABELS[kind];
  const found = now.flatMap((element) => {
    const known = old.find(({ name }) => name === element.name);
    if (known === undefined) return [tr`new ${word} ${element.name}`];
    const members = changedMembers({ ...known }, { ...element }).map(memberWords);
    return members.length === 0 ? [] : [`${word} ${element.name}: ${members.join(', ')}`];
  });
  const gone = old.filter(({ name }) => !now.some((element) => element.name === name));
  const order = (list: typeof old) => list.map(({ name }) => name);
  const moved = found.length + gone.length === 0 && !same(order(old), order(now)) ? [memberWords(kind)] : [];
  return [...found, ...gone.map(({ name }) => tr`without ${word} ${name}`), ...moved];
}

function changedMembers(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const members = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...members].filter((member) => !same(before[member], after[member]));
}

function withoutElements(sketch: Sketch): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(sketch).filter(([member]) => !ELEMENT_KINDS.some((kind) => kind === member)),
  );
}
