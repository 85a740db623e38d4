/** Builds a generated project with PlatformIO. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tr } from '../../generator/words/tr.ts';
import { ownFile } from '../setup/paths.mjs';
import type { RunResult } from '../setup/run.mjs';
import type { Program } from '../setup/tools.ts';
import type { BuildRequest, BuildResult, Firmware, MemoryUse } from './build.ts';
import { LIBRARY_OF_REGISTRY } from './build-sandbox.ts';
import { exists } from './files.ts';
import { refusedLibraries, unknownPlatform } from './foreign-programs.ts';
import { libraryCopy } from './library-copy.ts';
import { keepPlan } from './repeat/plan.ts';
import { COMMANDS, REPEAT_DIR, recordBuild } from './repeat/record.ts';
import { repeatBuild } from './repeat/repeat.ts';
import { BuildSession, failedAtOnce, notInstalled } from './session.ts';

const usage = /^(RAM|Flash):\s+\[.*\]\s+[\d.]+% \(used (\d+) bytes from (\d+) bytes\)/;

/** From the lines `RAM:   [=   ]   9.1% (used 186 bytes from 2048 bytes)` and `Flash: …`. */
export function pioMemory(lines: readonly string[]): MemoryUse | null {
  const found = new Map(lines.flatMap((line) => entryOf(usage.exec(line))));
  const ram = found.get('RAM');
  const flash = found.get('Flash');
  if (ram === undefined || flash === undefined) return null;
  return {
    ramBytes: ram.used,
    ramAvailableBytes: ram.available,
    flashBytes: flash.used,
    flashAvailableBytes: flash.available,
  };
}

function entryOf(match: RegExpExecArray | null): [string, { used: number; available: number }][] {
  return match === null ? [] : [[match[1] ?? '', { used: Number(match[2]), available: Number(match[3]) }]];
}

const OFFLINE = /^(?:HTTPClientError|InternetConnectionError|.*registry.*(?:timed out|unreachable))/;

const failures: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    OFFLINE,
    () =>
      tr`PlatformIO wanted to download a part that is not installed, and its registry did not answer. Run \`npm run setup\`.`,
  ],
  [/^(?:Error: )?Unknown board ID '(.+)'/, ([, board]) => tr`PlatformIO does not know the board \`${board ?? ''}\`.`],
  [/^UnknownPackageError: (.+)/, ([, text]) => tr`PlatformIO cannot find a part: ${text ?? ''}`],
  [/^(?:Invalid\w*Error|ProjectError|NotPlatformIOProjectError)\w*: (.+)/, ([, text]) => `platformio.ini: ${text}`],
  [/^(?:Error|\w+Error|\w+Exception): (.+)/, ([, text]) => `PlatformIO: ${text}`],
];

const LIBRARY = /^Library Manager: Installing (.+?)(?: @ .*)?$/;
/** Set-up installs the platform without a version. */
const PLATFORM = /^Platform Manager: Installing (?!atmelavr$)(?:platformio\/)?(.+?)(?: @ .*)?$/;

/** What PlatformIO could not download, by the manager that tried. Null: it was something else. */
function missingPart(lines: readonly string[], manager: RegExp): string | null {
  const at = lines.findIndex((line) => OFFLINE.test(line));
  const last = lines.slice(0, Math.max(0, at)).findLast((line) => / Manager: /.test(line));
  return manager.exec(last ?? '')?.[1] ?? null;
}

const platformMessage = (name: string): string =>
  tr`The platform ${name} of the sketch's board is not on this computer, and PlatformIO's registry did not answer. Connect to the internet and build again: the first build for the board downloads it.`;

function libraryMessage(name: string, copy: string | null): string {
  const problem = tr`The library ${name} is not on this computer, and PlatformIO's registry did not answer.`;
  const remedy =
    copy === null
      ? tr`Connect to the internet and build again. Without internet: copy the library to this computer and enter its folder in the sketch's libraries, which the full view (F8) shows.`
      : tr`Connect to the internet and build again, or use the Arduino IDE's copy: enter ${copy} as its folder in the sketch's libraries, which the full view (F8) shows.`;
  return `${problem} ${remedy}`;
}

/**
 * Failures of PlatformIO itself, as opposed to failures of the compiler.
 * @param copyOf finds the folder of a copy of a library that could not be downloaded
 */
export async function pioFailure(
  lines: readonly string[],
  copyOf: (name: string) => Promise<string | null> = libraryCopy,
): Promise<string | null> {
  const library = missingPart(lines, LIBRARY);
  if (library !== null) return libraryMessage(library, await copyOf(library));
  const platform = missingPart(lines, PLATFORM);
  if (platform !== null) return platformMessage(platform);
  for (const [pattern, say] of failures) {
    for (const line of lines) {
      const match = pattern.exec(line);
      if (match !== null) return say(match);
    }
  }
  return null;
}

