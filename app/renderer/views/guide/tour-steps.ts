/** The steps of the tour. There are at most five. */
import { tr } from '../../../../generator/words/tr.ts';
import type { PanelId } from '../../state/window/layout.ts';

export interface TourStep {
  /** CSS selector of the element that the step is about. */
  readonly selector: string;
  /** The panel to show first. */
  readonly panel?: PanelId;
  readonly side: 'right' | 'bottom' | 'top';
  readonly title: string;
  readonly text: string;
}

export const TOUR: readonly TourStep[] = [
  {
    selector: '.rail-add',
    side: 'right',
    title: tr`Add`,
    text: tr`Adds tasks, LEDs, buttons and everything else that a sketch is made of.`,
  },
  {
    selector: '[data-testid="canvas"]',
    panel: 'canvas',
    side: 'right',
    title: tr`Your sketch`,
    text: tr`Each card is a task. Click it to say how often it runs and how long it takes. Double-click it to write its code.`,
  },
  {
    selector: '.strip-middle',
    side: 'bottom',
    title: tr`Does everything fit?`,
    text: tr`Says before any run whether every job is done in time. It changes while you move a slider.`,
  },
  {
    selector: '[data-testid="run"], [data-testid="stop"]',
    side: 'bottom',
    title: tr`Run`,
    text: tr`Builds the sketch and starts it on the board that is named beside the button.`,
  },
  {
    selector: '[data-testid="timeline"]',
    panel: 'timeline',
    side: 'top',
    title: tr`Timeline`,
    text: tr`Shows each job: when it was released, when it ran, and when it had to wait. A red cross is a missed deadline.`,
  },
];
