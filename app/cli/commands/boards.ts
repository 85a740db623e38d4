/** `polyloop boards`: lists the boards that a sketch can be written for. */
import type { Command } from 'commander';
import { BOARDS } from '../../../generator/boards/index.ts';
import { type Trial, trialOf } from '../../../generator/boards/own-platform.ts';
import { type Board, usableFlashBytes } from '../../../generator/platform/board.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { type ListedBoard, matchesSearch, textsOf } from '../../contract/boards.ts';
import { BoardLister } from '../../host/boards/list.ts';
import { userCalibrations } from '../calibrations.ts';
import type { Run } from '../command.ts';
import { EXIT_OK } from '../exit-codes.ts';
import { printable, type Terminal } from '../terminal.ts';

interface BoardsOptions {
  readonly json?: true;
}

export function addBoardsCommand(program: Command, run: Run): void {
  program
    .command('boards')
    .description('list the boards that a sketch can be written for')
    .argument('[words...]', 'words of a name, an id, a vendor, a processor or a platform')
    .option('--json', 'print a JSON document')
    .action((words: readonly string[], options: BoardsOptions) =>
      run((terminal) => printBoards(terminal, words.join(' '), options)),
    );
}

async function printBoards(terminal: Terminal, search: string, { json }: BoardsOptions): Promise<number> {
  const { boards, problem } = await new BoardLister().list();
  const own = BOARDS.filter(({ id, label, mcu }) => matchesSearch(search, [id, label, mcu]));
  const listed = boards.filter((board) => matchesSearch(search, textsOf(board)));
  const used = (await userCalibrations(terminal)).filter(({ stale }) => stale === null);
  const calibrated: ReadonlySet<string> = new Set(used.map(({ board }) => board));
  const lineOf = (board: ListedBoard): string => listedLine(board, calibrated);
  if (json) {
    const documents = [
      ...own.map((board) => ownDocument(board, calibrated)),
      ...listed.map((board) => listedDocument(board, calibrated)),
    ];
    terminal.print(visibleJson({ boards: documents, problem }));
    return EXIT_OK;
  }
  if (problem !== null) terminal.note(problem);
  printGroup(terminal, "Polyloop's own", own.map(ownLine));
  printGroup(terminal, 'Arduino boards of installed platforms', listed.filter(isInstalled).map(lineOf));
  printGroup(terminal, 'Other Arduino boards', listed.filter((board) => !isInstalled(board)).map(lineOf));
  if (own.length + listed.length === 0) terminal.print('No board has these words. Use fewer, or another spelling.');
  else if (listed.length > 0) {
    terminal.print(
      'Arduino boards run the super-loop. Their overheads are not measured unless you did it, as noted above. --json prints their boardFacts.',
    );
    if (!listed.every(isInstalled)) terminal.print('The first build for one of the other boards needs the internet.');
  }
  return EXIT_OK;
}

const isInstalled = (board: ListedBoard): boolean => board.isInstalled;

function printGroup(terminal: Terminal, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  terminal.print(`${title}:`);
  for (const line of lines) terminal.print(`  ${line}`);
  terminal.print('');
}

const KIBIBYTE = 1024;

function sizes(mcu: string, clockHz: number, ramBytes: number, flashBytes: number): string {
  const kib = (bytes: number) => `${Math.round((bytes / KIBIBYTE) * 10) / 10} KiB`;
  return `${mcu}, ${clockHz / 1e6} MHz, ${kib(ramBytes)} RAM, ${kib(flashBytes)} flash`;
}

function ownLine(board: Board): string {
  const { id, label, mcu, clockHz, ramBytes, targets, virtual } = board;
  if (virtual?.emulator === 'host-process') return `${id}  ${label}`;
  const facts = sizes(mcu, clockHz, ramBytes, usableFlashBytes(board));
  return `${id}  ${label}: ${facts}; ${Object.keys(targets).join(', ')}${virtual === null ? '' : '; virtual board'}`;
}

const TRIALS: Readonly<Record<Trial, string>> = {
  emulated: 'tried on an emulated chip',
  built: 'built, not run',
  none: 'not tried',
};

function listedLine({ id, facts }: ListedBoard, calibrated: ReadonlySet<string>): string {
  const { name, platform, mcu, clockHz, ramBytes, flashBytes } = facts;
  const notes = [platform, TRIALS[trialOf(platform, id)], ...(calibrated.has(id) ? ['overheads measured by you'] : [])];
  return printable(`${id}  ${name}: ${sizes(mcu, clockHz, ramBytes, flashBytes)}; ${notes.join('; ')}`);
}

function ownDocument(board: Board, calibrated: ReadonlySet<string>): object {
  const { id, label, mcu, clockHz, ramBytes, targets, virtual } = board;
  const measured = calibrated.has(id) || Object.values(targets).some((on) => on?.overheads !== null);
  return {
    ...{ board: id, own: true, name: label, mcu, clockHz, ramBytes, flashBytes: usableFlashBytes(board) },
    ...{ targets: Object.keys(targets), virtual: virtual !== null, measured },
  };
}

function listedDocument(
  { id, vendor, isInstalled: installed, facts }: ListedBoard,
  calibrated: ReadonlySet<string>,
): object {
  return {
    ...{ board: id, own: false, vendor, installed },
    ...{ targets: ['superloop'], virtual: false, measured: calibrated.has(id) },
    ...{ tried: trialOf(facts.platform, id), boardFacts: facts },
  };
}
