import { initialValueOf } from '../../../../generator/parts/kinds.ts';
import type { Part } from '../../../../generator/sketch/model.ts';

/** A part with the value of its control. The value is 0 if it has none. */
export interface WiredPart {
  readonly part: Part;
  readonly value: number;
}

/** The parts as they are before a user has operated any of them. */
export function untouched(parts: readonly Part[]): WiredPart[] {
  return parts.map((part) => ({ part, value: initialValueOf(part) ?? 0 }));
}
