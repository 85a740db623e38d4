/** The toolbox of a body: the blocks that it can use, by category. */
import type { utils } from 'blockly/core';
import { tr } from '../../generator/words/tr.ts';
import { BLOCKS } from './catalog.ts';
import type { VariableType } from './categories/variables.ts';
import type { BlocksContext } from './context.ts';
import type { FunctionInfo } from './functions/info.ts';
import { CATEGORIES, type CategoryId, type Offer } from './spec.ts';

/**
 * Keys of the toolbox's buttons that make a variable, by the variable's type. The window registers a
 * callback for each key.
 */
export const NEW_VARIABLE: Readonly<Record<VariableType, string>> = {
  Whole: 'polyloop_new_whole',
  Decimal: 'polyloop_new_decimal',
  Truth: 'polyloop_new_truth',
};
const BUTTONS: readonly { readonly type: VariableType; readonly text: string }[] = [
  { type: 'Whole', text: tr`New whole number …` },
  { type: 'Decimal', text: tr`New decimal number …` },
  { type: 'Truth', text: tr`New true or false …` },
];

/** The blocks of a category. Empty categories are not shown. */
export function offersOf(
  context: BlocksContext,
  category: CategoryId,
  functions: readonly FunctionInfo[] = [],
): readonly Offer[] {
  return BLOCKS.filter((spec) => spec.category === category).flatMap((spec) => spec.offers(context, functions));
}

/** @param functions those of the workspace (`functionsIn`): each one adds its call */
export function toolboxOf(context: BlocksContext, functions: readonly FunctionInfo[] = []): utils.toolbox.ToolboxInfo {
  const contents = CATEGORIES.flatMap(({ id, label, hue }) => {
    const blocks = offersOf(context, id, functions).map((state) => ({ kind: 'block', ...state }));
    if (blocks.length === 0) return [];
    const buttons =
      id === 'variables'
        ? BUTTONS.map(({ type, text }) => ({ kind: 'button', text, callbackkey: NEW_VARIABLE[type] }))
        : [];
    return [
      {
        kind: 'category',
        name: label,
        toolboxitemid: `polyloop-${id}`,
        colour: String(hue),
        contents: [...buttons, ...blocks],
      },
    ];
  });
  return { kind: 'categoryToolbox', contents } as utils.toolbox.ToolboxInfo;
}
