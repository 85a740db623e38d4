/** The models, their sizes for the search, and broken variants that the search must refute. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { usually } from '../every-case.ts';

const RUNTIME = path.resolve(import.meta.dirname, '..', '..', 'runtime-c');

/** One textual change of a model. */
export type Change =
  | { readonly replace: string; readonly by: string }
  /** Exchanges two steps. */
  | { readonly swap: readonly [string, string] };

export interface Variant {
  readonly name: string;
  readonly changes: readonly Change[];
  /** The claim that the variant violates. */
  readonly breaks: string;
}

export interface Model {
  readonly name: string;
  readonly model: string;
  readonly c: string;
  readonly sizes: readonly Readonly<Record<string, number>>[];
  readonly broken: readonly Variant[];
}

function once(text: string, part: string): number {
  const at = text.indexOf(part);
  if (at < 0 || text.includes(part, at + 1)) throw new Error(`«${part}» must stand in the model once`);
  return at;
}

function change(text: string, edit: Change): string {
  if ('replace' in edit) {
    const at = once(text, edit.replace);
    return text.slice(0, at) + edit.by + text.slice(at + edit.replace.length);
  }
  const [a, b] = edit.swap;
  const [atA, atB] = [once(text, a), once(text, b)];
  const [first, second, from, to] = atA < atB ? [a, b, atA, atB] : [b, a, atB, atA];
  return text.slice(0, from) + second + text.slice(from + first.length, to) + first + text.slice(to + second.length);
}

export const changed = (text: string, changes: readonly Change[]): string => changes.reduce(change, text);

const read = (...parts: string[]) => readFileSync(path.join(RUNTIME, ...parts), 'utf8').replaceAll('\r\n', '\n');

const swapped = (name: string, a: string, b: string, breaks: string): Variant => ({
  name,
  changes: [{ swap: [a, b] }],
  breaks,
});

const replaced = (name: string, replace: string, by: string, breaks: string): Variant => ({
  name,
  changes: [{ replace, by }],
  breaks,
});

const fourSlot: Model = {
  name: 'four_slot',
  model: read('model', 'four_slot.pml'),
  c: read('include', 'polyloop', 'four_slot.h'),
  sizes: [{}],
  broken: [
    swapped('index published before the item', 'copy_in(slot(pair, index));', 'channel.index[pair] = index;', 'TORN'),
    swapped('pair published before the index', 'channel.index[pair] = index;', 'channel.latest = pair;', 'ORDER'),
    swapped('pair published before the item', 'copy_in(slot(pair, index));', 'channel.latest = pair;', 'FRESH'),
    swapped(
      'pair announced after its index is read',
      'channel.reading = pair;',
      'index = channel.index[pair];',
      'TORN',
    ),
    replaced('pair not announced', 'channel.reading = pair;', 'skip;', 'OVERLAP'),
    replaced('writer takes the announced pair', 'pair = channel.reading ^ 1;', 'pair = channel.reading;', 'OVERLAP'),
    replaced('writer takes the newest slot', 'channel.index[pair] ^ 1;', 'channel.index[pair];', 'TORN'),
    replaced('pair not published', 'channel.latest = pair;', 'skip;', 'FRESH'),
    replaced('pair read from the announcement', 'pair = channel.latest;', 'pair = channel.reading;', 'FRESH'),
    replaced('read before the first write', 'channel.written == 0 ->', 'false ->', 'FIRST'),
    swapped('written before the first pair', 'channel.latest = pair;', 'channel.written = 1;', 'FIRST'),
  ],
};

const ringBuffer: Model = {
  name: 'ring_buffer',
  model: read('model', 'ring_buffer.pml'),
  c: read('src', 'ring_buffer.c'),
  sizes: [
    { CAPACITY: 1, INDEX_RANGE: 3 },
    { CAPACITY: 2, INDEX_RANGE: 4 },
    ...usually([], [{ CAPACITY: 3, INDEX_RANGE: 5 }]),
  ],
  broken: [
    {
      name: 'head published before the item',
      changes: [
        { replace: 'channel.head = next;', by: 'skip;' },
        { replace: 'waiting++', by: 'skip' },
        {
          replace: 'copy_in(item_at(head));',
          by: 'd_step { channel.head = next; waiting++ }; copy_in(item_at(head));',
        },
      ],
      breaks: 'TORN',
    },
    replaced(
      'item read from the next place',
      'copy_out(item_at(tail));',
      'copy_out(item_at(following(tail)));',
      'ORDER',
    ),
    {
      name: 'written when full',
      changes: [
        { replace: 'next == channel.tail ->', by: 'false ->' },
        { replace: 'next != channel.tail ->', by: 'true ->' },
      ],
      breaks: 'OVERLAP',
    },
    {
      name: 'read when empty',
      changes: [
        { replace: 'tail == channel.head ->', by: 'false ->' },
        { replace: 'tail != channel.head ->', by: 'true ->' },
      ],
      breaks: 'EMPTY',
    },
    {
      name: 'refused one item early',
      changes: [
        { replace: 'next == channel.tail ->', by: 'next == channel.tail || following(next) == channel.tail ->' },
        { replace: 'next != channel.tail ->', by: 'next != channel.tail && following(next) != channel.tail ->' },
      ],
      breaks: 'FULL',
    },
    replaced('item not taken', 'channel.tail = following(tail);', 'channel.tail = tail;', 'ORDER'),
    replaced('count without the wrap', 'SIZE - tail + head)', 'tail - head)', 'COUNT'),
    replaced('refused write not counted', 'store_halves(channel.overflows, overflows + 1)', 'skip', 'OVERFLOWS'),
    replaced('number of refused writes wraps', 'overflows != UINT16_MAX ->', 'true ->', 'OVERFLOWS'),
    {
      name: 'refused writes counted without the lock',
      changes: [
        { replace: 'C function: count_refused */\n    lock();', by: 'C function: count_refused */\n' },
        { replace: 'unlock() ', by: 'skip' },
      ],
      breaks: 'OVERFLOWS',
    },
  ],
};

export const MODELS: readonly Model[] = [fourSlot, ringBuffer];
