/**
 * The starter sketches. Each is a folder in templates/sketches with a sketch and an optional
 * README. Its template.json says how difficult the sketch is.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { tr, trText } from '../../../generator/words/tr.ts';
import { RpcError } from '../../contract/errors.ts';
import { DIFFICULTIES, type Difficulty, type Template } from '../../contract/projects.ts';
import { readSketchText } from '../sketch-text.ts';
import { SKETCH_SUFFIX } from './browse.ts';
import { pictureOf } from './template-picture.ts';

/** The starter that a new user sees first. */
export const STARTER = 'three-blinks';

/** Derives title and summary from the folder's README: its heading and its first paragraph. */
function introduce(readme: string, sketch: Sketch): { title: string; summary: string } {
  const blocks = readme.split(/\r?\n\s*\r?\n/).map((block) => block.trim().replace(/\s*\r?\n\s*/g, ' '));
  const heading = blocks.find((block) => block.startsWith('# '));
  const paragraph = blocks.find((block) => /^[\p{L}\p{N}"'“(*_`]/u.test(block));
  return {
    title: heading?.slice(2).trim() || sketch.name,
    summary: paragraph?.replace(/[*_`]/g, '') ?? '',
  };
}

const about = z.object({ difficulty: z.enum(DIFFICULTIES) });

/** Returns the difficulty that the folder states. A folder without one is for the advanced. */
async function difficultyOf(folder: string): Promise<Difficulty> {
  const text = await readFile(join(folder, 'template.json'), 'utf8').catch(() => null);
  return text === null ? 'advanced' : about.parse(JSON.parse(text)).difficulty;
}

/** Returns the ids of all starters: the one for new users first, then the others by name. */
export async function templateIds(dir: string): Promise<string[]> {
  const folders = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const ids = folders.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return ids.sort((a, b) => Number(b === STARTER) - Number(a === STARTER) || (a < b ? -1 : 1));
}

export class Templates {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async open(id: string): Promise<{ name: string; text: string; sketch: Sketch }> {
    const dir = join(this.#dir, id);
    const names = await readdir(dir).catch(() => []);
    const file = names.find((name) => name.endsWith(SKETCH_SUFFIX));
    if (file === undefined) throw new RpcError('not-found', tr`There is no starter sketch "${id}".`);
    const text = await readFile(join(dir, file), 'utf8');
    const read = readSketchText(text);
    if (read.ok) return { name: read.sketch.name, text, sketch: read.sketch };
    throw new Error(`the starter ${id} is not a sketch: ${read.problems.map((problem) => problem.message).join(' ')}`);
  }

  /** The easiest first, then in the order of templateIds. */
  async list(): Promise<Template[]> {
    const ids = await templateIds(this.#dir);
    const all = await Promise.all(ids.map((id) => this.#describe(id)));
    return DIFFICULTIES.flatMap((difficulty) => all.filter((template) => template.difficulty === difficulty));
  }

  async #describe(id: string): Promise<Template> {
    const { sketch } = await this.open(id);
    const readme = await readFile(join(this.#dir, id, 'README.md'), 'utf8').catch(() => '');
    const { title, summary } = introduce(readme, sketch);
    const { name, board, target, tasks } = sketch;
    const difficulty = await difficultyOf(join(this.#dir, id));
    const words = { title: trText(title), summary: trText(summary) };
    return { id, name, ...words, board, target, tasks: tasks.length, difficulty, picture: pictureOf(sketch) };
  }
}