/** The firmware of the project's first environment that has one. */
async function pioFirmware(projectDir: string): Promise<Firmware | null> {
  const buildDir = path.join(projectDir, '.pio', 'build');
  const environments = await readdir(buildDir, { withFileTypes: true }).catch(() => []);
  for (const { name } of environments.filter((entry) => entry.isDirectory())) {
    const hex = path.join(buildDir, name, 'firmware.hex');
    const elf = path.join(buildDir, name, 'firmware.elf');
    if ((await exists(hex)) && (await exists(elf))) return { format: 'intel-hex', path: hex, elf };
  }
  return null;
}

const skip = /^(?:Retrieved `.*' from cache|Verbose mode can be enabled|Advanced Memory Usage is available)/;

/** A script that PlatformIO runs before those of its platform, and the file that the script writes. */
function recorder(projectDir: string): Record<string, string> {
  return {
    PLATFORMIO_EXTRA_SCRIPTS: `pre:${ownFile('driver', 'repeat', 'record.py')}`,
    POLYLOOP_COMMANDS: path.join(projectDir, COMMANDS),
  };
}

/** The message after a build that succeeds without an Intel HEX file, as for an ESP32. */
const otherFirmware = (): string =>
  tr`PlatformIO has built the program, but not as an Intel HEX file, and Polyloop writes no other files into a board. Export the project and run \`pio run --target upload\` in its folder.`;

export async function buildWithPio(request: BuildRequest): Promise<BuildResult> {
  const { projectDir, tools, repeat } = request;
  const { pio } = tools;
  if (!pio.installed) return notInstalled(pio);
  if (!repeat) return buildCompletely(request, pio);
  const repeated = await repeatBuild(request, pio);
  if (repeated !== null) return repeated;
  const startedMs = Date.now();
  await mkdir(path.join(projectDir, REPEAT_DIR), { recursive: true });
  const result = await buildCompletely(request, { ...pio, env: { ...pio.env, ...recorder(projectDir) } });
  const known = result.outcome === 'ok' ? await recordBuild({ projectDir, tools, pio }, result, startedMs) : null;
  // Without a plan the next build only takes longer.
  if (known !== null) await keepPlan(request, pio, known).catch(() => {});
  return result;
}

const WITHOUT_SCRIPTS = ownFile('driver', 'pio_without_scripts.py');

/** PlatformIO that runs no script of a library that it installs. */
const withoutScripts = (pio: Program): Program => ({ ...pio, command: [pio.command[0], WITHOUT_SCRIPTS] });

/** The content of platformio.ini whose packages are installed. */
const INSTALLED = path.join('.pio', 'polyloop-packages');

/**
 * Installs the packages of the project, if PlatformIO's registry has some of them and they are not installed yet.
 * Only this step has the network. Returns the result of a failed installation.
 */
async function installPackages(
  { projectDir }: BuildRequest,
  pio: Program,
  session: BuildSession,
): Promise<RunResult | null> {
  const ini = await readFile(path.join(projectDir, 'platformio.ini'), 'utf8').catch(() => '');
  const isOwnPlatform = /^platform *= *atmelavr *$/m.test(ini);
  if (isOwnPlatform && !LIBRARY_OF_REGISTRY.test(ini)) return null;
  const note = path.join(projectDir, INSTALLED);
  if ((await readFile(note, 'utf8').catch(() => null)) === ini) return null;
  const result = await session.run(withoutScripts(pio), ['pkg', 'install', '--project-dir', projectDir], true);
  if (result.code !== 0) return result;
  await mkdir(path.dirname(note), { recursive: true });
  await writeFile(note, ini);
  return null;
}

async function buildCompletely(request: BuildRequest, pio: Program): Promise<BuildResult> {
  const { projectDir } = request;
  const ini = await readFile(path.join(projectDir, 'platformio.ini'), 'utf8').catch(() => '');
  const foreign = await unknownPlatform(ini, pio);
  if (foreign !== null) return failedAtOnce(foreign);
  const session = new BuildSession(request, { skip });
  const installed = await installPackages(request, pio, session);
  const refused = installed === null ? await refusedLibraries(request, ini) : null;
  if (refused !== null) return failedAtOnce(refused);
  const result = installed ?? (await session.run(withoutScripts(pio), ['run', '--project-dir', projectDir]));
  return session.end({
    result,
    toolName: pio.name,
    memory: pioMemory(session.lines),
    failure: (await pioFailure(session.lines)) ?? (result.code === 0 ? otherFirmware() : null),
    firmware: () => pioFirmware(request.projectDir),
  });
}
