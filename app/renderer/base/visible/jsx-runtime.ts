/**
 * React's functions behind JSX, which also show hidden characters as escapes (`generator/words/visible.ts`): in each
 * text that an element contains, and in its title and its name for screen readers. So no view can show a name with
 * U+202E as another name. The compiler imports this file because tsconfig.json names it in `jsxImportSource`.
 */
import { Fragment, jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime';
import { visibleProps } from './visible-props.ts';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

export const jsx: typeof plainJsx = (type, props, key) => plainJsx(type, visibleProps(props), key);
export const jsxs: typeof plainJsxs = (type, props, key) => plainJsxs(type, visibleProps(props), key);
