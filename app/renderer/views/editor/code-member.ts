/** The pieces of code of an owner, and how to read and change them in the document. */

import { type EditResult, updateElement, updateSketch } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { BodyOwner, CodeMember } from '../../state/sketch/bodies.ts';

interface MemberWords {
  readonly label: string;
  /** The purpose of the code, shown above it. */
  readonly about: string;
}

export const MEMBER_WORDS: Readonly<Record<CodeMember, MemberWords>> = {
  prelude: {
    label: tr`Prelude`,
    about: tr`Code before everything else: includes, constants, and functions that all tasks share.`,
  },
  body: { label: tr`Body`, about: tr`Runs once per job.` },
  setup: { label: tr`Setup`, about: tr`Runs once, before the first release.` },
  deadlineHandler: {
    label: tr`Deadline handler`,
    about: tr`Runs when a deadline is missed: at the deadline if the kernel supports it, otherwise when the job ends.`,
  },
  budgetHandler: {
    label: tr`Budget handler`,
    about: tr`Runs when a job has exhausted its budget: immediately if the kernel supports it, otherwise when the job ends.`,
  },
};

export function membersOf(owner: BodyOwner): readonly CodeMember[] {
  if (owner === null) return ['prelude'];
  return owner.kind === 'tasks' ? ['body', 'setup', 'deadlineHandler', 'budgetHandler'] : ['body'];
}

/** The piece of code that an owner's panel shows first. */
export const firstMemberOf = (owner: BodyOwner): CodeMember => membersOf(owner)[0] ?? 'body';

/** Returns the code in the sketch, or null when the owner no longer exists. */
export function codeOf(sketch: Sketch, owner: BodyOwner, member: CodeMember): string | null {
  if (owner === null) return member === 'prelude' ? sketch.prelude : null;
  if (owner.kind === 'tasks') {
    const task = sketch.tasks.find(({ name }) => name === owner.name);
    return task === undefined || member === 'prelude' ? null : task[member];
  }
  const interrupt = sketch.interrupts.find(({ name }) => name === owner.name);
  return interrupt === undefined || member !== 'body' ? null : interrupt.body;
}

export function changeCode(sketch: Sketch, owner: BodyOwner, member: CodeMember, text: string): EditResult {
  if (owner === null) return updateSketch(sketch, { prelude: text });
  if (owner.kind === 'tasks') return updateElement(sketch, 'tasks', owner.name, { [member]: text });
  return updateElement(sketch, 'interrupts', owner.name, { body: text });
}
