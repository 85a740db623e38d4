/**
 * Boards × targets: each has all of its parts. A failed test names the part that a new board or
 * target lacks.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listDevices } from '../../app/host/devices/index.ts';
import { kernelOf } from '../../app/host/kernels.ts';
import { BOARDS, boardById } from '../../generator/boards/index.ts';
import { templatesOf } from '../../generator/platform/board.ts';
import { PRINTERS } from '../../generator/targets/generate.ts';
import { TARGETS, targetById } from '../../generator/targets/index.ts';
import { hasChipOf } from '../one-per-chip.ts';
import { PLATFORMS } from '../soak/profiles.ts';
import { root } from './files.ts';

const isThere = (...parts: string[]): boolean => existsSync(path.join(root, ...parts));
const pairs = BOARDS.flatMap((board) =>
  TARGETS.flatMap((target) => {
    const on = board.targets[target.id];
    return on === undefined ? [] : [{ title: `${board.id}, ${target.id}`, board, target, on }];
  }),
);

describe.each(BOARDS.map((board) => ({ id: board.id, board })))('the board $id', ({ board }) => {
  it('has its port and its static files', () => {
    const needed = [`runtime-c/port/${board.files.port}`, `templates/boards/${templatesOf(board)}`];
    const missing = needed.filter((folder) => !isThere(folder));
    expect(missing, `add ${missing.join(' and ')}`).toEqual([]);
  });

  it('can be built', () => {
    const { platformio, direct, virtual } = board;
    const ways = [platformio !== null, direct !== undefined, virtual?.emulator === 'host-process'];
    expect(ways, 'give it `platformio`, or `direct`').toContain(true);
  });

  it('has a device if it declares a virtual board', async () => {
    const devices = await listDevices(board);
    const hint = `add a kind for "${board.virtual?.emulator}" in app/host/devices/index.ts`;
    expect(devices.length > 0, hint).toBe(board.virtual !== null);
  });

  it('supports a target', () => {
    expect(Object.keys(board.targets)).not.toEqual([]);
  });
});

describe.each(TARGETS.map((target) => ({ id: target.id, target })))('the target $id', ({ id, target }) => {
  it('has a printer exactly if it generates code, and then a board', () => {
    const generates = target.generates !== null;
    expect(PRINTERS[id] !== undefined, 'a line in generator/targets/generate.ts').toBe(generates);
    const boards = BOARDS.filter(({ targets }) => targets[id] !== undefined);
    expect(boards.length > 0, `a file ${id}.ts in the folder of a board`).toBe(generates);
  });

  it('has a finder for its kernel if it needs one', () => {
    expect(kernelOf(id) !== null).toBe(target.kernel !== null);
    const kernel = kernelOf(id);
    const problem = kernel === null || kernel.installed ? '' : (kernel.problem ?? '');
    expect(problem).not.toContain('does not know where to look');
  });

  it('has its port of the runtime if it is a kernel', () => {
    if (target.kernel !== null) expect(isThere('runtime-c/port', id), `add runtime-c/port/${id}`).toBe(true);
  });
});

/** Pairs whose overheads no program of bench/ measures. The analysis says that it does not count them. */
const UNMEASURED = ['mps2-an385, zephyr'];

describe.each(pairs)('$title', ({ board, target, on }) => {
  it('has static files', () => {
    const file = `templates/targets/${target.id}/${templatesOf(board)}/README.md`;
    expect(isThere(file), `add ${file}`).toBe(true);
  });

  it('has its measured memory: of threads if tasks have stacks, otherwise of tables', () => {
    expect(on.threads !== null, 'threads').toBe(target.taskStacks);
    // A process on this computer has enough memory for any sketch.
    const measured = board.virtual?.emulator !== 'host-process' && !target.taskStacks;
    expect(on.tables !== null, 'tables').toBe(measured);
  });

  it('has measured overheads, except on this computer and where a measurement is to be written', () => {
    const isMeasured = board.virtual?.emulator !== 'host-process' && !UNMEASURED.includes(`${board.id}, ${target.id}`);
    expect(on.overheads !== null).toBe(isMeasured);
    const serves = targetById(target.id).generates?.interrupts === true;
    if (on.overheads !== null) expect(on.overheads.interrupts !== undefined, 'overheads.interrupts').toBe(serves);
  });

  it('uses files of the kernel if it has one that is not installed by itself', () => {
    const isSource = target.kernel !== null && target.kernel.isInstalled !== true;
    expect(on.kernelFiles.length > 0 || on.cmake !== undefined).toBe(isSource);
    expect(on.kernelBoard !== undefined, 'kernelBoard').toBe(target.kernel?.isInstalled === true);
  });

  it('is run by the soak test, or a board with the same chip is, unless its bounds count no overheads', () => {
    if (UNMEASURED.includes(`${board.id}, ${target.id}`)) return;
    const sameChip = hasChipOf(board);
    const profiles = PLATFORMS.filter((one) => {
      const tried = boardById(one.board);
      return tried !== undefined && sameChip(tried) && one.target === target.id;
    });
    expect(profiles.length, `a line for ${board.id}, ${target.id} in PLATFORMS of test/soak/profiles.ts`).toBe(1);
  });
});
