/** Random sketches. */
import fc from 'fast-check';
import { type Block, type Blocks, CODE_PIECES } from '../../generator/sketch/blocks/model.ts';
import { ESTIMATE } from '../../generator/sketch/budgets/budget-from.ts';
import { memberLists } from '../../generator/sketch/groups/groups.ts';
import { MAX_JOBS, MAX_PIXELS, MAX_RATE_HZ, MAX_TIME_US, MIN_RATE_HZ } from '../../generator/sketch/limits.ts';
import {
  ARRIVAL_PATTERNS,
  type BudgetFrom,
  type Channel,
  COMMON_TERMINALS,
  EXECUTION_SHAPES,
  EXHAUSTION_POLICIES,
  FIELD_TYPES,
  GROUP_COLORS,
  type Group,
  INTERRUPT_MODES,
  type Interrupt,
  LED_COLORS,
  type Library,
  OVERRUN_POLICIES,
  PART_KINDS,
  type Part,
  POLICIES,
  type Resource,
  type Sketch,
  TARGETS,
  type Task,
  TIME_UNITS,
} from '../../generator/sketch/model.ts';

const printable = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
    fc.constantFrom('T1', 'a b', 'int', '*/', '??/', 'Lüfter', '温度'),
  )
  .filter((text) => /\S/u.test(text) && !/[\p{Cc}\p{Cs}]/u.test(text));
const code = fc.oneof(
  fc.constant(''),
  fc.string({ maxLength: 40, unit: 'grapheme' }).map((text) => text.replace(/[\0\p{Cs}]/gu, '')),
);
const time = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.constantFrom(1, MAX_TIME_US));
const timeOrZero = fc.oneof(fc.constant(0), time);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((x) => x + 0);
const position = optional(fc.record({ x: coordinate, y: coordinate }));
const level = optional(fc.integer({ min: -1_000_000, max: 1_000_000 }));
const names = (max: number) => fc.uniqueArray(printable, { maxLength: max });

const execution = fc
  .record({
    shape: fc.constantFrom(...EXECUTION_SHAPES),
    times: fc.tuple(time, time),
    rarePercent: fc.double({ min: 0, max: 100, noNaN: true }).map((percent) => percent + 0),
  })
  .map(({ times, ...rest }) => ({ ...rest, leastUs: Math.min(...times), mostUs: Math.max(...times) }));
const arrivals = fc.record({
  pattern: fc.constantFrom(...ARRIVAL_PATTERNS),
  periodUs: time,
  burst: fc.integer({ min: 1, max: 65_535 }),
});

/** A text that a file can hold. */
const held = fc.string({ maxLength: 12, unit: 'grapheme' }).map((text) => text.replace(/[\0\p{Cs}]/gu, ''));
const held1 = held.filter((text) => text !== '' && text !== '__proto__');
const json = fc
  .jsonValue({ maxDepth: 2, stringUnit: 'grapheme-ascii' })
  // As a file reads it: without the key __proto__, and without -0.
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto')));

const blockLook = fc.record(
  {
    x: coordinate,
    y: coordinate,
    collapsed: fc.boolean(),
    deletable: fc.boolean(),
    movable: fc.boolean(),
    editable: fc.boolean(),
    enabled: fc.boolean(),
    inline: fc.boolean(),
    disabledReasons: fc.array(held, { maxLength: 2 }),
    data: held,
    icons: json,
    extraState: json,
    fields: fc.dictionary(held1, json, { maxKeys: 3, noNullPrototype: true }),
  },
  { requiredKeys: [] },
);

/** Blocks that hang below each other and in each other's inputs. */
const blocks: fc.Arbitrary<Blocks> = fc
  .record({
    printed: fc.nat(2 ** 32 - 1),
    ids: fc.uniqueArray(held1, { maxLength: 5 }),
    types: fc.array(held1, { minLength: 5, maxLength: 5 }),
    looks: fc.array(blockLook, { minLength: 5, maxLength: 5 }),
    places: fc.array(fc.tuple(fc.nat(5), fc.constantFrom('after', 'A', 'B'), fc.boolean()), {
      minLength: 5,
      maxLength: 5,
    }),
    typed: optional(code),
    workspace: fc.dictionary(held1, json, { maxKeys: 2, noNullPrototype: true }),
  })
  .map(({ printed, ids, types, looks, places, typed, workspace }) => {
    const taken = new Set<string>();
    const list = ids.map((id, index): Block => {
      const [to, how, isShadow] = places[index] ?? [0, 'after', false];
      const parent = index === 0 ? undefined : ids[to % (index + 1)];
      const block = { type: types[index] ?? 'x', id, ...looks[index] };
      const place = JSON.stringify([parent, how, isShadow]);
      if (parent === undefined || parent === id || taken.has(place)) return block;
      taken.add(place);
      const shadow = isShadow ? { shadow: true as const } : {};
      return how === 'after' ? { ...block, after: parent, ...shadow } : { ...block, of: parent, input: how, ...shadow };
    });
    return { printed, blocks: list, workspace, ...(typed === null ? {} : { typed }) };
  });

