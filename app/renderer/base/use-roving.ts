/**
 * Makes a group of controls one stop of the Tab key (the roving tabindex of the ARIA practices). The
 * stop is the control that had the focus last. In a toolbar, the left and right arrow keys, Home and
 * End go to the other controls.
 */
import { type RefObject, useEffect } from 'react';

interface Options {
  /** The controls of the group. */
  readonly items: string;
  /** The parents of the controls, if the controls are deep inside a large group. */
  readonly lists?: string;
  /** False if the owner of the group moves the focus itself. */
  readonly arrows?: boolean;
}

type Item = HTMLElement | SVGElement;

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function useRoving(group: RefObject<HTMLElement | null>, { items, lists, arrows = true }: Options): void {
  useEffect(() => {
    const element = group.current;
    if (element === null) return;
    let last: Item | null = null;
    const all = () => [...element.querySelectorAll<Item>(items)].filter((each) => !each.matches(':disabled'));
    const update = () => {
      const found = all();
      const stop = last !== null && found.includes(last) ? last : found[0];
      for (const each of found) {
        const index = each === stop ? 0 : -1;
        if (each.tabIndex !== index) each.tabIndex = index;
      }
    };
    const itemOf = ({ target }: Event) => (target instanceof Element ? target.closest<Item>(items) : null);
    const onFocus = (event: FocusEvent) => {
      const item = itemOf(event);
      if (item === null || item === last) return;
      last = item;
      update();
    };
    const onKey = (event: KeyboardEvent) => {
      const item = itemOf(event);
      if (item === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // Others have no room in a narrow group.
      const found = all().filter((each) => each.checkVisibility());
      const step = STEPS[event.key];
      const edge = { Home: 0, End: found.length - 1 }[event.key];
      const next =
        edge ?? (step === undefined ? undefined : (found.indexOf(item) + step + found.length) % found.length);
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      found[next]?.focus();
    };
    update();
    const observer = new MutationObserver(update);
    const changes = { attributes: true, attributeFilter: ['disabled'], childList: true, subtree: true };
    if (lists === undefined) observer.observe(element, changes);
    else for (const list of element.querySelectorAll(lists)) observer.observe(list, { childList: true });
    element.addEventListener('focusin', onFocus);
    if (arrows) element.addEventListener('keydown', onKey);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('keydown', onKey);
    };
  }, [group, items, lists, arrows]);
}
