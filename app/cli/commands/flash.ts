/** `polyloop flash`: builds the firmware and writes it into the real board at a port. */
import type { Command } from 'commander';
import { portProblem } from '../../host/devices/serial/port-access.ts';
import { writeBoard } from '../../host/devices/serial/write-board.ts';
import { boardOf } from '../../host/pipeline.ts';
import { addBuildSettings, type BuildSettings, buildDocument, buildOrReport } from '../building.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_INTERRUPTED, EXIT_OK } from '../exit-codes.ts';
import { withInterrupt } from '../interrupt.ts';
import { PORT_HELP, requireRealBoard } from '../ports.ts';
import { requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';

interface FlashOptions extends BuildSettings {
  readonly port: string;
  readonly json?: true;
}

export function addFlashCommand(program: Command, run: Run): void {
  const command = program
    .command('flash')
    .description('write a sketch into a real board')
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .requiredOption('--port <port>', PORT_HELP);
  addBuildSettings(command)
    .option('--json', 'print a JSON document')
    .action((file: string, options: FlashOptions) => run((terminal) => flashFile(terminal, file, options)));
}

async function flashFile(terminal: Terminal, file: string, options: FlashOptions): Promise<number> {
  const read = await requireSketch(terminal, file, options.json ?? false);
  if (!read.ok) return read.exitCode;
  const { sketch } = read;
  const board = boardOf(sketch);
  requireRealBoard(board);
  const { port, tool } = options;
  const problem = await portProblem(port);
  if (problem !== null) throw new CommandError(problem);
  return withInterrupt(async (signal) => {
    const build = await buildOrReport(terminal, file, sketch, options, signal);
    if (typeof build === 'number') return build;
    const isWritten = await writeBoard({
      ...{ firmware: build.firmware.path, tool, board, port, signal },
      onStep: (step) => terminal.progress(`${step}…`),
      onLine: ({ text }) => {
        if (options.verbose) terminal.note(text);
      },
    }).catch((error: unknown) => {
      throw new CommandError(error instanceof Error ? error.message : String(error));
    });
    if (!isWritten) return EXIT_INTERRUPTED;
    terminal.print(
      options.json
        ? JSON.stringify({ ...buildDocument(file, build), port })
        : printable(`Written into the board on ${port} and compared.`),
    );
    return EXIT_OK;
  });
}
