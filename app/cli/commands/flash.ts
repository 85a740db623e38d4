/** `polyloop flash`: builds the firmware and writes it into the real board at a port. */
import type { Command } from 'commander';
import { upload } from '../../../platformio/driver/upload/upload.ts';
import { findTools } from '../../../platformio/setup/tools.ts';
import { lostWords, portProblem, watchPort } from '../../host/devices/serial/port-access.ts';
import { stepWords } from '../../host/devices/serial/serial-board.ts';
import { boardOf } from '../../host/pipeline.ts';
import {
  addBuildSettings,
  type BuildSettings,
  buildDocument,
  buildExitCode,
  buildForCommand,
  printDiagnostics,
} from '../building.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_INTERRUPTED, EXIT_OK } from '../exit-codes.ts';
import { withInterrupt } from '../interrupt.ts';
import { requireRealBoard } from '../ports.ts';
import { requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';

/** Why an upload was aborted: the port has disappeared. */
const GONE = Symbol('gone');

interface FlashOptions extends BuildSettings {
  readonly port: string;
  readonly json?: true;
}

export function addFlashCommand(program: Command, run: Run): void {
  const command = program
    .command('flash')
    .description('write a sketch into a real board')
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .requiredOption(
      '--port <port>',
      'the serial port of the board, e.g. /dev/ttyACM0 or COM3 (`polyloop ports` lists them)',
    );
  addBuildSettings(command)
    .option('--json', 'print a JSON document')
    .action((file: string, options: FlashOptions) => run((terminal) => flashFile(terminal, file, options)));
}

async function flashFile(terminal: Terminal, file: string, options: FlashOptions): Promise<number> {
  const read = await requireSketch(terminal, file, options.json ?? false);
  if (!read.ok) return read.exitCode;
  const { sketch } = read;
  const { label, mcu, platformio, fqbn } = boardOf(sketch);
  requireRealBoard(boardOf(sketch));
  if (platformio === null) throw new CommandError(`Programs for "${label}" cannot be uploaded.`);
  const { port, tool } = options;
  const problem = await portProblem(port);
  if (problem !== null) throw new CommandError(problem);
  return withInterrupt(async (signal) => {
    const build = await buildForCommand(terminal, file, sketch, options, signal);
    if (!options.json) printDiagnostics(terminal, file, build);
    if (build.firmware === null) {
      if (options.json) terminal.print(JSON.stringify(buildDocument(file, build)));
      return buildExitCode(build);
    }
    const abort = new AbortController();
    signal.addEventListener('abort', () => abort.abort());
    const watch = watchPort(port, () => abort.abort(GONE));
    const result = await upload({
      ...{
        firmware: build.firmware.path,
        tool,
        board: { label, mcu, platformio, fqbn },
        port,
        tools: findTools(),
        signal: abort.signal,
      },
      onStep: (step) => terminal.progress(`${stepWords(step)}…`),
      onLine: ({ text }) => {
        if (options.verbose) terminal.note(text);
      },
    });
    clearInterval(watch);
    if (abort.signal.reason === GONE) throw new CommandError(lostWords(port));
    if (result.outcome === 'cancelled') return EXIT_INTERRUPTED;
    if (result.outcome === 'failed') throw new CommandError(result.message);
    terminal.print(
      options.json
        ? JSON.stringify({ ...buildDocument(file, build), port })
        : printable(`Written into the board on ${port} and compared.`),
    );
    return EXIT_OK;
  });
}
