/** The sketches that the welcome offers. */
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
    title: 'Blink two LEDs',
    press: 'Press Run, and watch two LEDs blink at two rates.',
    pictures: ['led', 'rgb-led'],
  },
  {
    template: 'button-and-knob',
    title: 'A button and a knob',
    press: 'Press Run, hold the button on the board, and turn the knob.',
    pictures: ['button', 'potentiometer'],
  },
  {
    template: 'why-late',
    title: 'Why does this one miss?',
    press: 'Press Run, then click a red cross in the timeline.',
    pictures: ['task', 'signal-generator'],
  },
];
