/** A formula in TeX. KaTeX is loaded when the first one is shown; without it the words beside the formula stand alone. */
import { type ComponentType, lazy } from 'react';

type FormulaView = ComponentType<{ readonly tex: string }>;

const NoFormula: FormulaView = () => null;

export const Formula = lazy<FormulaView>(() => import('./typeset-formula.tsx').catch(() => ({ default: NoFormula })));
