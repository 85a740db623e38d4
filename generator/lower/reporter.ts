/** Collects diagnostics about a sketch in the same form as the checks of its file. */
import { subject } from '../sketch/explain.ts';
import { toFile } from '../sketch/file.ts';
import { pointerOf, valueAt } from '../sketch/json/json-pointer.ts';
import type { Sketch } from '../sketch/model.ts';
import type { Problem, Severity } from '../sketch/problem.ts';

export class Reporter {
  readonly #document: unknown;
  readonly #problems: Problem[] = [];

  constructor(sketch: Sketch) {
    this.#document = toFile(sketch);
  }

  /**
   * @param path members and indices of the sketch's file. @param text says what is wrong and how to
   * fix it. @param about what the message names, if that is not the member at the path
   */
  report(
    path: readonly PropertyKey[],
    text: string,
    severity: Severity = 'error',
    about: readonly PropertyKey[] = path,
  ): void {
    const message = `${subject(about, this.#document)}: ${text}`;
    this.#problems.push({ ...this.#place(path), message, severity });
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  get failed(): boolean {
    return this.#problems.some((problem) => problem.severity === 'error');
  }

  /**
   * For a member that the file omits because it is at its default, names the enclosing object and
   * the member.
   */
  #place(path: readonly PropertyKey[]): { pointer: string; member?: string } {
    if (valueAt(this.#document, path).found) return { pointer: pointerOf(path) };
    return { pointer: pointerOf(path.slice(0, -1)), member: String(path.at(-1)) };
  }
}
