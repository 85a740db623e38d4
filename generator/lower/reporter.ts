/** Collects diagnostics about a sketch, as checking its file would report them. */
import { subject } from '../sketch/explain.ts';
import { toFile } from '../sketch/file.ts';
import { pointerOf, valueAt } from '../sketch/json-pointer.ts';
import type { Sketch } from '../sketch/model.ts';
import type { Problem, Severity } from '../sketch/problem.ts';

export class Reporter {
  readonly #document: unknown;
  readonly #problems: Problem[] = [];

  constructor(sketch: Sketch) {
    this.#document = toFile(sketch);
  }

  /** @param path members and indices of the sketch's file. @param text says what is wrong and the way out. */
  report(path: readonly PropertyKey[], text: string, severity: Severity = 'error'): void {
    const message = `${subject(path, this.#document)}: ${text}`;
    this.#problems.push({ ...this.#place(path), message, severity });
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  get failed(): boolean {
    return this.#problems.some((problem) => problem.severity === 'error');
  }

  /** A member that the file leaves out because it has its default is named beside the object that would have it. */
  #place(path: readonly PropertyKey[]): { pointer: string; member?: string } {
    if (valueAt(this.#document, path).found) return { pointer: pointerOf(path) };
    return { pointer: pointerOf(path.slice(0, -1)), member: String(path.at(-1)) };
  }
}
