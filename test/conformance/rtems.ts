/** Compiles the runtime and a test program for RTEMS on the RealView PBX-A9, and runs it in QEMU. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { realviewPbxA9 } from '../../generator/boards/realview-pbx-a9/index.ts';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';
import { type CortexRun, runInQemu } from './cortex.ts';
import { withObjects } from './objects/objects.ts';
import {
  type Config,
  isRuntime,
  PROGRAMS,
  type ProgramSource,
  RUNTIME,
  sourcesOf,
  WARNINGS,
  withScratch,
  writeConfig,
} from './toolchain.ts';

const run = promisify(execFile);
const { rtemsKernel, qemuArm } = findTools();
const absent = [rtemsKernel, qemuArm].find((tool) => !tool.installed) ?? null;

/** The reason why RTEMS cannot be tested on this machine, as a sentence. Null if it can. */
export const rtemsMissing = absent === null || absent.installed ? null : describeMissing(absent);

const PORTS = ['rtems', 'realview-pbx-a9'];
const TICK_US = 5000;

/** Builds `files` with the runtime, the board's port and the kernel's. */
export async function buildForRtems(directory: string, config: Config, files: readonly string[]): Promise<string> {
  if (!rtemsKernel.installed) throw new Error(rtemsKernel.howToGet);
  const { c, cFlags, linkFlags } = rtemsKernel.compilers;
  const include = await writeConfig(directory, config);
  await writeFile(path.join(include, 'polyloop_rtems_settings.h'), `#define PL_RTEMS_TICK_US ${TICK_US}\n`);
  const elf = path.join(directory, 'program.elf');
  const ports = PORTS.map((name) => path.join(RUNTIME, 'port', name));
  const searched = [path.join(RUNTIME, 'include'), path.join(RUNTIME, 'src'), ...ports, PROGRAMS];
  const flags = [...WARNINGS, '-O2', '-ffunction-sections', ...cFlags, ...searched.map((dir) => `-I${dir}`)];
  const own = [
    ...(await sourcesOf('src')),
    ...(await Promise.all(PORTS.map((name) => sourcesOf('port', name)))).flat(),
  ];
  const inputs = await withObjects(
    { compiler: c.command[0], flags, include, files: [...files, ...own] },
    // The kernel's tables depend on the settings beside the configuration.
    (file) => isRuntime(file) && !file.endsWith('configuration.c'),
  );
  await run(c.command[0], [`-I${include}`, ...flags, ...inputs, ...linkFlags, '-o', elf]);
  return elf;
}

export async function runOnRtems(program: ProgramSource): Promise<CortexRun> {
  const files = ['conform_realview', program.name].map((name) => path.join(PROGRAMS, `${name}.c`));
  return withScratch(async (directory) => {
    const elf = await buildForRtems(directory, program.config, files);
    return runInQemu(directory, elf, { board: realviewPbxA9, lines: ['verdict', 'telemetry'] });
  });
}
