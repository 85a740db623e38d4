/** Sketches for the tests of code generation, and the projects made from them. */
import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { boardById } from '../../generator/boards/index.ts';
import type { Board } from '../../generator/platform/board.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { type GeneratedProject, generateProject } from '../../generator/targets/generate.ts';
import { loadStatics } from '../../templates/load.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const templates = path.join(here, '..', '..', 'templates', 'sketches');

export const SUPERLOOP_STARTERS = ['three-blinks', 'overload', 'sensor-to-motor', 'logger', 'interrupt-storm'] as const;
/** Starters without golden files. */
export const FIRST_STARTERS = [
  'blink-two',
  'button-and-knob',
  'why-late',
  'traffic-light',
  'single-vs-multi',
  'debounce',
  'rover',
] as const;
/** Starters for preemption on one stack. */
export const PREEMPTIVE_STARTERS = ['urgent-and-long'] as const;
/** Starters for a preemptive kernel. */
const FREERTOS_STARTERS = ['runaway'] as const;
export const STARTERS = [...SUPERLOOP_STARTERS, ...FIRST_STARTERS, ...PREEMPTIVE_STARTERS, ...FREERTOS_STARTERS];
/**
 * `everything` has every kind of element. `hostile` has names that would break code without
 * escaping.
 */
export const EXTREMES = ['everything', 'hostile'] as const;
/** Sketches for the super-loop, on the Uno and on this computer. */
export const SKETCHES = [...SUPERLOOP_STARTERS, ...EXTREMES];
/** Sketches with golden files that people review. */
export const READABLE = [...SUPERLOOP_STARTERS, 'everything'] as const;
export const BOARD_IDS = ['uno', 'host'] as const;

/**
 * The folder of a sketch's golden files: sketch, board, and the target if it is not the super-loop.
 */
export function goldenDir(...parts: readonly string[]): string {
  return path.join(here, 'expected', parts.join('-'));
}

const statics = loadStatics();

export function board(id: string): Board {
  const found = boardById(id);
  if (found === undefined) throw new Error(`no board ${id}`);
  return found;
}

/** The file of a starter, or of a sketch beside the tests. */
export function sketchFile(name: string): string {
  const isStarter = (STARTERS as readonly string[]).includes(name);
  const folder = isStarter ? path.join(templates, name) : path.join(here, 'sketches');
  return path.join(folder, `${name}.polyloop.json`);
}

export async function sketchNamed(name: string): Promise<Sketch> {
  const file = sketchFile(name);
  const read = readSketch(await readFile(file, 'utf8'));
  if (!read.ok) throw new Error(`${file}: ${read.problems.map((problem) => problem.message).join('\n')}`);
  return read.sketch;
}

/**
 * The sketch for another board. On a board without pins, interrupts use its other sources; the rest
 * are omitted.
 */
function onBoard(sketch: Sketch, boardId: string): Sketch {
  const { pins, interruptSources } = board(boardId);
  if (pins.length > 0) return { ...sketch, board: boardId };
  const interrupts = sketch.interrupts
    .slice(0, interruptSources.length)
    .map((interrupt, index) => ({ ...interrupt, pin: null, source: interruptSources[index]?.name ?? null }));
  return { ...sketch, board: boardId, interrupts };
}

export interface GenerateOptions {
  readonly telemetry?: boolean;
  readonly kernel?: ReadonlyMap<string, string> | null;
}

export function generated(sketch: Sketch, boardId: string, options: GenerateOptions = {}): GeneratedProject {
  return generateProject(onBoard(sketch, boardId), { board: board(boardId), statics, ...options });
}

/** The generated files, without copied ones. */
export function ownFiles(project: GeneratedProject): [string, string][] {
  const copied = new Set(statics.values());
  return [...project.files].filter(([name, text]) => !copied.has(text) && name !== 'build.json');
}

/** A temporary folder for projects; `remove` it after the tests. */
export class Workspace {
  readonly dir = mkdtempSync(path.join(os.tmpdir(), 'polyloop golden ö-'));

  async write(name: string, project: GeneratedProject): Promise<string> {
    const dir = path.join(this.dir, name);
    for (const [file, text] of project.files) {
      const target = path.join(dir, ...file.split('/'));
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    return dir;
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }
}
