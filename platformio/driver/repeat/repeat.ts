/**
 * Builds without PlatformIO when nothing else than the sketch's own source has changed since the last
 * build of the folder, or when a project with the same plan was built before: PlatformIO takes a second to
 * find out what to do. The compiler's own commands are repeated, and their output goes to a folder of its
 * own, because PlatformIO must find its files as it left them.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { tr } from '../../../generator/words/tr.ts';
import { type RunResult, run } from '../../setup/run.mjs';
import type { Program } from '../../setup/tools.ts';
import type { BuildRequest, BuildResult, MemoryUse } from '../build.ts';
import { confined } from '../build-sandbox.ts';
import { BUILD_LIMITS } from '../check/limits.ts';
import { BuildSession } from '../session.ts';
import { buildByPlan, includesOf } from './plan.ts';
import {
  areUnchanged,
  type Command,
  isCurrent,
  outputOf,
  programOf,
  REPEAT_DIR,
  type Recipe,
  readRecord,
  SOURCE,
  withOutput,
  writeRecord,
} from './record.ts';
import { runCommand } from './run-command.ts';
import { stampsOf } from './stamps.ts';

const OBJECT = path.join(REPEAT_DIR, 'main.cpp.o');
const ELF = path.join(REPEAT_DIR, 'firmware.elf');
const HEX = path.join(REPEAT_DIR, 'firmware.hex');

/** The result of a build without PlatformIO, or null if PlatformIO must build. */
export async function repeatBuild(request: BuildRequest, pio: Program): Promise<BuildResult | null> {
  const { projectDir, onLine } = request;
  const started = performance.now();
  const record = await readRecord(projectDir);
  const source = await readFile(path.join(projectDir, SOURCE), 'utf8').catch(() => null);
  if (source === null) return null;
  const isUsable = record !== null && includesOf(source) === includesOf(record.source);
  if (record === null || !isUsable || !(await isCurrent(record, projectDir))) {
    const recipe = await buildByPlan(request, pio);
    return recipe && new Repetition(request, pio, recipe).build(source);
  }
  if (source === record.source && (await areUnchanged(record.firmware))) {
    onLine?.({ stream: 'out', text: tr`Nothing has changed since the last build, so its firmware is used again.` });
    return { ...record.result, durationMs: performance.now() - started };
  }
  onLine?.({
    stream: 'out',
    text: tr`Only ${SOURCE} has changed since the last build with PlatformIO, so only its commands are repeated.`,
  });
  return new Repetition(request, pio, record).build(source);
}

class Repetition {
  readonly #request: BuildRequest;
  readonly #pio: Program;
  readonly #record: Recipe;
  readonly #session: BuildSession;

  constructor(request: BuildRequest, pio: Program, record: Recipe) {
    this.#request = request;
    this.#pio = pio;
    this.#record = record;
    this.#session = new BuildSession(request);
  }

  async build(source: string): Promise<BuildResult | null> {
    const { projectDir, onLine } = this.#request;
    const { compile, link, hex } = this.#record.commands;
    await mkdir(path.join(projectDir, REPEAT_DIR), { recursive: true });
    const compiled = await this.#run(compile, withOutput(compile.argv, OBJECT));
    // A message of the compiler is the user's; any other failure is for PlatformIO to explain.
    if (compiled.cancelled || (compiled.code !== 0 && this.#session.hasError)) return this.#end(compiled, null);
    const object = outputOf(compile.argv);
    const objects = link.argv.map((argument) => (argument === object ? OBJECT : argument));
    const steps = [
      () => this.#run(link, withOutput(objects, ELF)),
      () => this.#run(hex, [...hex.argv.slice(0, -2), ELF, HEX]),
    ];
    let result = compiled;
    for (const step of steps) if (result.code === 0) result = await step();
    if (result.cancelled) return this.#end(result, null);
    const memory = result.code === 0 ? await this.#memory() : null;
    if (
      memory === null ||
      memory.ramBytes > memory.ramAvailableBytes ||
      memory.flashBytes > memory.flashAvailableBytes
    ) {
      onLine?.({ stream: 'out', text: tr`This program needs a complete build with PlatformIO.` });
      return null;
    }
    const built = await this.#end(result, memory);
    await this.#note(source, built);
    return built;
  }

  #run(command: Command, argv: readonly string[]): Promise<RunResult> {
    return runCommand(this.#session, this.#pio, { ...command, argv: [...argv] });
  }

  #end(result: RunResult, memory: MemoryUse | null): Promise<BuildResult> {
    const { projectDir } = this.#request;
    const firmware = {
      format: 'intel-hex',
      path: path.join(projectDir, HEX),
      elf: path.join(projectDir, ELF),
    } as const;
    return this.#session.end({
      result,
      toolName: this.#pio.name,
      memory,
      failure: null,
      firmware: () => Promise.resolve(firmware),
    });
  }

  /** Measured as PlatformIO does it. */
  async #memory(): Promise<MemoryUse | null> {
    const { size, commands } = this.#record;
    const program = programOf({ argv: size.command, path: commands.link.path });
    const lines: string[] = [];
    const command = await confined([program, ...size.command.slice(1), ELF], this.#request, BUILD_LIMITS);
    const { code } = await run(command, {
      endsWithParent: true,
      cwd: this.#request.projectDir,
      maxOutputBytes: BUILD_LIMITS.outputBytes,
      env: { PATH: commands.link.path, LC_ALL: 'C' },
      onLine: (line) => lines.push(line),
    });
    if (code !== 0) return null;
    const sum = (pattern: string) =>
      lines.reduce((bytes, line) => bytes + Number(new RegExp(pattern).exec(line)?.[1] ?? 0), 0);
    return {
      ramBytes: sum(size.ramPattern),
      ramAvailableBytes: size.ramBytes,
      flashBytes: sum(size.flashPattern),
      flashAvailableBytes: size.flashBytes,
    };
  }

  /** The next build may use this one's firmware again. */
  async #note(source: string, result: BuildResult): Promise<void> {
    const { firmware } = result;
    const stamps = firmware?.elf == null ? undefined : await stampsOf([firmware.path, firmware.elf]);
    if (stamps === undefined) return;
    await writeRecord(this.#request.projectDir, { ...this.#record, source, result, firmware: stamps });
  }
}
