/** The same for development, in which React also names the place of each element. */
import { Fragment, jsxDEV as plainJsxDev } from 'react/jsx-dev-runtime';
import { visibleProps } from './visible-props.ts';

export type { JSX } from 'react/jsx-dev-runtime';
export { Fragment };

export const jsxDEV: typeof plainJsxDev = (type, props, ...rest) => plainJsxDev(type, visibleProps(props), ...rest);
