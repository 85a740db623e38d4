/**
 * What the window shows in simple and in full. Full shows everything. Simple hides what most
 * sketches do not use, except for what the open sketch uses.
 *
 * `DETAIL` is the only record of it. The forms, the dock and the menus read it, so a new member of
 * the sketch or a new panel does not compile until it is listed here.
 */
import { newInterrupt } from '../../../../generator/sketch/create.ts';
import type { ElementKind } from '../../../../generator/sketch/elements.ts';
import {
  type Channel,
  type Interrupt,
  type Part,
  type PartKind,
  type Resource,
  type Sketch,
  TASK_DEFAULTS,
  type Task,
} from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import type { Detail } from '../../../contract/settings.ts';
import type { Addable } from '../sketch/sketch-actions.ts';
import type { PanelId } from './layout.ts';

type Test<E> = (element: E, sketch: Sketch) => boolean;

/** A field, panel or section. If the simple view omits it, `isUsed` says whether it is in use. */
export type Rule<E> =
  | { readonly simple: true; readonly applies?: Test<E> }
  | { readonly simple: false; readonly applies?: Test<E>; readonly isUsed: Test<E> };

export type Rules<E, Field extends string> = Readonly<Record<Field, Rule<E>>>;

/** What the code editor and the canvas show instead of a form. */
type Code = 'body' | 'setup' | 'deadlineHandler' | 'blocks' | 'position';

/** A form shows the origin of a budget in the field of the budget. */
type Origin = 'budgetFrom' | 'handlerBudgetFrom';

type TaskField = Exclude<keyof Task, Code | Origin>;
type ChannelField = Exclude<keyof Channel, Code>;
/** `pin` also stands for the source. `runs` and `ioServer` choose the budget that pays for the interrupt. */
type InterruptField = Exclude<keyof Interrupt, Code | Origin | 'source'> | 'runs' | 'ioServer';
type ResourceField = Exclude<keyof Resource, Code>;
type PartField = Exclude<keyof Part, Code | 'pins'>;
/** The lists of elements, and the groups on the canvas, have forms of their own. */
type SketchField = Exclude<keyof Sketch, ElementKind | 'groups' | 'extensions'>;
/** Groups of values and controls outside the forms of elements. */
type Section =
  | 'inapplicableTests'
  | 'textbook'
  | 'aloneOnBudget'
  | 'servedWithin'
  | 'predictionOptions'
  | 'arranging'
  | 'eventSteps'
  | 'pinLevels';

/** What the panels depend on, besides the sketch. */
export interface PanelFacts {
  /** Errors and warnings of the last build. */
  readonly problems: number;
}

const ALWAYS = { simple: true } as const;
const FULL_ONLY = { simple: false, isUsed: () => false } as const;

function always<E>(applies: Test<E>): Rule<E> {
  return { simple: true, applies };
}

function whenUsed<E>(isUsed: Test<E>, applies: Test<E> = () => true): Rule<E> {
  return { simple: false, isUsed, applies };
}

const isTimed = ({ kind }: Task): boolean => kind !== 'background';
const differs =
  (field: keyof typeof TASK_DEFAULTS & TaskField): Test<Task> =>
  (task) =>
    task[field] !== TASK_DEFAULTS[field];

/** One ready queue per core or cluster: each task needs a core. */
const hasSeveralQueues = ({ cores, clusterCores }: Sketch): boolean => clusterCores !== null && clusterCores < cores;
const canHaveCores = ({ cores, target }: Sketch): boolean => cores > 1 || targetById(target).maxCores > 1;

const NEW_INTERRUPT = newInterrupt('new', '');
const hasOwnIo = ({ ioBudgetUs }: Interrupt): boolean => ioBudgetUs !== null;
const usesIo: Test<Interrupt> = ({ ioBudgetUs, ioPeriodUs }) =>
  ioBudgetUs !== NEW_INTERRUPT.ioBudgetUs || ioPeriodUs !== NEW_INTERRUPT.ioPeriodUs;
const hasHandler = ({ handlerBudgetUs }: Interrupt): boolean => handlerBudgetUs > 0;

const tasks: Rules<Task, TaskField> = {
  name: ALWAYS,
  kind: whenUsed(differs('kind')),
  periodUs: always(isTimed),
  budgetUs: ALWAYS,
  deadlineUs: always(isTimed),
  offsetUs: whenUsed(differs('offsetUs'), isTimed),
  jitterUs: whenUsed(differs('jitterUs'), isTimed),
  priority: always((_, { policy }) => policy === 'fixed'),
  core: whenUsed(
    ({ core }, sketch) => core !== null || hasSeveralQueues(sketch),
    ({ core, affinity }, sketch) => core !== null || affinity.length > 0 || canHaveCores(sketch),
  ),
  affinity: whenUsed(
    ({ affinity }) => affinity.length > 0,
    ({ affinity }, { cores }) => affinity.length > 0 || cores > 1,
  ),
  stackBytes: whenUsed(differs('stackBytes'), (_, { target }) => targetById(target).taskStacks),
  overrun: whenUsed(differs('overrun'), isTimed),
  catchUpLimit: always((task) => isTimed(task) && task.overrun === 'catch-up'),
  exhaustion: whenUsed(differs('exhaustion'), isTimed),
  budgetHandler: whenUsed(({ budgetHandler }) => budgetHandler.trim() !== '', isTimed),
  execution: whenUsed(differs('execution')),
};

const channels: Rules<Channel, ChannelField> = {
  name: ALWAYS,
  kind: whenUsed(({ kind }) => kind !== 'four-slot'),
  capacity: always(({ kind }) => kind === 'ring-buffer'),
  item: ALWAYS,
  writer: ALWAYS,
  readers: ALWAYS,
};

