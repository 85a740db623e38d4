/** The language of the window whose request is being answered, also in what the answer starts: a build, a run. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ShownLanguage } from '../words/language.ts';
import { loadLanguage, type Spoken, speakByRequest, spoken } from '../words/load-language.ts';

const requests = new AsyncLocalStorage<Spoken>();

/** Texts outside of requests, and of requests that name no language, are in this language. */
export async function speakUsually(language: ShownLanguage): Promise<void> {
  await loadLanguage(language);
  speakByRequest(() => requests.getStore());
}

export async function inLanguage(language: ShownLanguage, answer: () => Promise<void>): Promise<void> {
  return requests.run(await spoken(language), answer);
}
