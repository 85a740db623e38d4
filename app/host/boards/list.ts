/** The Arduino boards that a sketch can be written for, beside Polyloop's own. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { BOARDS } from '../../../generator/boards/index.ts';
import { tr } from '../../../generator/words/tr.ts';
import { installedBoards } from '../../../platformio/driver/boards/installed.ts';
import { readTable, type TableBoard } from '../../../platformio/driver/boards/table.ts';
import { describeMissing, findTools, type Program, type Tools } from '../../../platformio/setup/tools.ts';
import type { ListedBoard } from '../../contract/boards.ts';

interface BoardList {
  /** All boards: first those of installed platforms, then the others, each group sorted by name. */
  readonly boards: ListedBoard[];
  /** Why the boards of installed platforms are not known, for the user. Otherwise null. */
  readonly problem: string | null;
}

const keyOf = ({ platform, id }: Pick<TableBoard, 'platform' | 'id'>): string => `${platform}/${id}`;

/** Polyloop has its own records of these. */
const OWN: ReadonlySet<string> = new Set(
  BOARDS.flatMap(({ platformio }) => (platformio === null ? [] : keyOf({ ...platformio, id: platformio.board }))),
);
/** In a sketch, these ids mean Polyloop's own boards. */
const OWN_IDS: ReadonlySet<string> = new Set(BOARDS.map(({ id }) => id));

/** @param installed the boards of installed platforms, which PlatformIO knows best; the table has their USB ids */
export function listedBoards(table: readonly TableBoard[], installed: readonly TableBoard[]): ListedBoard[] {
  const known = new Map(table.map((board) => [keyOf(board), board]));
  const there = new Set(installed.map(keyOf));
  // Two versions of a platform, such as Polyloop's own and the registry's, have boards in common.
  const each = new Map(installed.map((board) => [keyOf(board), board])).values();
  const whole = [...each].map((board) => ({ ...board, usb: known.get(keyOf(board))?.usb ?? board.usb }));
  const listed = (boards: readonly TableBoard[], isInstalled: boolean): ListedBoard[] =>
    boards
      .filter((board) => !OWN.has(keyOf(board)) && !OWN_IDS.has(board.id))
      .map(({ id, vendor, usb, ...facts }) => ({ id, vendor, isInstalled, facts: { ...facts, usb: [...usb] } }))
      .sort((a, b) => a.facts.name.localeCompare(b.facts.name, 'en'));
  const others = table.filter((board) => !there.has(keyOf(board)));
  return [...listed(whole, true), ...listed(others, false)];
}

export class BoardLister {
  readonly #tools: () => Tools;
  /** The answer of PlatformIO, until a platform is installed or removed. */
  #answer: { readonly version: string; readonly boards: Promise<TableBoard[]> } | null = null;

  constructor(tools: () => Tools = findTools) {
    this.#tools = tools;
  }

  async list(): Promise<BoardList> {
    const table = readTable();
    const { pio } = this.#tools();
    if (!pio.installed) return { boards: listedBoards(table, []), problem: `${describeMissing(pio)}.` };
    try {
      return { boards: listedBoards(table, await this.#installed(pio)), problem: null };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const problem = tr`PlatformIO did not list the boards of its installed platforms: ${reason}`;
      return { boards: listedBoards(table, []), problem };
    }
  }

  async #installed(pio: Program): Promise<TableBoard[]> {
    const version = await platformsVersion(pio);
    if (this.#answer?.version !== version) this.#answer = { version, boards: installedBoards(pio) };
    const { boards } = this.#answer;
    // A failure is not kept: the next question asks again.
    boards.catch(() => {
      this.#answer = null;
    });
    return boards;
  }
}

/** Changes when a platform is installed or removed. */
async function platformsVersion({ env }: Program): Promise<string> {
  const folder = env.PLATFORMIO_CORE_DIR ?? '';
  const found = await stat(path.join(folder, 'platforms')).catch(() => null);
  return found === null ? '' : String(found.mtimeMs);
}
