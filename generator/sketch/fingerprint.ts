/** Identifies the sketch from which a program was generated. */
import { toFile } from './file.ts';
import type { Sketch } from './model.ts';

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** 32-bit FNV-1a of the UTF-8 bytes of a text (Fowler, Noll, Vo; draft-eastlake-fnv). */
export function fnv1a32(text: string): number {
  let hash = OFFSET_BASIS;
  const add = (byte: number) => {
    hash = Math.imul(hash ^ byte, PRIME);
  };
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) add(point);
    else {
      const bytes = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
      add(((0xff << (7 - bytes)) & 0xff) | (point >> (6 * bytes)));
      for (let i = bytes - 1; i >= 0; i--) add(0x80 | ((point >> (6 * i)) & 0x3f));
    }
  }
  return hash >>> 0;
}

/**
 * A number that changes when the sketch's program may change: FNV-1a of the sketch file as compact
 * JSON without blocks, parts, groups, positions, time unit and extensions. Wiring a part or moving an
 * element on the canvas does not change the number, so it needs no new build.
 */
export function fingerprint(sketch: Sketch): number {
  const still = <T extends { readonly position: unknown }>(elements: readonly T[]) =>
    elements.map((element) => ({ ...element, position: null }));
  const unbuilt = <T extends { readonly blocks?: unknown }>(elements: readonly T[]) =>
    elements.map((element) => ({ ...element, blocks: undefined }));
  const { extensions: _, ...members } = sketch;
  const program: Sketch = {
    ...members,
    timeUnit: 'auto',
    tasks: unbuilt(still(sketch.tasks)),
    channels: still(sketch.channels),
    interrupts: unbuilt(still(sketch.interrupts)),
    resources: still(sketch.resources),
    parts: [],
    groups: [],
  };
  return fnv1a32(JSON.stringify(toFile(program)));
}
