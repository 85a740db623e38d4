/** Texts of a window that nothing translates. The window is in the language that marks translated texts. */
import type { Page } from '@playwright/test';

/** Proper names, abbreviations, units, types of C and fields of the file, which are the same in every language. */
const NAMES = [
  'Arduino( Uno| Mega 2560| Nano| CLI)?|Arm MPS2 AN385|Cortex-M3|ATmega328P(/2560)?|HC-SR04|NeoPixel|React Flow( attribution)?',
  'FreeRTOS|Zephyr|RTEMS|Quest|Qduino|Polyloop|PlatformIO|arduino-cli|Monaco|Blockly|English|한국어',
  'PWM|LED|LCD|RGB|RAM|RM|DM|EDF|KiB|[kM]?Hz|px|[mµn]s|AM|PM|rs|rw',
  'u?int\\d+_t|bool|float|double|char',
  // Fields of the sketch file, for example stackBytes.
  '[a-z]+(?:[A-Z][a-z]+)+',
];

/** The names that a test's sketch gives to its elements begin with this. */
export const OWN_NAME = 'q_';

/** What a state of the window has, and this check does not look at. */
export interface Except {
  /** CSS selector of parts with attributes that a library sets. */
  readonly attributesBelow?: string;
  /** Whole texts of the user. */
  readonly texts?: readonly string[];
  /** Names of the user, alone or within a text. */
  readonly names?: readonly string[];
}

/**
 * Returns the texts and accessible names that have a word outside of ⟦ and ⟧. Code, formulas and other
 * texts of the user are in elements with translate="no".
 */
export const leftOutTexts = (page: Page, { attributesBelow = '_', texts = [], names = [] }: Except = {}) =>
  page.evaluate(
    ({ same, own, attributesBelow, texts }): string[] => {
      const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
      const PATHS = /\/[^\s⟦⟧]+/g;
      const SAME = new RegExp(`(?<![\\p{L}\\d])(?:${own}[\\w.]+|${same.join('|')})(?![\\p{L}])`, 'gu');
      const found = new Set<string>();

      /** Notes the text if it has a word at depth 0. Returns the depth after it: how many ⟦ are open. */
      const check = (element: Element, what: string, text: string, before: number): number => {
        let depth = before;
        let rest = '';
        for (const letter of text) {
          if (letter === '⟦') depth += 1;
          else if (letter === '⟧') depth -= 1;
          rest += depth === 0 && letter !== '⟧' ? letter : ' ';
        }
        if (/\p{L}{2}/u.test(rest.replace(PATHS, ' ').replace(SAME, ' ')))
          found.add(`${element.tagName.toLowerCase()}.${[...element.classList].join('.')} ${what}: ${text.trim()}`);
        return depth;
      };

      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
        if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
        const isSkipped = node.getAttribute('translate') === 'no' || /^(script|style|code|kbd)$/i.test(node.tagName);
        return isSkipped ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
      });
      // A translated sentence may contain elements, so it can end in another text node than it began.
      let depth = 0;
      while (nodes.nextNode()) {
        const node = nodes.currentNode;
        if (node instanceof Element) {
          if (node.closest(attributesBelow) === null)
            for (const name of ATTRIBUTES) check(node, name, node.getAttribute(name) ?? '', 0);
          // A number with its unit.
          if (node instanceof HTMLInputElement && node.matches('.figures')) check(node, 'value', node.value, 0);
        } else if (node.parentElement !== null && !texts.includes(node.textContent ?? ''))
          depth = check(node.parentElement, 'text', node.textContent ?? '', depth);
      }
      return [...found];
    },
    { same: [...NAMES, ...names], own: OWN_NAME, attributesBelow, texts },
  );