const built = (pieces: readonly (typeof CODE_PIECES)[number][]) =>
  fc.oneof(
    fc.constant({}),
    fc.record({
      blocks: fc.record(Object.fromEntries(pieces.map((piece) => [piece, blocks])), { requiredKeys: [] }),
    }),
  );

/** The source of an automatic budget, or none. */
const budgetFrom: fc.Arbitrary<BudgetFrom | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constant(ESTIMATE),
  fc.record({
    source: fc.constant('measured' as const),
    jobs: fc.integer({ min: 1, max: MAX_JOBS }),
    longestUs: time,
    code: fc.nat(2 ** 32 - 1),
  }),
);
const withOrigin = <K extends string>(member: K, from: BudgetFrom | undefined): Partial<Record<K, BudgetFrom>> =>
  from === undefined ? {} : ({ [member]: from } as Partial<Record<K, BudgetFrom>>);

function task(name: string, cores: number): fc.Arbitrary<Task> {
  const common = {
    name: fc.constant(name),
    priority: level,
    core: optional(fc.integer({ min: 0, max: cores - 1 })),
    stackBytes: optional(fc.integer({ min: 1, max: 2 ** 30 })),
    overrun: fc.constantFrom(...OVERRUN_POLICIES),
    catchUpLimit: fc.integer({ min: 1, max: 65_535 }),
    exhaustion: fc.constantFrom(...EXHAUSTION_POLICIES),
    affinity: fc.subarray(Array.from({ length: cores }, (_, core) => core)),
    execution: optional(execution),
    deadlineHandler: code,
    budgetHandler: code,
    setup: code,
    body: code,
    built: built(CODE_PIECES),
    from: budgetFrom,
    position,
  };
  const none = fc.constant(null);
  const zero = fc.constant(0);
  return fc
    .oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          ...common,
          kind: fc.constantFrom('periodic', 'sporadic'),
          periodUs: time,
          budgetUs: time,
          deadlineUs: optional(time),
          offsetUs: timeOrZero,
          jitterUs: timeOrZero,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          ...common,
          kind: fc.constant('background' as const),
          periodUs: none,
          budgetUs: optional(time),
          deadlineUs: none,
          offsetUs: zero,
          jitterUs: zero,
        }),
      },
    )
    .map(({ built: blocksOf, from, ...rest }) => ({
      ...rest,
      ...(rest.budgetUs === null ? {} : withOrigin('budgetFrom', from)),
      ...blocksOf,
    }));
}

function channel(name: string, ends: readonly string[]): fc.Arbitrary<Channel> {
  const field = (fieldName: string) =>
    fc.record({
      name: fc.constant(fieldName),
      type: fc.constantFrom(...FIELD_TYPES),
      count: fc.integer({ min: 1, max: 65_535 }),
    });
  const connections = fc.tuple(fc.shuffledSubarray([...ends]), fc.boolean()).map(([picked, isWritten]) => {
    const [writer = null, ...readers] = picked;
    return isWritten ? { writer, readers } : { writer: null, readers };
  });
  return fc
    .record({
      name: fc.constant(name),
      kind: fc.constantFrom('four-slot', 'ring-buffer'),
      item: fc.uniqueArray(printable, { minLength: 1, maxLength: 3 }).chain((list) => fc.tuple(...list.map(field))),
      capacity: fc.integer({ min: 1, max: 65_535 }),
      connections,
      position,
    })
    .map(({ connections: ends, ...rest }) => ({ ...rest, ...ends }));
}

function interrupt(name: string): fc.Arbitrary<Interrupt> {
  const pin = fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme-ascii' });
  const trigger = fc.oneof(
    fc.record({ pin, source: fc.constant(null) }),
    fc.record({ pin: fc.constant(null), source: pin }),
  );
  const server = fc.oneof(
    fc.record({ ioBudgetUs: timeOrZero, ioPeriodUs: time }),
    fc.constant({ ioBudgetUs: null, ioPeriodUs: null }),
  );
  return fc
    .record({
      name: fc.constant(name),
      trigger,
      mode: fc.constantFrom(...INTERRUPT_MODES),
      topHalfUs: timeOrZero,
      bottomHalfUs: timeOrZero,
      server,
      handlerBudgetUs: time,
      handlerPeriodUs: time,
      handlerExhaustion: fc.constantFrom(...EXHAUSTION_POLICIES),
      arrivals: optional(arrivals),
      body: code,
      built: built(['body']),
      from: budgetFrom,
      position,
    })
    .map(({ trigger: pins, server: io, built: blocksOf, from, ...rest }) => ({
      ...rest,
      ...withOrigin('handlerBudgetFrom', from),
      ...pins,
      ...io,
      ...blocksOf,
    }));
}

