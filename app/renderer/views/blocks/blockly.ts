/**
 * Blockly with the blocks of Polyloop, its texts in the window's language, and the window's ways of
 * undoing and asking. Loaded lazily.
 */
import * as Blockly from 'blockly/core';
import { defineBlocks } from '../../../blocks/define.ts';
import { blocklyWords } from '../../../blocks/locale.ts';
import type { Session } from '../../state/session/session.ts';

/** Bodies of blocks keep white text readable (4.5 : 1) on every hue of a category. */
const SATURATION = 0.62;
const BRIGHTNESS = 0.5;

/** The folder of Blockly's pictures, which the build copies. */
export const MEDIA = './blockly/';

/** The window undoes and redoes itself: an edit of blocks is an edit of the sketch. */
const OWN_KEYS = [Blockly.ShortcutItems.names.UNDO, Blockly.ShortcutItems.names.REDO];

/** Prepares what the whole page shares. A second call changes nothing. */
export function prepareBlockly(session: Session): void {
  Blockly.setLocale({ ...blocklyWords() });
  Blockly.utils.colour.setHsvSaturation(SATURATION);
  Blockly.utils.colour.setHsvValue(BRIGHTNESS);
  defineBlocks();
  const { registry } = Blockly.ShortcutRegistry;
  for (const name of OWN_KEYS) if (registry.getRegistry()[name] !== undefined) registry.unregister(name);
  answerQuestions(session);
  Blockly.Field.prototype.recomputeAriaContext = nameDrawnField;
}

const nameField = Blockly.Field.prototype.recomputeAriaContext;

/**
 * A field gets its name for screen readers when it is drawn. For each field of a body that is opened,
 * Blockly throws and catches an error instead, which takes a third of the time.
 */
function nameDrawnField(this: Blockly.Field): boolean {
  return this.getSvgRoot() !== null && nameField.call(this);
}

/** Blockly's questions are dialogs of the window, because the desktop has no dialog for a text. */
function answerQuestions({ codeViews }: Session): void {
  Blockly.dialog.setPrompt((message, text, answer) => codeViews.ask({ message, text, answer }));
  Blockly.dialog.setConfirm((message, done) =>
    codeViews.ask({ message, text: null, answer: (text) => done(text !== null) }),
  );
  Blockly.dialog.setAlert((message, done) => codeViews.ask({ message, text: null, answer: () => done?.() }));
}

export { Blockly };
