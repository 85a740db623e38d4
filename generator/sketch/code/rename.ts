/** Renames what the program calls an element, in all code of the sketch and in the blocks of it. */
import { replaceWords } from '../../cpp/tokens.ts';
import type { Block, Blocks, BlocksByPiece } from '../blocks/model.ts';
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../elements.ts';
import { fnv1a32 } from '../fnv.ts';
import { sketchIdentifiers } from '../identifiers.ts';
import type { Interrupt, Sketch, Task } from '../model.ts';

/** The functions and types of an element, as endings of its identifier. */
const ENDINGS: Readonly<Record<ElementKind, readonly string[]>> = {
  tasks: ['_trigger'],
  interrupts: [],
  channels: ['_write', '_read', '_t', '_item_t'],
  resources: ['_lock', '_unlock', '_guard'],
  parts: [],
};

/** The fields of blocks that hold the name of an element. */
const FIELDS: Readonly<Partial<Record<ElementKind, string>>> = {
  tasks: 'TASK',
  channels: 'CHANNEL',
  resources: 'RESOURCE',
  parts: 'PART',
};

const GROUPS = {
  tasks: 'runnables',
  interrupts: 'runnables',
  channels: 'channels',
  resources: 'resources',
  parts: 'parts',
} as const;

type Words = ReadonlyMap<string, string>;

/**
 * The sketch in which an element has been renamed, with the new name in code and blocks. Blocks from
 * which the code was printed are still what it was printed from.
 *
 * @param before the sketch with the old name
 * @param after the sketch with the new name, and still the old name in its code
 */
export function renamedInCode(before: Sketch, after: Sketch, kind: ElementKind, from: string, to: string): Sketch {
  const [old, now] = [sketchIdentifiers(before), sketchIdentifiers(after)];
  // The identifier of another element can change too: two names may have wanted the same one.
  const words = new Map(
    ELEMENT_KINDS.flatMap((each) =>
      elementsOf<ElementKind>(before, each).flatMap(({ name }) => {
        const was = old[GROUPS[each]].get(name);
        const is = now[GROUPS[each]].get(each === kind && name === from ? to : name);
        if (was === undefined || is === undefined || was === is) return [];
        return ENDINGS[each].map((ending): [string, string] => [`${was}${ending}`, `${is}${ending}`]);
      }),
    ),
  );
  const field = FIELDS[kind];
  const inBlock = (block: Block): Block =>
    field === undefined || block.fields?.[field] !== from
      ? block
      : { ...block, fields: { ...block.fields, [field]: to } };
  const context: Context = { words, inBlock };
  return {
    ...after,
    prelude: inCode(after.prelude, words),
    tasks: after.tasks.map((task) => inTask(task, context)),
    interrupts: after.interrupts.map((interrupt) => inInterrupt(interrupt, context)),
  };
}

interface Context {
  readonly words: Words;
  readonly inBlock: (block: Block) => Block;
}

function inTask(task: Task, context: Context): Task {
  const code = {
    setup: inCode(task.setup, context.words),
    body: inCode(task.body, context.words),
    deadlineHandler: inCode(task.deadlineHandler, context.words),
    budgetHandler: inCode(task.budgetHandler, context.words),
  };
  return kept(task, { ...task, ...code, ...(task.blocks && { blocks: inPieces(task.blocks, task, code, context) }) });
}

function inInterrupt(interrupt: Interrupt, context: Context): Interrupt {
  const code = { body: inCode(interrupt.body, context.words) };
  const { blocks } = interrupt;
  return kept(interrupt, {
    ...interrupt,
    ...code,
    ...(blocks && { blocks: inPieces(blocks, interrupt, code, context) }),
  });
}

type Code = Readonly<Partial<Record<keyof BlocksByPiece, string>>>;

function inPieces(pieces: BlocksByPiece, before: Code, after: Code, context: Context): BlocksByPiece {
  const entries = Object.entries(pieces) as [keyof BlocksByPiece, Blocks][];
  return Object.fromEntries(
    entries.map(([piece, blocks]) => [piece, inBlocks(blocks, before[piece] ?? '', after[piece] ?? '', context)]),
  );
}

function inBlocks(old: Blocks, before: string, after: string, { words, inBlock }: Context): Blocks {
  return {
    ...old,
    blocks: old.blocks.map(inBlock),
    printed: old.printed === fnv1a32(before) ? fnv1a32(after) : old.printed,
    ...(old.typed !== undefined && { typed: inCode(old.typed, words) }),
  };
}

function inCode(code: string, words: Words): string {
  if (words.size === 0) return code;
  return replaceWords(code, (word) => words.get(word) ?? word);
}

/** The same element if nothing in it has changed. */
const kept = <E extends object>(before: E, after: E): E =>
  JSON.stringify(before) === JSON.stringify(after) ? before : after;
