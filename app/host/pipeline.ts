/**
 * Sketch → project → firmware. The window, the command line and the tests all use this pipeline.
 * Running the firmware is the job of devices/.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { boardOf as knownBoard } from '../../generator/boards/index.ts';
import { lower } from '../../generator/lower/lower.ts';
import type { Board } from '../../generator/platform/board.ts';
import type { Sketch, TargetName } from '../../generator/sketch/model.ts';
import type { Problem } from '../../generator/sketch/problem.ts';
import { type GeneratedProject, generateProject } from '../../generator/targets/generate.ts';
import { targetById } from '../../generator/targets/index.ts';
import { tr } from '../../generator/words/tr.ts';
import { buildWithArduinoCli } from '../../platformio/driver/arduino-cli.ts';
import { buildWithArmGcc } from '../../platformio/driver/arm-gcc.ts';
import type { Firmware } from '../../platformio/driver/build.ts';
import { buildHost } from '../../platformio/driver/host-cc.ts';
import { buildWithPio } from '../../platformio/driver/pio.ts';
import { buildWithZephyr } from '../../platformio/driver/zephyr.ts';
import { toolsDir } from '../../platformio/setup/paths.mjs';
import { findTools, type Tools } from '../../platformio/setup/tools.ts';
import { loadStatics } from '../../templates/load.ts';
import type { BuildTool, StackUse } from '../contract/builds.ts';
import { RpcError } from '../contract/errors.ts';
import type { BuildOutcome, BuildRequest } from './builds/build.ts';
import { withFolderLock } from './builds/folder-lock.ts';
import { noteMemory } from './builds/last-memory.ts';
import { LOCK_NAME, markUsed } from './builds/old-builds.ts';
import { diagnosticsOf } from './builds/problem-diagnostics.ts';
import { type ProjectFile, type WrittenProject, writeProject } from './builds/project-files.ts';
import { refuseLinksOut } from './files/links.ts';
import { loadKernel } from './kernels.ts';
import { stackRefusal, stackWarnings } from './memory/stack-problems.ts';

export interface PipelineOptions {
  /**
   * The program's folder, which contains templates/ and runtime-c/. The default is the folder that
   * contains this file's program.
   */
  readonly programDir?: string;
  readonly tools?: Tools;
  /** The folder of the plans of builds that repeat. Absent: the one that all builds share. */
  readonly plans?: string;
}

export function boardOf(sketch: Sketch): Board {
  const board = knownBoard(sketch);
  if (board) return board;
  throw new RpcError('not-found', tr`There is no board "${sketch.board}". Choose another board for the sketch.`);
}

/** A generated project, and the problem if its kernel is missing. */
export interface HostProject extends GeneratedProject {
  /** A problem at `target`. Null when the target needs no kernel or the kernel is installed. */
  readonly withoutKernel: Problem | null;
}

/**
 * Throws `not-found` for an unknown board. Other errors are diagnostics. A missing kernel is not an
 * error here, because a project can be useful without it.
 */
export function generate(sketch: Sketch, options: PipelineOptions = {}): HostProject {
  const board = boardOf(sketch);
  const tools = options.tools ?? findTools();
  const kernel = loadKernel(sketch.target, board, tools);
  const files = kernel.state === 'loaded' ? kernel.files : null;
  const project = generateProject(sketch, { board, statics: loadStatics(options.programDir), kernel: files });
  const withoutKernel: Problem | null =
    kernel.state === 'missing' ? { pointer: '/target', message: kernel.message, severity: 'error' } : null;
  return { ...project, withoutKernel };
}

/**
 * Writes a generated project and changes only files that differ. Rejects with the reason when the
 * folder cannot be written.
 */
export function writeGenerated(dir: string, project: GeneratedProject): Promise<WrittenProject> {
  const files: ProjectFile[] = [...project.files].map(([path, content]) => ({ path, content }));
  return writeProject(dir, files);
}

const BUILDERS: Readonly<Record<BuildTool, typeof buildWithPio>> = {
  platformio: buildWithPio,
  'arduino-cli': buildWithArduinoCli,
};

/** A kernel with a build of its own builds its sketches. A board that uses neither a compiler directly nor PlatformIO is this computer itself. */
function builderFor(board: Board, target: TargetName, tool: BuildTool): typeof buildWithPio {
  if (board.targets[target]?.cmake) return buildWithZephyr;
  if (board.direct) return buildWithArmGcc;
  return board.platformio === null ? buildHost : BUILDERS[tool];
}

const UNBUILT = { message: null, diagnostics: [], memory: null, firmware: null } satisfies Partial<BuildOutcome>;

/**
 * Generates into `request.dir` and builds there. Only one build at a time uses a folder, and other
 * builds wait for it.
 */
export async function buildSketch(request: BuildRequest, options: PipelineOptions = {}): Promise<BuildOutcome> {
  const started = performance.now();
  const took = () => ({ durationMs: performance.now() - started });
  const { sketch, signal } = request;
  const project = generate(sketch, options);
  const problems = [...project.diagnostics, ...(project.withoutKernel ? [project.withoutKernel] : [])];
  const diagnostics = diagnosticsOf(problems, sketch);
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    return { ...UNBUILT, outcome: 'failed', diagnostics, ...took() };
  }
  const onWait = () => request.onLine({ stream: 'step', text: tr`Waiting for another build of this sketch…` });
  try {
    const lock = join(request.dir, LOCK_NAME);
    const result = await withFolderLock(lock, signal, onWait, () => buildProject(request, project, options));
    return { ...result, diagnostics: [...diagnostics, ...result.diagnostics], ...took() };
  } catch (error) {
    if (signal.aborted) return { ...UNBUILT, outcome: 'cancelled', ...took() };
    throw error;
  }
}

