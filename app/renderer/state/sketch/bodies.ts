/** Which pieces of code are open in the editor, and which line a view asked to show. */
import { createStore } from 'zustand/vanilla';
import { findElement } from '../../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { SketchDocument } from './document.ts';
import { type ElementRef, findRenames, refKey, sameRef } from './element-ref.ts';

/** Members of the document that contain code. */
export const CODE_MEMBERS = ['prelude', 'setup', 'body', 'deadlineHandler', 'budgetHandler'] as const;
export type CodeMember = (typeof CODE_MEMBERS)[number];

/** The element that the code belongs to. Null for the sketch itself, with its prelude. */
export type BodyOwner = ElementRef | null;

export interface OpenBody {
  readonly id: string;
  readonly owner: BodyOwner;
}

/** A place in the code where the caret is put. */
export interface Reveal {
  readonly bodyId: string;
  readonly member: CodeMember;
  readonly line: number | null;
  readonly column: number | null;
  /** Makes each request distinct, even for the same place. */
  readonly serial: number;
}

interface BodiesState {
  readonly open: readonly OpenBody[];
  readonly reveal: Reveal | null;
  /** The canvas is in front of the open editors, when this sketch is shown again. */
  readonly behindCanvas: boolean;
}

export interface CodePlace {
  readonly member?: CodeMember;
  readonly line?: number | null;
  readonly column?: number | null;
}

export type Bodies = ReturnType<typeof createBodies>;

export function createBodies({ document }: { readonly document: SketchDocument }, scope: Scope) {
  const store = createStore<BodiesState>(() => ({ open: [], reveal: null, behindCanvas: false }));
  let serial = 0;

  /** Opens the owner's code, or brings it to the front, and puts the caret at the place. */
  function openBody(owner: BodyOwner, { member, line = null, column = null }: CodePlace = {}): void {
    const { open } = store.getState();
    const known = open.find((body) => sameRef(body.owner, owner));
    const body = known ?? { id: `body:${++serial}`, owner };
    const reveal: Reveal = {
      bodyId: body.id,
      member: member ?? (owner === null ? 'prelude' : 'body'),
      line,
      column,
      serial: ++serial,
    };
    store.setState({ open: known === undefined ? [...open, body] : open, reveal, behindCanvas: false });
  }

  function closeBody(id: string): void {
    document.flushEdits();
    store.setState(({ open, reveal }) => ({
      open: open.filter((body) => body.id !== id),
      reveal: reveal?.bodyId === id ? null : reveal,
    }));
  }

  const setBehindCanvas = (behindCanvas: boolean): void => store.setState({ behindCanvas });

  const closeAllBodies = (): void => store.setState({ open: [], reveal: null });

  scope.own(
    document.store.subscribe((now, before) => {
      const [old, sketch] = [before.history.present, now.history.present];
      const { open } = store.getState();
      if (old === sketch || open.length === 0) return;
      if (now.generation !== before.generation) return closeAllBodies();
      const kept = bodiesAfter(open, old, sketch);
      if (kept.length !== open.length || kept.some((body, index) => body !== open[index]))
        store.setState({ open: kept });
    }),
  );

  return { store, openBody, closeBody, closeAllBodies, setBehindCanvas };
}

export const useBodies = storeHook(({ bodies }) => bodies.store);

/** The bodies of owners that are still in the sketch, with the present names of the owners. */
function bodiesAfter(open: readonly OpenBody[], old: Sketch, sketch: Sketch): readonly OpenBody[] {
  const renames = findRenames(old, sketch);
  return open.flatMap((body) => {
    if (body.owner === null) return [body];
    const owner = renames.get(refKey(body.owner)) ?? body.owner;
    if (findElement(sketch, owner.kind, owner.name) === null) return [];
    return [sameRef(owner, body.owner) ? body : { ...body, owner }];
  });
}
