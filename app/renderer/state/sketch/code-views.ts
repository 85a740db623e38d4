/**
 * What the tab of a body shows: which piece of its code, and whether as blocks or as text. Blocks are
 * drawn for one piece at a time, so what a workspace forgets when it is closed is kept here.
 */
import { createStore } from 'zustand/vanilla';
import { type CodeForm, type CodeOwner, codeFormOf } from '../../../../generator/sketch/blocks/forms.ts';
import type { CodePiece } from '../../../../generator/sketch/blocks/model.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { Detail } from '../../../contract/settings.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { Bodies, BodyOwner, CodeMember } from './bodies.ts';

export type CodeLook = 'blocks' | 'code';

/** A question of Blockly to the user, for example for the name of a variable. */
export interface Question {
  readonly message: string;
  /** Null: the answer is yes or no. */
  readonly text: string | null;
  /** Null: cancelled. */
  readonly answer: (text: string | null) => void;
}

/** The part of a workspace that is visible. Units: pixels, and 1 for the usual size. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface BodyView {
  readonly member?: CodeMember;
  /** What the user chose. */
  readonly looks?: Readonly<Partial<Record<CodeMember, CodeLook>>>;
  /** Pieces of code that are printed from blocks, and that the user has chosen to type. */
  readonly unlocked?: readonly CodeMember[];
}

interface CodeViewsState {
  /** By the id of the open body. */
  readonly views: ReadonlyMap<string, BodyView>;
  readonly question: Question | null;
}

export type CodeViews = ReturnType<typeof createCodeViews>;

export function createCodeViews({ bodies }: { readonly bodies: Bodies }, scope: Scope) {
  const store = createStore<CodeViewsState>(() => ({ views: new Map(), question: null }));
  const viewports = new Map<string, Viewport>();

  function change(bodyId: string, view: (old: BodyView) => BodyView): void {
    store.setState(({ views }) => ({ views: new Map(views).set(bodyId, view(views.get(bodyId) ?? {})) }));
  }

  const showMember = (bodyId: string, member: CodeMember): void => change(bodyId, (view) => ({ ...view, member }));

  function showAs(bodyId: string, member: CodeMember, look: CodeLook): void {
    change(bodyId, (view) => ({
      ...view,
      looks: { ...view.looks, [member]: look },
      unlocked: view.unlocked?.filter((each) => each !== member) ?? [],
    }));
  }

  /** Code that the user types stays shown as code, also while it is empty. */
  function keepAsCode(bodyId: string, member: CodeMember): void {
    if (store.getState().views.get(bodyId)?.looks?.[member] !== undefined) return;
    change(bodyId, (view) => ({ ...view, looks: { ...view.looks, [member]: 'code' } }));
  }

  /** Lets the user type over code that is printed from blocks. */
  const unlock = (bodyId: string, member: CodeMember): void =>
    change(bodyId, (view) => ({ ...view, unlocked: [...(view.unlocked ?? []), member] }));

  function ask(question: Question | null): void {
    const { question: open } = store.getState();
    store.setState({ question });
    if (open !== null && question !== null) open.answer(null);
  }

  scope.own(
    bodies.store.subscribe(({ open }) => {
      const { views } = store.getState();
      const kept = [...views].filter(([id]) => open.some((body) => body.id === id));
      if (kept.length !== views.size) store.setState({ views: new Map(kept) });
      for (const key of viewports.keys()) if (!open.some(({ id }) => key.startsWith(`${id} `))) viewports.delete(key);
    }),
  );

  return { store, showMember, showAs, keepAsCode, unlock, ask, viewports };
}

export const useCodeViews = storeHook(({ codeViews }) => codeViews.store);

/** The owner of code that can be built from blocks, or null: the prelude has no blocks. */
export const blocksOwner = (owner: BodyOwner): CodeOwner | null =>
  owner?.kind === 'tasks' || owner?.kind === 'interrupts' ? { kind: owner.kind, name: owner.name } : null;

const isPiece = (member: CodeMember): member is CodePiece => member !== 'prelude';

/** The form of a piece of code of an open body. */
export function formIn(sketch: Sketch, owner: BodyOwner, member: CodeMember): CodeForm {
  const from = blocksOwner(owner);
  return (from !== null && isPiece(member) ? codeFormOf(sketch, from, member) : null) ?? 'code';
}

/**
 * How a piece of code is shown: as the user chose, or else in its form. In simple, an empty piece begins
 * with blocks. Code that was typed over its blocks is always shown as code.
 */
export function lookOf(chosen: CodeLook | undefined, form: CodeForm, owner: BodyOwner, detail: Detail): CodeLook {
  if (blocksOwner(owner) === null || form === 'aside') return 'code';
  return chosen ?? (form === 'blocks' || (form === 'empty' && detail === 'simple') ? 'blocks' : 'code');
}