function resource(name: string, tasks: readonly string[]): fc.Arbitrary<Resource> {
  const user = (taskName: string) => fc.record({ task: fc.constant(taskName), criticalSectionUs: time });
  const users = fc.subarray([...tasks]).chain((list) => fc.tuple(...list.map(user)));
  return fc.record({ name: fc.constant(name), ceiling: level, users, position });
}

function part(name: string): fc.Arbitrary<Part> {
  const terminal = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_+-]{0,6}$/);
  const pins = fc.dictionary(terminal, fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme-ascii' }), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  return fc.record({
    name: fc.constant(name),
    kind: fc.constantFrom(...PART_KINDS),
    pins,
    color: optional(fc.constantFrom(...LED_COLORS)),
    common: optional(fc.constantFrom(...COMMON_TERMINALS)),
    pixels: optional(fc.integer({ min: 1, max: MAX_PIXELS })),
    rateHz: optional(fc.double({ min: MIN_RATE_HZ, max: MAX_RATE_HZ, noNaN: true })),
    position,
  });
}

const MEMBER_KINDS = ['tasks', 'channels', 'interrupts', 'resources', 'parts'] as const;

/** Puts each element at random into one of the groups or into none. */
function groups(
  names: readonly string[],
  elements: Readonly<Record<(typeof MEMBER_KINDS)[number], readonly string[]>>,
) {
  const places = MEMBER_KINDS.flatMap((kind) => elements[kind].map((name) => ({ kind, name })));
  const looks = fc.record({ note: code, color: fc.constantFrom(...GROUP_COLORS) });
  return fc
    .tuple(fc.tuple(...names.map(() => looks)), fc.tuple(...places.map(() => fc.nat(names.length))))
    .map(([given, chosen]) =>
      names.flatMap((name, at): Group[] => {
        const members = places.filter((_, index) => chosen[index] === at);
        return members.length === 0 ? [] : [{ name, note: '', color: 'grey', ...given[at], ...memberLists(members) }];
      }),
    );
}

const libraryPart = fc.stringMatching(/^[A-Za-z0-9_]{1,8}$/);
const libraries: fc.Arbitrary<Library[]> = fc.uniqueArray(
  fc.oneof(
    fc.record({
      name: fc.oneof(
        libraryPart,
        fc.tuple(libraryPart, libraryPart).map(([owner, own]) => `${owner}/${own}`),
      ),
      version: optional(fc.stringMatching(/^[~^]?[0-9]\.[0-9]{1,3}$/)),
      folder: fc.constant(null),
    }),
    fc.record({
      name: libraryPart,
      version: fc.constant(null),
      folder: fc.stringMatching(/^\/[A-Za-z0-9 _-]{1,8}$/),
    }),
  ),
  { selector: ({ name }) => name, maxLength: 3 },
);

/** One of Polyloop's own boards, or one with its facts. */
const board: fc.Arbitrary<Pick<Sketch, 'board' | 'boardFacts'>> = fc.oneof(
  fc.record({ board: fc.constantFrom('uno', 'host'), boardFacts: fc.constant(null) }),
  fc.record({
    board: fc.constantFrom('leonardo', 'esp32dev'),
    boardFacts: fc.record({
      name: printable,
      platform: fc.constantFrom('atmelavr', 'espressif32'),
      mcu: printable,
      clockHz: fc.integer({ min: 1_000_000, max: 600_000_000 }),
      ramBytes: fc.integer({ min: 512, max: 2 ** 24 }),
      flashBytes: fc.integer({ min: 8192, max: 2 ** 24 }),
      usb: fc.constantFrom([], ['2341:8036']),
    }),
  }),
);

const all = <A, B>(list: readonly A[], make: (name: A) => fc.Arbitrary<B>) => fc.tuple(...list.map(make));

/** A sketch with any of the elements, connected at random. */
export const sketch: fc.Arbitrary<Sketch> = fc
  .record({
    ends: names(5),
    split: fc.nat(5),
    channels: names(2),
    resources: names(2),
    parts: names(2),
    groups: names(2),
    cores: fc.integer({ min: 1, max: 64 }),
    place: board,
  })
  .chain(({ ends, split, channels, resources, parts, groups: groupNames, cores, place }) => {
    const tasks = ends.slice(0, split);
    return fc.record({
      name: printable,
      board: fc.constant(place.board),
      boardFacts: fc.constant(place.boardFacts),
      target: fc.constantFrom(...TARGETS),
      policy: fc.constantFrom(...POLICIES),
      cores: fc.constant(cores),
      clusterCores: optional(fc.integer({ min: 1, max: cores })),
      timeUnit: fc.constantFrom(...TIME_UNITS),
      prelude: code,
      libraries,
      tasks: all(tasks, (name) => task(name, cores)),
      channels: all(channels, (name) => channel(name, ends)),
      interrupts: all(ends.slice(split), interrupt),
      ioServer: optional(fc.record({ budgetUs: timeOrZero, periodUs: time })),
      resources: all(resources, (name) => resource(name, tasks)),
      parts: all(parts, part),
      groups: groups(groupNames, { tasks, channels, interrupts: ends.slice(split), resources, parts }),
    });
  });
