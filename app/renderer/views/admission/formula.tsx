/**
 * A formula in TeX. KaTeX is loaded for the first formula. Without KaTeX, only the text of the
 * explanation is shown.
 */
import { type ComponentType, lazy } from 'react';

type FormulaView = ComponentType<{ readonly tex: string; readonly inline?: boolean }>;

const NoFormula: FormulaView = () => null;

export const Formula = lazy<FormulaView>(() => import('./typeset-formula.tsx').catch(() => ({ default: NoFormula })));
