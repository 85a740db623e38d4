/** The proposal of an import. */
import type { Sketch } from '../sketch/model.ts';
import type { SketchFile } from './files.ts';
import type { Shared } from './shared.ts';
import type { Include } from './shared-code.ts';

export interface ImportOptions {
  /** Proposed tasks, by their ids, that stay part of loop. */
  readonly merged?: ReadonlySet<string>;
  readonly board?: string;
  /** The name of the sketch. The default is the name of the first file. */
  readonly name?: string;
}

/** A task or an interrupt that the import proposes. */
export interface Proposal {
  readonly id: string;
  readonly kind: 'task' | 'interrupt';
  /** The name of the element in the sketch. */
  readonly name: string;
  /** The origin of the task or interrupt, e.g. `line 12`. */
  readonly place: string;
  readonly explanation: string;
  /** Whether the code of the task can stay in loop instead. */
  readonly canMerge: boolean;
}

export interface ImportNote {
  /** `kept`: it was not understood as a task. `shared`: a variable that several tasks use. */
  readonly kind: 'kept' | 'changed' | 'shared' | 'budget' | 'library';
  readonly place: string | null;
  readonly text: string;
  /** The variable that a note about a shared variable is about. */
  readonly variable?: string;
}

export interface Imported {
  readonly ok: true;
  readonly dialect: 'arduino' | 'qduino';
  readonly sketch: Sketch;
  readonly proposals: readonly Proposal[];
  readonly notes: readonly ImportNote[];
  readonly includes: readonly Include[];
  readonly shared: readonly Shared[];
  /** Whether the proposed sketch is admitted with the first guess of its budgets. */
  readonly admitted: boolean;
}

export interface NotImported {
  readonly ok: false;
  readonly message: string;
}

export type ImportResult = Imported | NotImported;

/** The name of a file without folder and extension. */
export function nameOf(files: readonly SketchFile[]): string {
  const main = files.find(({ name }) => /\.(ino|pde)$/i.test(name)) ?? files[0];
  const base = main?.name.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/\.\w+$/, '') || 'sketch';
}
