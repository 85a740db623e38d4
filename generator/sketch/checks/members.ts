/** Reads the members of a sketch file of any shape, and collects the problems that the checks find. */
import { subject } from '../explain.ts';
import { pointerOf, valueAt } from '../json/json-pointer.ts';
import { MAX_PROBLEMS } from '../limits.ts';
import type { Problem, Severity } from '../problem.ts';

export type Path = readonly PropertyKey[];
export type Members = Readonly<Record<string, unknown>>;

export interface Element {
  readonly path: Path;
  readonly members: Members;
  /** null if the element has no name, or its name is not a string. */
  readonly name: string | null;
}

/** The elements of the list at `path`. Empty if there is no list. */
export function elementsAt(document: unknown, path: Path): Element[] {
  const list = valueAt(document, path);
  if (!list.found || !Array.isArray(list.value)) return [];
  return list.value.flatMap((value: unknown, index) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    const members = value as Members;
    const name = Object.hasOwn(members, 'name') && typeof members.name === 'string' ? members.name : null;
    return [{ path: [...path, index], members, name }];
  });
}

export function isGiven(members: Members, member: string): boolean {
  return Object.hasOwn(members, member) && members[member] !== null && members[member] !== undefined;
}

export function namesOf(elements: readonly Element[]): ReadonlySet<string> {
  return new Set(elements.flatMap((element) => element.name ?? []));
}

export class FoundProblems {
  readonly problems: Problem[] = [];
  readonly #document: unknown;

  constructor(document: unknown) {
    this.#document = document;
  }

  /** Stop at the limit: users do not read more problems, and computing their suggestions takes time. */
  get isFull(): boolean {
    return this.problems.length >= MAX_PROBLEMS;
  }

  report(path: Path, text: string, severity: Severity = 'error'): void {
    if (this.isFull) return;
    this.problems.push({ pointer: pointerOf(path), message: this.#sentence(path, text), severity });
  }

  /** @param path the object that needs the member */
  reportMissing(path: Path, member: string, text: string): void {
    if (this.isFull) return;
    this.problems.push({ pointer: pointerOf(path), member, message: this.#sentence(path, text), severity: 'error' });
  }

  #sentence(path: Path, text: string): string {
    return `${subject(path, this.#document)}: ${text}`;
  }
}
