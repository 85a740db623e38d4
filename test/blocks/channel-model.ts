/** What channels hold, as docs/blocks.md has it: the newest item, or a queue of items. */
import type { BlocksChannel, ItemSlot } from '../../app/blocks/context.ts';
import type { FieldType } from '../../generator/sketch/model.ts';
import { decimal, toDecimal, toWhole, Undefined, type Value, whole } from './values.ts';

/** The numbers of an item by the names of their slots, as blocks read them. */
export type Item = ReadonlyMap<string, Value>;

const BITS: Readonly<
  Record<Exclude<FieldType, 'bool' | 'float' | 'double'>, readonly [bits: number, signed: boolean]>
> = {
  int8: [8, true],
  uint8: [8, false],
  int16: [16, true],
  uint16: [16, false],
  int32: [32, true],
  uint32: [32, false],
  int64: [64, true],
  uint64: [64, false],
};

/** What a block reads from a field of this type into which the value was written. */
export function throughField(value: Value, type: FieldType): Value {
  if (type === 'bool') return value;
  if (type === 'float' || type === 'double') return decimal(toDecimal(value));
  const [bits, isSigned] = BITS[type];
  const number = toWhole(value);
  // C++ does not define what a decimal number beyond the field's range becomes.
  const least = isSigned ? -(2 ** (bits - 1)) : 0;
  const most = 2 ** (isSigned ? bits - 1 : bits) - 1;
  if (value.is === 'decimal' && (number < least || number > most)) throw new Undefined('does not fit');
  const held = isSigned ? BigInt.asIntN(bits, BigInt(number)) : BigInt.asUintN(bits, BigInt(number));
  return whole(Number(BigInt.asIntN(32, held)));
}

/** An item before the first one was written. */
export function emptyItem(slots: readonly ItemSlot[]): Item {
  return new Map(slots.map(({ name, type }): [string, Value] => [name, zeroOf(type)]));
}

function zeroOf(type: FieldType): Value {
  if (type === 'bool') return { is: 'truth', truth: false };
  return type === 'float' || type === 'double' ? decimal(0) : whole(0);
}

export class ChannelModel {
  readonly #capacity: number | null;
  #items: Item[] = [];

  /** @param capacity of a ring buffer */
  constructor({ kind }: BlocksChannel, capacity: number) {
    this.#capacity = kind === 'ring-buffer' ? capacity : null;
  }

  write(item: Item): void {
    if (this.#capacity === null) this.#items = [item];
    else if (this.#items.length < this.#capacity) this.#items.push(item);
  }

  /** Takes the oldest item of a ring buffer; the newest one of a four-slot channel stays. */
  read(): Item | null {
    const [item = null] = this.#items;
    if (this.#capacity !== null) this.#items.shift();
    return item;
  }
}
