/**
 * Finds which of Arduino's functions a program can use on a board. The product builds and runs one
 * sketch with a line for each function. Lines that do not compile are removed, and the sketch is
 * built again.
 */
import { openDevice } from '../../app/host/devices/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { buildWithArmGcc } from '../../platformio/driver/arm-gcc.ts';
import type { BuildRequest, BuildResult } from '../../platformio/driver/build.ts';
import { buildHost } from '../../platformio/driver/host-cc.ts';
import { buildWithPio } from '../../platformio/driver/pio.ts';
import { describeMissing, findTools, type Missing } from '../../platformio/setup/tools.ts';
import { board, generated, Workspace } from '../golden/projects.ts';
import { decode, runOnHost, runOnUno } from '../golden/traced-run.ts';
import { type ArduinoFunction, FUNCTIONS, PRELUDE, SETUP } from './functions.ts';

export const BOARDS = ['uno', 'mps2-an385', 'host'] as const;
export type CoveredBoard = (typeof BOARDS)[number];

const tools = findTools();
/** Length of a run, longer than all checks. */
const RUN_US = 400_000;

interface Tool {
  readonly needs: readonly ({ readonly installed: true } | Missing)[];
  readonly build: (request: BuildRequest) => Promise<BuildResult>;
  /** Runs the program and returns its output. */
  readonly run: (firmware: string) => Promise<string>;
}

async function runOnArm(firmware: string): Promise<string> {
  const device = await openDevice('qemu', board('mps2-an385'));
  const chunks: Uint8Array[] = [];
  await device.pause();
  const serial = (bytes: Uint8Array) => void chunks.push(bytes.slice());
  await device.start({ format: 'elf', path: firmware }, { serial, status: () => {}, pins: () => {} });
  await device.runFor(RUN_US * 1000);
  await device.stop();
  return decode(new Uint8Array(Buffer.concat(chunks))).text;
}

const TOOLS: Readonly<Record<CoveredBoard, Tool>> = {
  uno: { needs: [tools.pio], build: buildWithPio, run: async (hex) => (await runOnUno(hex, RUN_US)).text },
  'mps2-an385': { needs: [tools.armGcc, tools.armGxx, tools.qemuArm], build: buildWithArmGcc, run: runOnArm },
  host: {
    needs: [tools.hostCc, tools.hostCxx],
    build: buildHost,
    run: async (program) => (await runOnHost(program, RUN_US)).text,
  },
};

/** The reason why a board cannot be tested on this machine. Null if it can. */
export function missingFor(id: CoveredBoard): string | null {
  const part = TOOLS[id].needs.find((tool) => !tool.installed);
  return part === undefined || part.installed ? null : describeMissing(part);
}

/** By function: 'works', or the compiler's message in its line. */
export type Coverage = ReadonlyMap<string, string>;

async function build(id: CoveredBoard, functions: readonly ArduinoFunction[], workspace: Workspace) {
  const body = functions.map(({ name, check }) => `report("${name}", [] { ${check} }());`).join('\n');
  const task = newTask('a', { periodUs: 1_000_000, body, setup: SETUP });
  const project = generated({ ...newSketch('arduino', { tasks: [task] }), prelude: PRELUDE }, id);
  if (project.files.size === 0) throw new Error(JSON.stringify(project.diagnostics));
  const projectDir = await workspace.write(`${id}-${functions.length}`, project);
  return TOOLS[id].build({ projectDir, tools });
}

/**
 * The compiler's message for each function. Of several messages in its line, the one that names the
 * function, rather than one about a pin that its check uses.
 */
function refusals({ diagnostics }: BuildResult, functions: readonly ArduinoFunction[]): Map<string, string> {
  const refused = new Map<string, string>();
  for (const { severity, member, line, message } of diagnostics) {
    const name = member === 'body' && line !== null ? functions[line - 1]?.name : undefined;
    if (severity !== 'error' || name === undefined) continue;
    if (!refused.has(name) || message.includes(`${name}()`)) refused.set(name, message);
  }
  return refused;
}

/**
 * @throws if a program without the refused functions does not build, or if a function gives a wrong
 * result.
 */
export async function coverageOf(id: CoveredBoard): Promise<Coverage> {
  const workspace = new Workspace();
  try {
    const refused = refusals(await build(id, FUNCTIONS, workspace), FUNCTIONS);
    const usable = FUNCTIONS.filter(({ name }) => !refused.has(name));
    const built = await build(id, usable, workspace);
    if (built.firmware === null) throw new Error(JSON.stringify([built.message, built.diagnostics], null, 1));
    const text = await TOOLS[id].run(built.firmware.path);
    const verdicts = new Map(text.split('\r\n').map((line) => line.split(' ') as [string, string]));
    return new Map(FUNCTIONS.map(({ name }) => [name, refused.get(name) ?? verdicts.get(name) ?? 'says nothing']));
  } finally {
    await workspace.remove();
  }
}
