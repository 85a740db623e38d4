/** Texts of a window that nothing translates. The window is in the language that marks translated texts. */
import type { Page } from '@playwright/test';

/** Proper names, abbreviations and units, which are the same in every language. */
const NAMES = [
  ...['Arduino Uno', 'Arm MPS2 AN385', 'Cortex-M3', 'ATmega328P', 'FreeRTOS', 'Zephyr', 'RTEMS', 'Quest', 'React Flow'],
  ...['Polyloop', 'PlatformIO', 'Arduino CLI', 'arduino-cli', 'Arduino', 'Qduino', 'Monaco', 'Blockly', 'English'],
  ...[
    'PWM',
    'LED',
    'LCD',
    'RGB',
    'NeoPixel',
    'HC-SR04',
    'RAM',
    'KiB',
    'kHz',
    'MHz',
    'Hz',
    'px',
    'ms',
    'µs',
    'ns',
    'RM',
    'DM',
    'EDF',
  ],
];

/** The names that a test's sketch gives to its elements begin with this. */
export const OWN_NAME = 'q_';

/**
 * Returns the texts and accessible names that have a word outside of ⟦ and ⟧. Code, formulas and other
 * texts of the user are in elements with translate="no".
 */
export const leftOutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    ({ names, own }) => {
      const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
      const NOT_TRANSLATED = new RegExp(`(?<![\\p{L}\\d])(?:${own}\\w+|${names.join('|')})(?![\\p{L}])`, 'gu');
      /** Without what is translated, from the inside out. */
      const untranslated = (text: string): string => {
        let rest = text;
        for (let before = ''; before !== rest; ) {
          before = rest;
          rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
        }
        return rest.replace(NOT_TRANSLATED, ' ').replace(/\/[^\s⟦⟧]+/g, ' ');
      };
      const isLeftOut = (text: string | null) => text !== null && /\p{L}{2}/u.test(untranslated(text));
      const found = new Set<string>();
      const note = (element: Element, what: string, text: string) =>
        found.add(`${element.tagName.toLowerCase()}.${[...element.classList].join('.')} ${what}: ${text.trim()}`);

      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
        if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
        const isSkipped = node.getAttribute('translate') === 'no' || /^(script|style|code|kbd)$/i.test(node.tagName);
        return isSkipped ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
      });
      while (nodes.nextNode()) {
        const node = nodes.currentNode;
        if (node instanceof Element) {
          for (const name of ATTRIBUTES)
            if (isLeftOut(node.getAttribute(name))) note(node, name, node.getAttribute(name) ?? '');
        } else if (node.parentElement !== null && isLeftOut(node.textContent))
          note(node.parentElement, 'text', node.textContent ?? '');
      }
      return [...found];
    },
    { names: NAMES, own: OWN_NAME },
  );
