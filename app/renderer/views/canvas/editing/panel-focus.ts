/** Moves the keyboard focus between the parts of the window: strip, rail and visible panels. */
import type { ElementRef } from '../../../state/sketch/element-ref.ts';
import { focusCanvas } from './focus.ts';

const PARTS = '.strip, .rail, .dv-groupview';
const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

const isVisible = (element: Element): boolean => element.getClientRects().length > 0;

/** The visible parts from top to bottom, and from left to right. */
function visibleParts(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(PARTS)]
    .filter(isVisible)
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
    .map(({ element }) => element);
}

export function goToPanel(step: 1 | -1, selected: readonly ElementRef[]): void {
  const parts = visibleParts();
  const at = parts.findIndex((part) => part.contains(document.activeElement));
  const start = at < 0 && step < 0 ? 0 : at;
  for (let count = 1; count <= parts.length; count += 1) {
    const part = parts[(start + step * count + 2 * parts.length) % parts.length];
    if (part !== undefined && enter(part, selected)) return;
  }
}

/** Focuses the first control of a part: in a panel its content, or else its tab. */
function enter(part: HTMLElement, selected: readonly ElementRef[]): boolean {
  if ([...part.querySelectorAll('.canvas')].some(isVisible)) {
    focusCanvas(selected);
    return true;
  }
  const content = part.querySelector('.dv-content-container');
  const controls = [content, part].flatMap((within) => [...(within?.querySelectorAll<HTMLElement>(TABBABLE) ?? [])]);
  for (const control of controls.filter(isVisible)) {
    control.focus();
    if (document.activeElement === control) return true;
  }
  return false;
}
