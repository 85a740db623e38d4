import { expect, it } from 'vitest';
import { readSketch } from '../../../generator/sketch/read.ts';
import { documents, runCli } from '../test-cli.ts';

it("polyloop boards finds boards by words, Polyloop's own first", async () => {
  const { code, out } = await runCli(['boards', 'arduino', 'uno']);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Polyloop's own:\n {2}uno {2}Arduino Uno: ATmega328P, 16 MHz, 2 KiB RAM, 31.5 KiB flash; superloop/,
  );
  expect(out).toMatch(/uno_r4_minima {2}Arduino Uno R4 Minima: ra4m1, 48 MHz/);
  expect(out).toContain('Their overheads are not measured.');
  expect((await runCli(['boards', 'toaster'])).out).toContain('No board has these words.');
});

it('polyloop boards --json prints the members of a sketch file', async () => {
  const [document] = documents(await runCli(['boards', 'leonardo', '--json']));
  const boards = document?.boards as { board: string; boardFacts: object }[];
  const { board, boardFacts } = boards.find((one) => one.board === 'leonardo') ?? expect.fail('no Leonardo');
  expect(boardFacts).toMatchObject({ name: 'Arduino Leonardo', platform: 'atmelavr', ramBytes: 2560 });
  const file = { polyloop: 1, name: 'x', board, boardFacts, target: 'superloop', tasks: [] };
  expect(readSketch(JSON.stringify(file), { boards: ['uno'] }).ok).toBe(true);
});
