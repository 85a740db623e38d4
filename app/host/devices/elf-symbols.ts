/**
 * Reads the symbols of a program with a minimal reader for 32-bit little-endian ELF files (System V
 * ABI, chapters 4 and 5). A file that cannot be read yields no symbols, because symbols only
 * improve messages.
 */

export interface ElfSymbols {
  /**
   * Returns the value of a symbol, or undefined when no symbol has that name. Data addresses of an
   * AVR have bit 23 set.
   */
  valueOf(name: string): number | undefined;
  /** Returns the function that contains a code address, named as in the source. */
  functionAt(address: number): string | undefined;
  /** Functions and routines of the compiler's library. Addresses count bytes. */
  readonly routines: readonly CodeSymbol[];
  /** Variables and tables. */
  readonly objects: readonly CodeSymbol[];
}

export const NO_SYMBOLS: ElfSymbols = {
  valueOf: () => undefined,
  functionAt: () => undefined,
  routines: [],
  objects: [],
};

const MAGIC = 0x464c457f;
const CLASS_32_LITTLE = 0x0101;
const SECTION_TABLE = 0x20;
const SECTION_SIZE = 0x2e;
const SYMBOL_TABLE = 2;
const SYMBOL_BYTES = 16;
const NO_TYPE = 0;
const OBJECT = 1;
const FUNCTION = 2;

export interface CodeSymbol {
  /** As in the file: C++ names are mangled. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export function readElfSymbols(bytes: Uint8Array): ElfSymbols {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0, true) !== MAGIC || view.getUint16(4, true) !== CLASS_32_LITTLE) return NO_SYMBOLS;
    return symbolsIn(view);
  } catch (error) {
    // The file ends before the data that its headers describe.
    if (error instanceof RangeError) return NO_SYMBOLS;
    throw error;
  }
}

function symbolsIn(view: DataView): ElfSymbols {
  const values = new Map<string, number>();
  const functions: CodeSymbol[] = [];
  const routines: CodeSymbol[] = [];
  const objects: CodeSymbol[] = [];
  const sections = sectionsOf(view);
  for (const { type, offset, size, link } of sections) {
    const names = sections[link];
    if (type !== SYMBOL_TABLE || names === undefined) continue;
    for (let at = offset; at + SYMBOL_BYTES <= offset + size; at += SYMBOL_BYTES) {
      const name = textAt(view, names.offset + view.getUint32(at, true));
      const value = view.getUint32(at + 4, true);
      if (name !== '') values.set(name, value);
      const bytes = view.getUint32(at + 8, true);
      const kind = view.getUint8(at + 12) & 15;
      if (kind === FUNCTION) functions.push({ name, from: value, to: value + bytes });
      if ((kind === FUNCTION || kind === NO_TYPE) && bytes > 0) routines.push({ name, from: value, to: value + bytes });
      if (kind === OBJECT) objects.push({ name, from: value, to: value + bytes });
    }
  }
  return {
    routines,
    objects,
    valueOf: (name) => values.get(name),
    functionAt: (address) => {
      const found = functions.find(({ from, to }) => from <= address && address < to);
      return found === undefined ? undefined : sourceName(found.name);
    },
  };
}

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

function sectionsOf(view: DataView): Section[] {
  const table = view.getUint32(SECTION_TABLE, true);
  const size = view.getUint16(SECTION_SIZE, true);
  return Array.from({ length: view.getUint16(SECTION_SIZE + 2, true) }, (_, index) => {
    const word = (offset: number) => view.getUint32(table + index * size + offset, true);
    return { type: word(4), offset: word(16), size: word(20), link: word(24) };
  });
}

function textAt(view: DataView, from: number): string {
  let text = '';
  for (let at = from, byte = view.getUint8(at); byte !== 0; byte = view.getUint8(++at))
    text += String.fromCharCode(byte);
  return text;
}

/**
 * `_ZL4deepj` becomes `deep`, `_ZN10task_firstL7pl_bodyEv` becomes `task_first::pl_body` (Itanium
 * C++ ABI, 5.1.2). Suffixes of the optimizer are removed. Other mangled names stay unchanged.
 */
export function sourceName(symbol: string): string {
  const plain = symbol.replace(/\.(?:constprop|part|isra|lto_priv|cold)\b.*$/, '');
  if (!plain.startsWith('_Z')) return plain;
  const nested = plain.startsWith('_ZN');
  const names: string[] = [];
  let rest = plain.slice(nested ? 3 : 2);
  for (let found = COUNTED.exec(rest); found !== null; found = COUNTED.exec(rest)) {
    const [head, length = '0'] = found;
    names.push(rest.slice(head.length, head.length + Number(length)));
    rest = rest.slice(head.length + Number(length));
    if (!nested) break;
  }
  return names.length === 0 ? plain : names.join('::');
}

const COUNTED = /^L?(\d+)/;
