/** The mark of a field with a text that is not applied yet. */
export const DRAFT = 'data-draft';

/**
 * For `onEscapeKeyDown` of a dialog or a popover. In a field with a draft, Escape discards the draft. The next Escape
 * closes the layer.
 */
export function keepForDraft(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.hasAttribute(DRAFT)) event.preventDefault();
}
