import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { boardOf } from '../../../generator/boards/index.ts';
import { FIGURES } from '../../../generator/calibration/figures.ts';
import { calibrationPrograms } from '../../../generator/calibration/programs.ts';
import { testRecord } from '../../../generator/calibration/test-record.ts';
import { readSketch } from '../../../generator/sketch/read.ts';
import { BoardLister } from '../../host/boards/list.ts';
import { presentTools } from '../../host/calibration/present-tools.ts';
import { documents, runCli } from '../test-cli.ts';

it("polyloop boards finds boards by words, Polyloop's own first", async () => {
  const { code, out } = await runCli(['boards', 'arduino', 'uno']);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Polyloop's own:\n {2}uno {2}Arduino Uno: ATmega328P, 16 MHz, 2 KiB RAM, 31.5 KiB flash; superloop/,
  );
  expect(out).toMatch(/uno_r4_minima {2}Arduino Uno R4 Minima: ra4m1, 48 MHz/);
  expect(out).toMatch(/uno_mini {2}Arduino Uno Mini.*; atmelavr; built, not run\n/);
  expect(out).toMatch(/uno_r4_minima .*; renesas-ra; not tried\n/);
  expect(out).toContain('The first build for one of the other boards needs the internet.');
  expect((await runCli(['boards', 'toaster'])).out).toContain('No board has these words.');
});

it('polyloop boards tells which boards the user measured', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'polyloop-boards-'));
  await mkdir(path.join(home, 'config', 'calibrations'), { recursive: true });
  const boards = async () => documents(await runCli(['boards', 'uno', '--json'], { env: { POLYLOOP_HOME: home } }));
  const isMeasured = async () => {
    const found = (await boards())[0]?.boards as readonly { board: string; measured: boolean }[];
    return found.find(({ board }) => board === 'uno_mini')?.measured;
  };
  expect(await isMeasured()).toBe(false);
  const facts = (await new BoardLister().list()).boards.find(({ id }) => id === 'uno_mini')?.facts;
  const boardFacts = facts ?? expect.fail('no Uno Mini');
  const board = boardOf({ board: 'uno_mini', boardFacts }) ?? expect.fail('no board');
  const { runtime, compiler } = await presentTools(board);
  const figures = Object.fromEntries(FIGURES.arduino.map((name) => [name, { most: 900, count: 100 }]));
  const programs = calibrationPrograms('arduino').map((program) => ({ ...program, figures }));
  const own = { board: 'uno_mini', boardFacts, runtime, compiler: compiler ?? 'none', programs };
  const record = { ...testRecord(), ...own };
  await writeFile(path.join(home, 'config', 'calibrations', 'uno_mini.superloop.json'), JSON.stringify(record));
  expect(await isMeasured()).toBe(true);
  await rm(home, { recursive: true });
});

it('polyloop boards --json prints the members of a sketch file', async () => {
  const [document] = documents(await runCli(['boards', 'leonardo', '--json']));
  const boards = document?.boards as { board: string; boardFacts: object }[];
  const { board, boardFacts } = boards.find((one) => one.board === 'leonardo') ?? expect.fail('no Leonardo');
  expect(boardFacts).toMatchObject({ name: 'Arduino Leonardo', platform: 'atmelavr', ramBytes: 2560 });
  const file = { polyloop: 1, name: 'x', board, boardFacts, target: 'superloop', tasks: [] };
  expect(readSketch(JSON.stringify(file), { boards: ['uno'] }).ok).toBe(true);
});
