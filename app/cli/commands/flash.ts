/** `polyloop flash`: builds the firmware and writes it into the real board at a port. */
import type { Command } from 'commander';
import { visibleJson } from '../../../generator/words/visible.ts';
import { lockPort } from '../../host/devices/serial/port-lock.ts';
import { type WriteRequest, writeBoard } from '../../host/devices/serial/write-board.ts';
import { boardOf } from '../../host/pipeline.ts';
import { addBuildSettings, addIgnoreStack, type BuildSettings, buildDocument, buildOrReport } from '../building.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_OK } from '../exit-codes.ts';
import { cancelled, withInterrupt } from '../interrupt.ts';
import { noteUploadDoubts, PORT_HELP, requireFreePort, requireRealBoard } from '../ports.ts';
import { requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';

interface FlashOptions extends BuildSettings {
  readonly port: string;
  readonly json?: true;
  readonly ignoreStack?: true;
}

export function addFlashCommand(program: Command, run: Run): void {
  const command = program
    .command('flash')
    .description('write a sketch into a real board')
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .requiredOption('--port <port>', PORT_HELP);
  addIgnoreStack(addBuildSettings(command))
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
  await requireFreePort(port);
  await noteUploadDoubts(terminal, { file, sketch, board, port });
  return withInterrupt(async (signal) => {
    const build = await buildOrReport(terminal, file, sketch, options, signal);
    if (typeof build === 'number') return build;
    const { stackProblem = null } = build.firmware;
    if (stackProblem !== null) throw new CommandError(stackProblem);
    const isWritten = await writeOnce({
      ...{ firmware: build.firmware.path, tool, board, port, signal },
      onStep: (step) => terminal.progress(`${step}…`),
      onLine: ({ text }) => {
        if (options.verbose) terminal.note(printable(text));
      },
    }).catch((error: unknown) => {
      throw new CommandError(error instanceof Error ? error.message : String(error));
    });
    if (!isWritten) return cancelled(terminal);
    terminal.print(
      options.json
        ? visibleJson({ ...buildDocument(file, build), port })
        : printable(`Written into the board on ${port} and compared.`),
    );
    return EXIT_OK;
  });
}

/** Writes the board while no other program of Polyloop uses its port. */
async function writeOnce(request: WriteRequest): Promise<boolean> {
  const lock = lockPort(request.port, 'polyloop flash');
  try {
    return await writeBoard({ ...request, onStart: (pid) => lock.note(pid) });
  } finally {
    lock.release();
  }
}