const interrupts: Rules<Interrupt, InterruptField> = {
  name: ALWAYS,
  pin: ALWAYS,
  mode: always(({ pin }) => pin !== null),
  runs: whenUsed((interrupt) => !hasHandler(interrupt)),
  handlerBudgetUs: always(hasHandler),
  handlerPeriodUs: always(hasHandler),
  handlerExhaustion: whenUsed(
    ({ handlerExhaustion }) => handlerExhaustion !== NEW_INTERRUPT.handlerExhaustion,
    hasHandler,
  ),
  topHalfUs: whenUsed(({ topHalfUs }) => topHalfUs !== NEW_INTERRUPT.topHalfUs),
  bottomHalfUs: whenUsed(({ bottomHalfUs }) => bottomHalfUs !== NEW_INTERRUPT.bottomHalfUs),
  ioServer: whenUsed(usesIo),
  ioBudgetUs: whenUsed(usesIo, hasOwnIo),
  ioPeriodUs: whenUsed(usesIo, hasOwnIo),
  arrivals: whenUsed(({ arrivals }) => arrivals !== null),
};

const resources: Rules<Resource, ResourceField> = {
  name: ALWAYS,
  ceiling: whenUsed(
    ({ ceiling }) => ceiling !== null,
    ({ ceiling }, { policy }) => ceiling !== null || policy === 'fixed',
  ),
  users: ALWAYS,
};

const parts: Rules<Part, PartField> = {
  name: ALWAYS,
  kind: ALWAYS,
  color: ALWAYS,
  common: ALWAYS,
  pixels: ALWAYS,
  rateHz: ALWAYS,
};

const sketch: Rules<Sketch, SketchField> = {
  name: ALWAYS,
  board: ALWAYS,
  boardFacts: ALWAYS,
  target: ALWAYS,
  policy: ALWAYS,
  cores: whenUsed(
    ({ cores }) => cores > 1,
    (present) => present.clusterCores !== null || canHaveCores(present),
  ),
  clusterCores: whenUsed(
    ({ clusterCores }) => clusterCores !== null,
    ({ cores }) => cores > 1,
  ),
  timeUnit: whenUsed(({ timeUnit }) => timeUnit !== 'auto'),
  prelude: ALWAYS,
  libraries: whenUsed(({ libraries }) => libraries.length > 0),
  ioServer: whenUsed(
    ({ ioServer }) => ioServer !== null,
    (present) => present.ioServer !== null || present.interrupts.length > 0,
  ),
};

const panels: Rules<PanelFacts, PanelId> = {
  canvas: ALWAYS,
  board: ALWAYS,
  inspector: ALWAYS,
  timeline: ALWAYS,
  console: ALWAYS,
  problems: whenUsed(({ problems }) => problems > 0),
  design: FULL_ONLY,
  targets: FULL_ONLY,
  build: FULL_ONLY,
  charts: FULL_ONLY,
  statistics: FULL_ONLY,
  profile: FULL_ONLY,
};

/** The view of a section knows whether the section is in use. */
const sections: Rules<boolean, Section> = {
  inapplicableTests: FULL_ONLY,
  textbook: whenUsed((isOn) => isOn),
  aloneOnBudget: FULL_ONLY,
  servedWithin: whenUsed((isTooLate) => isTooLate),
  predictionOptions: whenUsed((isChanged) => isChanged),
  arranging: whenUsed((isMapShown) => isMapShown),
  eventSteps: FULL_ONLY,
  pinLevels: whenUsed((areShown) => areShown),
};

/** Elements that a menu offers. Simple offers every part. */
const additions: Rules<Sketch, Exclude<Addable, PartKind>> = {
  task: ALWAYS,
  interrupt: ALWAYS,
  'four-slot': ALWAYS,
  'ring-buffer': whenUsed((present) => present.channels.some(({ kind }) => kind === 'ring-buffer')),
  resource: whenUsed((present) => present.resources.length > 0),
};

export const DETAIL = { tasks, channels, interrupts, resources, parts, sketch, panels, sections, additions };

function isUsed<E>(rule: Rule<E>, element: E, present: Sketch): boolean {
  return rule.simple || rule.isUsed(element, present);
}

function applies<E>(rule: Rule<E>, element: E, present: Sketch): boolean {
  return rule.applies?.(element, present) ?? true;
}

export function isShown<E>(rule: Rule<E>, element: E, present: Sketch, detail: Detail): boolean {
  return applies(rule, element, present) && (detail === 'full' || isUsed(rule, element, present));
}

/** Whether a menu offers an element. */
export const isOffered = (what: Addable, present: Sketch, detail: Detail): boolean =>
  !(what in additions) || isShown(additions[what as keyof typeof additions], present, present, detail);

export interface Fields<Field extends string> {
  readonly shows: (field: Field) => boolean;
  readonly showsAny: (...fields: readonly Field[]) => boolean;
  /** Number of fields that only full shows. */
  readonly hidden: number;
}

export type TaskFields = Fields<TaskField>;
export type InterruptFields = Fields<InterruptField>;
export type SketchFields = Fields<SketchField>;

/** @param kept fields that stay shown although the element does not use them any more */
export function fieldsOf<E, Field extends string>(
  rules: Rules<E, Field>,
  element: E,
  present: Sketch,
  detail: Detail,
  kept: ReadonlySet<string> = new Set(),
): Fields<Field> {
  const all = (Object.keys(rules) as Field[]).filter((field) => applies(rules[field], element, present));
  const shown = new Set(all.filter((field) => kept.has(field) || isShown(rules[field], element, present, detail)));
  const shows = (field: Field): boolean => shown.has(field);
  return { shows, showsAny: (...fields) => fields.some(shows), hidden: all.length - shown.size };
}
