import type { Part } from '../../../../generator/sketch/model.ts';

/** A part with the value of its control. The value is 0 if it has none. */
export interface WiredPart {
  readonly part: Part;
  readonly value: number;
}
