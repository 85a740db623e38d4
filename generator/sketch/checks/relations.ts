/**
 * Relations between the members of a sketch file: names are unique, references name an element that
 * exists, and each element has the members that its kind requires. The checks accept any JSON value
 * and ignore members of the wrong shape, which schema.ts reports. One pass therefore finds every
 * problem.
 *
 * Only contradictions are problems. A sketch that is not schedulable, or that a target cannot run,
 * is still a valid sketch.
 */
import { tr } from '../../words/tr.ts';
import { hasHidden } from '../../words/visible.ts';
import { CODE_PIECES } from '../blocks/model.ts';
import { pointerOf, valueAt } from '../json/json-pointer.ts';
import { LIBRARY_MEMBERS, libraryFault } from '../libraries.ts';
import { didYouMean, type Problem, quote, type Severity, show } from '../problem.ts';
import { cannotHold, cannotReadToo } from '../wires.ts';
import { checkBlocks } from './blocks.ts';
import { checkBoard } from './board.ts';
import { checkGroups } from './groups.ts';
import { type Element, elementsAt, FoundProblems, isGiven, type Members, namesOf, type Path } from './members.ts';

export interface CheckOptions {
  /** Ids of the boards that exist. Undefined: the checks accept any board. */
  readonly boards?: readonly string[] | undefined;
}

/** All problems of relations between members in the value of a sketch file. */
export function checkRelations(document: unknown, options: CheckOptions = {}): Problem[] {
  return new RelationChecks(document, options).run();
}

class RelationChecks {
  readonly #document: unknown;
  readonly #options: CheckOptions;
  readonly #found: FoundProblems;
  readonly #tasks: Element[];
  readonly #interrupts: Element[];
  /** The names that may be the end of a channel or the user of a resource. */
  readonly #endNames: ReadonlySet<string>;
  readonly #taskNames: ReadonlySet<string>;

  constructor(document: unknown, options: CheckOptions) {
    this.#document = document;
    this.#options = options;
    this.#found = new FoundProblems(document);
    this.#tasks = this.#elements(['tasks']);
    this.#interrupts = this.#elements(['interrupts']);
    this.#taskNames = namesOf(this.#tasks);
    this.#endNames = namesOf([...this.#tasks, ...this.#interrupts]);
  }

  run(): Problem[] {
    checkBoard(this.#document, this.#options.boards, this.#found);
    this.#checkNames();
    for (const task of this.#tasks) this.#checkTask(task);
    for (const { path } of [...this.#tasks, ...this.#interrupts]) {
      for (const piece of CODE_PIECES) checkBlocks([...path, 'blocks', piece, 'blocks'], this.#document, this.#found);
    }
    for (const channel of this.#elements(['channels'])) this.#checkChannel(channel);
    for (const interrupt of this.#interrupts) this.#checkInterrupt(interrupt);
    this.#checkPinsOnce();
    for (const resource of this.#elements(['resources'])) this.#checkResource(resource);
    checkGroups(this.#document, this.#found);
    this.#checkLibraries();
    return this.#found.problems;
  }

  #elements(path: Path): Element[] {
    return elementsAt(this.#document, path);
  }

  get #isFull(): boolean {
    return this.#found.isFull;
  }

  #report(path: Path, text: string, severity: Severity = 'error'): void {
    this.#found.report(path, text, severity);
  }

  #reportMissing(path: Path, member: string, text: string): void {
    this.#found.reportMissing(path, member, text);
  }

  #checkNames(): void {
    this.#checkUnique([...this.#tasks, ...this.#interrupts], tr`tasks and interrupts`);
    for (const kind of ['channels', 'resources', 'parts', 'groups']) this.#checkUnique(this.#elements([kind]), kind);
  }

  #checkUnique(elements: readonly Element[], among: string): void {
    const first = new Map<string, Element>();
    for (const element of elements) {
      if (element.name === null) continue;
      const path = [...element.path, 'name'];
      this.#checkCharacters(path, element.name);
      const other = first.get(element.name);
      if (other === undefined) first.set(element.name, element);
      else
        this.#report(
          path,
          tr`the name is taken by ${pointerOf(other.path)}. Rename one: names are unique among ${among}.`,
        );
    }
  }

  #checkCharacters(path: Path, name: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
    if (/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(name)) {
      this.#report(path, tr`expected a name without control characters, found ${quote(name)}. Remove them.`);
    } else if (/[\t\n]/.test(name) || hasHidden(name)) {
      this.#report(
        path,
        tr`the name ${quote(name)} holds line breaks, invisible characters or characters that turn text around.`,
        'warning',
      );
    }
  }

