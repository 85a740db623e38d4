/** The properties of an element, with hidden characters shown as escapes where users read or hear them. */
import { visible } from '../../../../generator/words/visible.ts';

type Props = Readonly<Record<string, unknown>>;

/** Attributes that users read or hear. The value of a field stays as it is, because users edit it. */
const READ = ['title', 'aria-label', 'alt', 'placeholder', 'aria-description', 'aria-valuetext'];

/** The ends of lines of a board stay. ASCII texts, which most are, need no search. */
const visibleText = (text: string): string =>
  /[^\n\r\t -~]/.test(text) ? text.split('\r').map(visible).join('\r') : text;

/** A list is copied only if one of its texts changes. */
function visibleChild(child: unknown): unknown {
  if (typeof child === 'string') return visibleText(child);
  if (!Array.isArray(child)) return child;
  const shown = child.map(visibleChild);
  return shown.every((each, index) => each === child[index]) ? child : shown;
}

/** The same object, unless a text in it changes. */
export function visibleProps(given: unknown): Props {
  const props = given as Props;
  let shown = props;
  for (const name of ['children', ...READ]) {
    const value = props[name];
    const other = name === 'children' ? visibleChild(value) : typeof value === 'string' ? visibleText(value) : value;
    if (other !== value) shown = { ...shown, [name]: other };
  }
  return shown;
}