/**
 * PlatformIO takes `$NAME` in a path as a variable and has no escape for it, and the CMake files of a kernel take a
 * path apart at a space. A project in such a folder is built in a folder of the tools, which stays the same for the next
 * build.
 */
function buildsIn(dir: string, tool: BuildTool, usesCMake: boolean): string {
  if (usesCMake ? !CMAKE_BREAKS.test(dir) : tool !== 'platformio' || !dir.includes('$')) return dir;
  if (usesCMake && CMAKE_BREAKS.test(toolsDir)) {
    const text = tr`The kernel cannot be built in ${dir}: the path contains a space or another character that its build does not take. Choose another folder, or set POLYLOOP_TOOLS_DIR to a path of letters and digits.`;
    throw new RpcError('unavailable', text);
  }
  if (!usesCMake && toolsDir.includes('$')) {
    const text = tr`PlatformIO cannot build in ${dir}: the path contains “$”. Choose another folder, or set POLYLOOP_TOOLS_DIR to a path without it.`;
    throw new RpcError('unavailable', text);
  }
  return join(toolsDir, 'builds', createHash('sha256').update(dir).digest('hex').slice(0, 16));
}

/** A backslash separates folders on Windows only. */
const CMAKE_BREAKS = /[^!-~]|[$;"'()#&]/;

/** Copies firmware from the folder in which it was built to the same place in the folder of the order. */
async function takenTo(ordered: string, dir: string, { format, path, elf }: Firmware): Promise<Firmware> {
  const taken = async (from: string) => {
    const to = join(ordered, relative(dir, from));
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
    return to;
  };
  return { format, path: await taken(path), elf: elf === null ? null : await taken(elf) };
}

/** In which build tools write: PlatformIO, arduino-cli, the computer's own compiler, the Arm compiler, and CMake. */
const BUILD_FOLDERS = ['.pio', '.arduino', '.host', '.arm', 'build'];

async function buildProject(
  { sketch, dir: ordered, tool, repeat = false, trusted = false, signal, onLine }: BuildRequest,
  project: GeneratedProject,
  options: PipelineOptions,
): Promise<BuildOutcome> {
  const dir = buildsIn(ordered, tool, boardOf(sketch).targets[sketch.target]?.cmake !== undefined);
  await refuseLinksOut(ordered, BUILD_FOLDERS);
  if (dir !== ordered) await writeGenerated(ordered, project);
  const { changed } = await writeGenerated(dir, project);
  await markUsed(dir);
  onLine({
    stream: 'step',
    text: tr`Generated ${project.files.size} files, ${changed.length} of them new or changed.`,
  });
  const tools = options.tools ?? findTools();
  const board = boardOf(sketch);
  const { plans } = options;
  const order = { projectDir: dir, tools, fqbn: board.fqbn, repeat, trusted, ...(plans && { plans }), signal, onLine };
  const { firmware: made, ...result } = await builderFor(board, sketch.target, tool)(order);
  const firmware = made === null || dir === ordered ? made : await takenTo(ordered, dir, made);
  const sharedStack = !targetById(sketch.target).taskStacks;
  const { cores } = sketch;
  const image = firmware && {
    format: firmware.format,
    path: firmware.path,
    elf: firmware.elf,
    sharedStack,
    cores,
    tool,
  };
  const built = { ...result, diagnostics: [...result.diagnostics], firmware: image };
  const stacks = await stacksOf(built, sketch, board);
  if (image === null || built.memory === null) return built;
  const memory = stacks === null ? built.memory : { ...built.memory, stacks: [...stacks] };
  // Another folder is the user's, and gets no files that the project does not need.
  if (repeat) await noteMemory(dir, sketch, memory).catch(() => {});
  if (stacks === null) return built;
  return {
    ...built,
    memory,
    diagnostics: [...built.diagnostics, ...stackWarnings(stacks)],
    firmware: { ...image, stackProblem: stackRefusal(stacks) },
  };
}

/** The stacks of a built program; null where they are not known. */
async function stacksOf(
  { firmware, memory }: Pick<BuildOutcome, 'firmware' | 'memory'>,
  sketch: Sketch,
  board: Board,
): Promise<readonly StackUse[] | null> {
  const target = targetById(sketch.target);
  const { program } = lower(sketch, board, target);
  if (firmware === null || memory === null || program === null) return null;
  const reserveBytes = program.threads?.leastStackBytes ?? 0;
  const interrupts = sketch.interrupts.length;
  const nestsBy = target.preemptive && !target.taskStacks ? sketch.policy : null;
  // Loaded after the first build, so that the server starts without it.
  const { programStacks } = await import('./memory/program-stacks.ts');
  return programStacks({ firmware, memory, board, owners: program.tasks, nestsBy, reserveBytes, interrupts });
}
