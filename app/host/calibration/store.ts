/**
 * The user's calibrations: a folder of the configuration folder with one JSON file for each board, target
 * and compiler.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { boardOf } from '../../../generator/boards/index.ts';
import {
  type CalibrationRecord,
  type PresentTools,
  readCalibration,
  staleReason,
} from '../../../generator/calibration/record.ts';
import type { TargetName } from '../../../generator/sketch/model.ts';
import { makeFolder } from '../../../platformio/setup/folder.mjs';
import { replaceFile } from '../files/replace-file.ts';
import { systemError } from '../system-errors.ts';
import { presentTools } from './present-tools.ts';

/** A file that is not a valid record. */
export interface CalibrationProblem {
  readonly path: string;
  readonly message: string;
}

/** A valid record, and why the analysis does not use it; null: it does. */
export interface CalibrationEntry {
  readonly record: CalibrationRecord;
  readonly stale: string | null;
}

export interface Calibrations {
  readonly entries: readonly CalibrationEntry[];
  readonly problems: readonly CalibrationProblem[];
}

export interface CalibrationStoreOptions {
  /** The user's configuration folder. */
  readonly config: string;
  /** The program's folder; see PipelineOptions. */
  readonly programDir?: string | undefined;
}

const ENDING = '.json';
const safe = (text: string): string => text.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
const prefixOf = (board: string, target: TargetName): string => `${safe(board)}_${target}_`;

export class CalibrationStore {
  readonly #folder: string;
  readonly #programDir: string | undefined;

  constructor({ config, programDir }: CalibrationStoreOptions) {
    this.#folder = join(config, 'calibrations');
    this.#programDir = programDir;
  }

  /** All valid records, the newest first, and what is wrong with the other files. */
  async read(): Promise<Calibrations> {
    const problems: CalibrationProblem[] = [];
    const records: CalibrationRecord[] = [];
    for (const name of await this.#names()) {
      const path = join(this.#folder, name);
      const read = readCalibration(await readFile(path, 'utf8').catch(() => ''));
      if (read.ok) records.push(read.record);
      else problems.push({ path, message: `${path}: ${read.problem}` });
    }
    const present = new Map<string, PresentTools>();
    const entries: CalibrationEntry[] = [];
    for (const record of records.sort((a, b) => b.date.localeCompare(a.date))) {
      const board = boardOf(record);
      if (board === undefined) continue;
      const now = present.get(board.id) ?? (await presentTools(board, this.#programDir));
      present.set(board.id, now);
      entries.push({ record, stale: staleReason(record, now) });
    }
    return { entries, problems };
  }

  /** Replaces the record of the same board, target and compiler. */
  async write(record: CalibrationRecord): Promise<string> {
    const path = join(this.#folder, `${prefixOf(record.board, record.target)}${safe(record.compiler)}${ENDING}`);
    try {
      makeFolder(this.#folder);
      await replaceFile(path, `${JSON.stringify(record, null, 2)}\n`);
    } catch (error) {
      throw systemError(error, 'save', path);
    }
    return path;
  }

  /** Goes back to the shipped overheads. Returns whether there was a record. */
  async remove(board: string, target: TargetName): Promise<boolean> {
    const names = (await this.#names()).filter((name) => name.startsWith(prefixOf(board, target)));
    try {
      for (const name of names) await rm(join(this.#folder, name), { force: true });
    } catch (error) {
      throw systemError(error, 'write to', this.#folder);
    }
    return names.length > 0;
  }

  async #names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => name.endsWith(ENDING)).sort();
  }
}
