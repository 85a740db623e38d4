/** Which pieces of code are open for editing, and which line a view asked to see. */
import { create } from 'zustand';
import { findElement } from '../../../generator/sketch/elements.ts';
import { flushEdits, useDocument } from './document.ts';
import { type ElementRef, findRenames, refKey, sameRef } from './element-ref.ts';

/** Members of the document that hold code. */
export type CodeMember = 'prelude' | 'setup' | 'body' | 'deadlineHandler' | 'budgetHandler';

/** The element whose code it is; null is the sketch itself, with its prelude. */
export type BodyOwner = ElementRef | null;

export interface OpenBody {
  readonly id: string;
  readonly owner: BodyOwner;
}

/** A place in the code to put the caret. */
export interface Reveal {
  readonly bodyId: string;
  readonly member: CodeMember;
  readonly line: number | null;
  readonly column: number | null;
  /** Tells two requests for the same place apart. */
  readonly serial: number;
}

interface BodiesState {
  readonly open: readonly OpenBody[];
  readonly reveal: Reveal | null;
}

export const useBodies = create<BodiesState>(() => ({ open: [], reveal: null }));

export interface CodePlace {
  readonly member?: CodeMember;
  readonly line?: number | null;
  readonly column?: number | null;
}

let serial = 0;

/** Opens the owner's code, or comes back to it, with the caret at the place. */
export function openBody(owner: BodyOwner, { member, line = null, column = null }: CodePlace = {}): void {
  const { open } = useBodies.getState();
  const known = open.find((body) => sameRef(body.owner, owner));
  const body = known ?? { id: `body:${++serial}`, owner };
  const reveal: Reveal = {
    bodyId: body.id,
    member: member ?? (owner === null ? 'prelude' : 'body'),
    line,
    column,
    serial: ++serial,
  };
  useBodies.setState({ open: known === undefined ? [...open, body] : open, reveal });
}

export function closeBody(id: string): void {
  flushEdits();
  useBodies.setState(({ open, reveal }) => ({
    open: open.filter((body) => body.id !== id),
    reveal: reveal?.bodyId === id ? null : reveal,
  }));
}

useDocument.subscribe((now, before) => {
  const [old, sketch] = [before.history.present, now.history.present];
  const { open } = useBodies.getState();
  if (old === sketch || open.length === 0) return;
  if (now.generation !== before.generation) return useBodies.setState({ open: [], reveal: null });
  const renames = findRenames(old, sketch);
  const kept = open.flatMap((body) => {
    if (body.owner === null) return [body];
    const owner = renames.get(refKey(body.owner)) ?? body.owner;
    if (findElement(sketch, owner.kind, owner.name) === null) return [];
    return [sameRef(owner, body.owner) ? body : { ...body, owner }];
  });
  if (kept.length !== open.length || kept.some((body, index) => body !== open[index]))
    useBodies.setState({ open: kept });
});
