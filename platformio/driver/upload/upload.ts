/**
 * Writes firmware into a real board, with the tool that built it. PlatformIO and arduino-cli know
 * how each board is written; for AVR boards both use avrdude, which reads the chip's signature
 * before it writes anything.
 */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tr } from '../../../generator/words/tr.ts';
import { ownFile } from '../../setup/paths.mjs';
import { type RunResult, run } from '../../setup/run.mjs';
import { makeTemporary } from '../../setup/temporary.mjs';
import { describeMissing, type Program, type Tools } from '../../setup/tools.ts';
import { boardOfVendor } from '../arduino-cli.ts';
import type { BuildLine } from '../build.ts';
import { toolEnvironment } from '../session.ts';
import { uploadFailure } from './failure.ts';

/** The steps of an upload, in their order. */
export type UploadStep = 'connecting' | 'writing' | 'verifying';

export interface UploadRequest {
  /** Intel HEX file. */
  readonly firmware: string;
  /** The tool that built the firmware. */
  readonly tool: 'platformio' | 'arduino-cli';
  readonly board: UploadBoard;
  /** `/dev/ttyACM0`, `COM3`. */
  readonly port: string;
  readonly tools: Tools;
  readonly signal: AbortSignal;
  readonly onStep?: (step: UploadStep) => void;
  readonly onLine?: (line: BuildLine) => void;
  /** Called with the process that uses the port. */
  readonly onStart?: (pid: number) => void;
}

export interface UploadBoard {
  /** As the user knows the board: "Arduino Uno". */
  readonly label: string;
  readonly mcu: string;
  readonly platformio: { readonly platform: string; readonly board: string; readonly framework: string };
  /** arduino-cli's name of the board: `arduino:avr:uno`. */
  readonly fqbn: string | null;
}

export type UploadResult =
  | { readonly outcome: 'ok' | 'cancelled' }
  /** `message` says what failed and the way out, for the user. */
  | { readonly outcome: 'failed'; readonly message: string };

const SCRIPT = ownFile('driver', 'upload', 'firmware.py');

/** avrdude's lines that begin a step. Version 7 says "initialized" and "writing", version 8 "opened" and "Writing". */
const STEPS: readonly (readonly [RegExp, UploadStep])[] = [
  [/AVR device initialized|device signature/i, 'writing'],
  [/bytes of flash written|verifying flash/i, 'verifying'],
];

/**
 * Resolves when the board has been written and verified, or when the upload failed or was
 * cancelled. A cancelled or failed upload can leave a board without a working program, and the next
 * upload works nevertheless, because the boot loader is never written.
 */
export async function upload(request: UploadRequest): Promise<UploadResult> {
  const { tool, tools } = request;
  const program = tool === 'platformio' ? tools.pio : tools.arduinoCli;
  if (!program.installed) return { outcome: 'failed', message: `${describeMissing(program)}.` };
  if (!tools.avrdude.installed && needsAvrdude(request))
    return { outcome: 'failed', message: `${describeMissing(tools.avrdude)}.` };
  request.onStep?.('connecting');
  const dir = await makeTemporary('upload');
  try {
    const args = tool === 'platformio' ? await platformioArguments(request, dir) : arduinoArguments(request);
    const script = { PLATFORMIO_EXTRA_SCRIPTS: `pre:${SCRIPT}`, POLYLOOP_FIRMWARE: request.firmware };
    const env = { ...toolEnvironment(program), ...(tool === 'platformio' && script) };
    return await start(request, program, args, { cwd: dir, env });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Other platforms of PlatformIO bring their own tools, and so do Arduino's boards for arduino-cli. */
const needsAvrdude = ({ tool, board, tools }: UploadRequest): boolean =>
  tool === 'platformio'
    ? board.platformio.platform === OWN_PLATFORM
    : tools.arduinoCli.installed && tools.arduinoCli.vendor === 'debian';

/** Polyloop's own platform, which uses the avrdude that set-up found. */
const OWN_PLATFORM = 'atmelavr';

/**
 * A project of its own, into which firmware.py puts the firmware. So the upload neither builds again
 * nor depends on a build folder that another build may change.
 */
async function platformioArguments({ board, port }: UploadRequest, dir: string): Promise<readonly string[]> {
  const { platform, board: id, framework } = board.platformio;
  const environment = `[env:upload]\nplatform = ${platform}\nboard = ${id}\nframework = ${framework}\n`;
  await writeFile(path.join(dir, 'platformio.ini'), environment);
  const targets = ['--target', 'nobuild', '--target', 'upload'];
  return ['run', '--project-dir', dir, ...targets, '--upload-port', port];
}

function arduinoArguments({ firmware, board, port, tools }: UploadRequest): readonly string[] {
  const vendor = tools.arduinoCli.installed ? tools.arduinoCli.vendor : 'arduino';
  const system = vendor === 'debian' && tools.avrdude.installed ? systemAvrdude(tools.avrdude) : [];
  const fqbn = boardOfVendor(board.fqbn ?? '', vendor);
  return [
    'upload',
    '--fqbn',
    fqbn,
    '--port',
    port,
    '--input-file',
    firmware,
    '--verify',
    '--verbose',
    '--no-color',
    ...system,
  ];
}

/** Debian's core does not know where avrdude is. Arduino's avrdude has its configuration beside it. */
function systemAvrdude({ command }: Program): readonly string[] {
  const directory = path.dirname(path.dirname(command[0]));
  const beside = path.join(directory, 'etc', 'avrdude.conf');
  return [
    ...['--upload-property', `runtime.tools.avrdude.path=${directory}`],
    ...['--upload-property', `tools.avrdude.config.path=${existsSync(beside) ? beside : '/etc/avrdude.conf'}`],
  ];
}

async function start(
  { board, port, signal, onStep, onLine, onStart }: UploadRequest,
  program: Program,
  args: readonly string[],
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<UploadResult> {
  const lines: string[] = [];
  const command = [...program.command, ...args];
  onLine?.({ stream: 'command', text: command.join(' ') });
  const result = await run(command, {
    ...place,
    ownTemporary: true,
    signal,
    ...(onStart && { onStart }),
    // avrdude reads for ever from a port that is gone, because the end of the input is no error for it.
    endsWithParent: true,
    onLine: (text, stream) => {
      lines.push(text);
      const step = STEPS.find(([pattern]) => pattern.test(text));
      if (step !== undefined) onStep?.(step[1]);
      onLine?.({ stream: stream === 'stdout' ? 'out' : 'error', text });
    },
  });
  if (result.cancelled) return { outcome: 'cancelled' };
  if (result.code === 0) return { outcome: 'ok' };
  return { outcome: 'failed', message: uploadFailure(lines, { port, board }) ?? unknownFailure(program, result) };
}

function unknownFailure({ name }: Program, { startError, tail }: RunResult): string {
  if (startError !== null) return tr`${name} could not be started: ${startError}.`;
  const last = tail.findLast((line) => /[a-z]/i.test(line) && !line.startsWith('==')) ?? '';
  return tr`The program could not be written into the board. ${name} says: ${last}`;
}
