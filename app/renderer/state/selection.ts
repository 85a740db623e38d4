/** Which elements are selected, in all views at once. It follows renames and forgets what was removed. */
import { create } from 'zustand';
import { findElement } from '../../../generator/sketch/elements.ts';
import { useDocument } from './document.ts';
import { type ElementRef, findRenames, refKey, sameRef } from './element-ref.ts';
import { useLayout } from './layout.ts';

interface SelectionState {
  readonly selected: readonly ElementRef[];
}

export const useSelection = create<SelectionState>(() => ({ selected: [] }));

export function select(selected: readonly ElementRef[]): void {
  const before = useSelection.getState().selected;
  const same = before.length === selected.length && before.every((ref, index) => sameRef(ref, selected[index] ?? null));
  if (!same) useSelection.setState({ selected });
}

/** Selects nothing, so that the inspector shows the sketch's own form. */
export function showSketchForm(): void {
  useLayout.setState({ inspector: true });
  select([]);
}

export const currentSelection = (): readonly ElementRef[] => useSelection.getState().selected;

/** The one selected element; null when there is none or more than one. */
export const useSelectedElement = (): ElementRef | null =>
  useSelection(({ selected }) => (selected.length === 1 ? (selected[0] ?? null) : null));

export const useIsSelected = (ref: ElementRef): boolean =>
  useSelection(({ selected }) => selected.some((each) => sameRef(each, ref)));

useDocument.subscribe((now, before) => {
  const [old, sketch] = [before.history.present, now.history.present];
  if (old === sketch) return;
  const { selected } = useSelection.getState();
  if (selected.length === 0) return;
  if (now.generation !== before.generation) return select([]);
  const renames = findRenames(old, sketch);
  const moved = selected.map((ref) => renames.get(refKey(ref)) ?? ref);
  select(moved.filter(({ kind, name }) => findElement(sketch, kind, name) !== null));
});
