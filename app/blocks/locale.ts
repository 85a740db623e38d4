/** Blockly's own words, for menus and for fields of variables, in the language that the window shows. */
import * as english from 'blockly/msg/en';
import * as korean from 'blockly/msg/ko';
import { tr } from '../../generator/words/tr.ts';

type Words = Readonly<Record<string, string>>;

const textsOf = (messages: Readonly<Record<string, unknown>>): Words =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  );

/** Each catalog translates the code of the language to its own. What Blockly has not translated is English. */
export function blocklyWords(): Words {
  const language = tr`en`;
  return language === 'ko' ? { ...textsOf(english), ...textsOf(korean) } : textsOf(english);
}
