/**
 * The pages of the documentation. They are part of the window, and each is loaded when it is
 * shown.
 */

import { Marked } from 'marked';
import { tr } from '../../../../generator/words/tr.ts';

const FILES = import.meta.glob<string>('../../../../docs/*.md', { query: '?raw', import: 'default' });

/** Titles of the pages, in the order of the list: what a newcomer needs is first. */
export const PAGES: Readonly<Record<string, string>> = {
  parts: tr`Parts`,
  blocks: tr`Blocks`,
  arduino: tr`Arduino functions in tasks`,
  import: tr`Importing a sketch`,
  'auto-budget': tr`Automatic budgets`,
  channels: tr`Channels`,
  boards: tr`Boards`,
  'real-boards': tr`Real boards`,
  simulation: tr`Prediction`,
  explain: tr`Why a job took so long`,
  charts: tr`Charts`,
  profile: tr`Profiles`,
  export: tr`Traces as files`,
  analysis: tr`Analysis`,
  race: tr`Comparison of targets`,
  calibration: tr`Calibration`,
  qduino: tr`Interrupts with budgets`,
  'sketch-file': tr`Sketch files`,
  cli: tr`Command line`,
  packages: tr`Installers`,
  telemetry: tr`Telemetry`,
  soundness: tr`Soundness`,
  security: tr`Security`,
  architecture: tr`Architecture`,
  decisions: tr`Decisions`,
};

/** Returns a page as HTML. Rejects if there is no such page. */
export async function loadPage(name: string): Promise<string> {
  const load = FILES[`../../../../docs/${name}.md`];
  if (load === undefined) throw new Error(`There is no page ${name}.`);
  return new Marked({ gfm: true }).parse(await load());
}

/** The page that a link refers to. Null if it is a link to something else. */
export function pageOfLink(href: string): string | null {
  const name = /^([\w-]+)\.md(#.*)?$/.exec(href)?.[1];
  return name !== undefined && name in PAGES ? name : null;
}
