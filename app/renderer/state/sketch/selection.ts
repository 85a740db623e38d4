/**
 * The selected elements, for all views. The selection follows renames, and it loses elements that
 * are removed.
 */
import { createStore } from 'zustand/vanilla';
import { findElement } from '../../../../generator/sketch/elements.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { Layout } from '../window/layout.ts';
import type { SketchDocument } from './document.ts';
import { type ElementRef, findRenames, refKey, sameRef } from './element-ref.ts';

interface SelectionState {
  readonly selected: readonly ElementRef[];
  /** The element that is being renamed on the canvas. */
  readonly renaming: ElementRef | null;
}

interface Needs {
  readonly document: SketchDocument;
  readonly layout: Layout;
}

export type Selection = ReturnType<typeof createSelection>;

export function createSelection({ document, layout }: Needs, scope: Scope) {
  const store = createStore<SelectionState>(() => ({ selected: [], renaming: null }));

  const currentSelection = (): readonly ElementRef[] => store.getState().selected;

  function select(selected: readonly ElementRef[]): void {
    const before = currentSelection();
    const same =
      before.length === selected.length && before.every((ref, index) => sameRef(ref, selected[index] ?? null));
    if (!same) store.setState({ selected });
  }

  /** Selects an element if the present sketch contains it. */
  function selectIfThere(ref: ElementRef): void {
    if (findElement(document.currentSketch(), ref.kind, ref.name) !== null) select([ref]);
  }

  /** Selects nothing, so that the inspector shows the sketch's own form. */
  function showSketchForm(): void {
    layout.showInspector();
    select([]);
  }

  const startRenaming = (renaming: ElementRef): void => store.setState({ renaming });
  const endRenaming = (): void => store.setState({ renaming: null });

  scope.own(
    document.store.subscribe((now, before) => {
      const [old, sketch] = [before.history.present, now.history.present];
      const selected = currentSelection();
      if (old === sketch || selected.length === 0) return;
      if (now.generation !== before.generation) return select([]);
      const renames = findRenames(old, sketch);
      const moved = selected.map((ref) => renames.get(refKey(ref)) ?? ref);
      select(moved.filter(({ kind, name }) => findElement(sketch, kind, name) !== null));
    }),
  );

  return { store, currentSelection, select, selectIfThere, showSketchForm, startRenaming, endRenaming };
}

export const useSelection = storeHook(({ selection }) => selection.store);

/** Returns the selected element. Null when none or several are selected. */
export const useSelectedElement = (): ElementRef | null =>
  useSelection(({ selected }) => (selected.length === 1 ? (selected[0] ?? null) : null));