  #checkTask(task: Element): void {
    const { members, path } = task;
    const kind = members.kind ?? 'periodic';
    if (kind === 'background') this.#checkBackground(task);
    else if (kind === 'periodic' || kind === 'sporadic') {
      for (const member of ['periodUs', 'budgetUs']) {
        if (isGiven(members, member)) continue;
        this.#reportMissing(
          path,
          member,
          tr`a ${kind} task needs ${member}. Add it, or make the task "kind": "background".`,
        );
      }
    }
    const cores = valueAt(this.#document, ['cores']);
    const count = cores.found && typeof cores.value === 'number' ? cores.value : 1;
    if (typeof members.core === 'number' && members.core >= count && count >= 1) {
      this.#report(
        [...path, 'core'],
        tr`expected a core below the sketch's ${count} (they count from 0), found ${members.core}.`,
      );
    }
    this.#checkAffinity(task, count);
    this.#checkExecution(task);
    this.#checkBudgetFrom(task, 'budgetUs', 'budgetFrom');
  }

  #checkAffinity({ members, path }: Element, count: number): void {
    if (!Array.isArray(members.affinity)) return;
    members.affinity.forEach((core: unknown, index) => {
      if (typeof core !== 'number' || core < count || count < 1) return;
      this.#report(
        [...path, 'affinity', index],
        tr`expected a core below the sketch's ${count} (they count from 0), found ${core}.`,
      );
    });
    if (typeof members.core === 'number' && members.affinity.length > 0 && !members.affinity.includes(members.core)) {
      const cores = members.affinity.join(', ');
      this.#report(
        [...path, 'core'],
        tr`is ${members.core}, but affinity names only ${cores}. Add it there.`,
        'warning',
      );
    }
  }

  #checkExecution({ members, path }: Element): void {
    const { execution } = members;
    if (typeof execution !== 'object' || execution === null) return;
    const { leastUs, mostUs }: Members = { ...execution };
    if (typeof leastUs !== 'number' || typeof mostUs !== 'number' || leastUs <= mostUs) return;
    this.#report(
      [...path, 'execution', 'leastUs'],
      tr`expected at most mostUs (${mostUs}), found ${leastUs}. Make it smaller, or mostUs larger.`,
    );
  }

  /** An automatic budget has a value. What was measured says how, and nothing else does. */
  #checkBudgetFrom({ members, path }: Element, budget: string, member: string): void {
    const from = members[member];
    if (typeof from !== 'object' || from === null || Array.isArray(from)) return;
    const at = [...path, member];
    if (!isGiven(members, budget) || members[budget] === 0) {
      this.#report(at, tr`there is no ${budget} that it could be the origin of. Add ${budget}, or remove it.`);
    }
    const given: Members = { ...from };
    for (const fact of ['jobs', 'longestUs', 'code']) {
      const isThere = isGiven(given, fact);
      const { source } = given;
      if (source === 'measured' && !isThere) {
        this.#reportMissing(at, fact, tr`a measured budget needs ${fact}. Add it, or make the source "estimate".`);
      }
      if (source === 'estimate' && isThere) {
        this.#report([...at, fact], tr`an estimate has none. Remove it, or make the source "measured".`);
      }
    }
  }

  #checkBackground({ members, path }: Element): void {
    for (const member of ['periodUs', 'deadlineUs', 'offsetUs', 'jitterUs']) {
      if (!isGiven(members, member) || (members[member] === 0 && /^(offset|jitter)/.test(member))) continue;
      const found = show(members[member]);
      this.#report(
        [...path, member],
        tr`a background task has none, found ${found}. Remove it, or make the task periodic.`,
      );
    }
    for (const [member, message] of [
      ['deadlineHandler', tr`is never called: a background task has no deadline.`],
      ['budgetHandler', tr`is never called: a background task has no budget.`],
    ] as const) {
      if (typeof members[member] !== 'string' || members[member] === '') continue;
      this.#report([...path, member], message, 'warning');
    }
    if (members.exhaustion === 'wait') {
      this.#report(
        [...path, 'exhaustion'],
        tr`changes nothing: no budget of a background task is replenished.`,
        'warning',
      );
    }
    if (members.exhaustion === 'stop') {
      this.#report(
        [...path, 'exhaustion'],
        tr`changes nothing: no budget of a background task is enforced.`,
        'warning',
      );
    }
  }

  #checkChannel({ members, path }: Element): void {
    const { writer, reader } = members;
    if (typeof writer === 'string') this.#checkEnd([...path, 'writer'], writer);
    const readers: readonly unknown[] = Array.isArray(reader) ? reader : [reader];
    const seen = new Set<string>();
    for (const [index, name] of readers.entries()) {
      if (typeof name !== 'string') continue;
      const readerPath = Array.isArray(reader) ? [...path, 'reader', index] : [...path, 'reader'];
      this.#checkEnd(readerPath, name);
      if (name === writer) this.#report(readerPath, cannotReadToo(name, tr`this channel`));
      if (seen.has(name)) this.#report(readerPath, tr`${quote(name)} is listed more than once. Remove it.`);
      seen.add(name);
    }
    this.#checkFields(path);
  }

  #checkEnd(path: Path, name: string): void {
    if (this.#endNames.has(name) || this.#isFull) return;
    const way = didYouMean(name, this.#endNames, tr` Add it, or leave the end unconnected.`);
    this.#report(path, tr`expected a task or interrupt of this sketch, found ${quote(name)}.${way}`);
  }

  #checkFields(channel: Path): void {
    const seen = new Set<string>();
    for (const field of this.#elements([...channel, 'item'])) {
      if (field.name === null) continue;
      if (seen.has(field.name))
        this.#report([...field.path, 'name'], tr`${quote(field.name)} is given twice. Rename one.`);
      this.#checkCharacters([...field.path, 'name'], field.name);
      seen.add(field.name);
    }
  }

  #checkInterrupt({ members, path }: Element): void {
    const pin = isGiven(members, 'pin');
    const source = isGiven(members, 'source');
    if (pin && source) this.#report([...path, 'source'], tr`expected a pin or a source, found both. Remove one.`);
    if (!pin && !source)
      this.#reportMissing(path, 'pin', tr`expected a pin or a source, found neither. Add "pin", e.g. "2".`);
    const budget = isGiven(members, 'ioBudgetUs');
    const period = isGiven(members, 'ioPeriodUs');
    if (budget !== period) {
      const member = budget ? 'ioPeriodUs' : 'ioBudgetUs';
      this.#reportMissing(
        path,
        member,
        tr`an I/O budget and its period go together. Add ${member}, or remove the other.`,
      );
    }
    this.#checkBudgetFrom({ members, path, name: null }, 'handlerBudgetUs', 'handlerBudgetFrom');
  }

  #checkPinsOnce(): void {
    const owners = new Map<unknown, Element>();
    for (const interrupt of this.#interrupts) {
      for (const member of ['pin', 'source']) {
        const value = interrupt.members[member];
        if (typeof value !== 'string') continue;
        const key = `${member} ${value}`;
        const other = owners.get(key);
        if (other === undefined) owners.set(key, interrupt);
        else
          this.#report(
            [...interrupt.path, member],
            tr`${quote(value)} triggers ${pointerOf(other.path)} too; only one of them can be served.`,
            'warning',
          );
      }
    }
  }

  #checkLibraries(): void {
    const libraries = this.#elements(['libraries']);
    this.#checkUnique(libraries, 'libraries');
    for (const { members, path } of libraries) {
      for (const member of LIBRARY_MEMBERS) {
        const text = members[member];
        const fault = typeof text === 'string' ? libraryFault(member, text) : null;
        if (fault !== null) this.#report([...path, member], fault);
      }
      if (isGiven(members, 'version') && isGiven(members, 'folder')) {
        this.#report(
          [...path, 'version'],
          tr`has no effect, because the library is in a folder. Remove one.`,
          'warning',
        );
      }
    }
  }

  #checkResource({ members, path }: Element): void {
    if (!Array.isArray(members.users)) return;
    const seen = new Set<string>();
    for (const { path: userPath, members: user } of this.#elements([...path, 'users'])) {
      if (typeof user.task !== 'string') continue;
      const taskPath = [...userPath, 'task'];
      if (seen.has(user.task))
        this.#report(taskPath, tr`${quote(user.task)} is listed more than once. Keep its longest section.`);
      seen.add(user.task);
      if (this.#taskNames.has(user.task) || this.#isFull) continue;
      if (this.#endNames.has(user.task)) {
        this.#report(taskPath, cannotHold(user.task));
        continue;
      }
      const way = didYouMean(user.task, this.#taskNames, tr` Remove the user, or add the task.`);
      this.#report(taskPath, tr`expected a task of this sketch, found ${quote(user.task)}.${way}`);
    }
  }
}
