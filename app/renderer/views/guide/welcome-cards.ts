/** The sketches that the welcome offers. */
import { tr } from '../../../../generator/words/tr.ts';
import type { Addable } from '../../state/sketch/sketch-actions.ts';

interface WelcomeCard {
  /** The id of a starter sketch. */
  readonly template: string;
  readonly title: string;
  /** What to press, in one line. */
  readonly press: string;
  readonly pictures: readonly Addable[];
}

export const WELCOME_CARDS: readonly WelcomeCard[] = [
  {
    template: 'blink-two',
    title: tr`Blink two LEDs`,
    press: tr`Press Run, and watch two LEDs blink at two rates.`,
    pictures: ['led', 'rgb-led'],
  },
  {
    template: 'button-and-knob',
    title: tr`A button and a knob`,
    press: tr`Press Run, hold the button on the board, and turn the knob.`,
    pictures: ['button', 'potentiometer'],
  },
  {
    template: 'why-late',
    title: tr`Why does this one miss?`,
    press: tr`Press Run, then click a red cross in the timeline.`,
    pictures: ['task', 'signal-generator'],
  },
];
