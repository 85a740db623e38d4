/**
 * A plan is the list of commands with which PlatformIO built a project. The commands depend on the names of the
 * files, on their lines with `include`, and on all other files than code. So a project that differs only in code
 * needs the same commands, and PlatformIO need not find them out again. The plans, and the libraries' objects that
 * their commands made, are kept for all projects.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { tr } from '../../../generator/words/tr.ts';
import type { Program } from '../../setup/tools.ts';
import type { BuildRequest } from '../build.ts';
import { inParts } from '../parts.ts';
import { BuildSession } from '../session.ts';
import { Entries, type Places } from './entries.ts';
import {
  areUnchanged,
  type BuildCommands,
  type Command,
  type Commands,
  commandsOfSketchSchema,
  environmentNow,
  type Known,
  linked,
  outputOf,
  projectFiles,
  FORMAT as RECORD_FORMAT,
  REPEAT_DIR,
  type Recipe,
  SOURCE,
  sizeSchema,
  stampsSchema,
} from './record.ts';
import { runCommands } from './run-command.ts';
import { stampsOf } from './stamps.ts';

/** Incremented when the meaning of a plan changes. */
const FORMAT = 1;
const PLAN = 'plan.json';
/** PlatformIO's objects, and those of a plan. PlatformIO must find its own as it left them. */
const [PIO_BUILD, OWN_BUILD] = ['.pio/build', path.posix.join(...REPEAT_DIR.split(path.sep), 'build')];

const planSchema = z.object({
  format: z.literal(FORMAT),
  /** Files outside of the project on which the commands and their results depend. */
  outside: stampsSchema,
  /** Variables that a compiler reads. */
  environment: z.string(),
  commands: commandsOfSketchSchema,
  size: sizeSchema,
  /** The compiler's commands for the libraries. */
  compile: z.array(z.array(z.string())),
  /** The commands that put objects together, in order. */
  archive: z.array(z.array(z.string())),
  /** The objects and archives that the sketch is linked with, which these commands make. */
  made: z.array(z.string()),
  /** The archives of the framework, which are the same for all projects with this plan. */
  framework: z.array(z.string()),
});

type Plan = z.infer<typeof planSchema>;

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

const CODE = /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|inc|s)$/i;

/** The lines that decide which libraries PlatformIO builds. A line that continues on the next one is joined with it. */
export function includesOf(source: string): string {
  const joined = source.replaceAll(/(?:\\|\?\?\/)\r?\n/g, '');
  return joined
    .split('\n')
    .filter((line) => line.includes('include') || line.includes('import'))
    .join('\n');
}

/** What decides the commands of a project, and what decides the objects of its libraries. */
async function keysOf(projectDir: string, files: readonly string[], { command }: Program) {
  const texts = await Promise.all(
    files.map(async (file) => [path.relative(projectDir, file), await readFile(file, 'latin1')] as const),
  );
  const forms = texts.map(([name, text]) => [name, CODE.test(name) ? includesOf(text) : text]);
  const source = await readFile(path.join(projectDir, SOURCE), 'latin1');
  return { plan: digest([FORMAT, environmentNow(), command, forms, includesOf(source)]), content: digest(texts) };
}

/** The folder of the plans: that of the request or of POLYLOOP_PLANS, else beside PlatformIO's own cache. Null: none. */
function entriesOf(request: BuildRequest, pio: Program): Entries | null {
  const core = pio.env.PLATFORMIO_CORE_DIR;
  const plans = request.plans ?? process.env.POLYLOOP_PLANS;
  if (plans !== undefined) return new Entries(plans);
  return core === undefined ? null : new Entries(path.join(core, '.cache', 'polyloop-plans'));
}

const FRAMEWORK = /^libFramework\w*\.a$/;

/** The commands that make what the sketch is linked with. Undefined if one of them is unknown. */
function librariesOf(
  { commands: all }: BuildCommands,
  commands: Commands,
): Pick<Plan, 'compile' | 'archive' | 'made' | 'framework'> | undefined {
  const compilers = new Map(all.filter((argv) => argv.includes('-c')).map((argv) => [outputOf(argv), argv]));
  const inputs = linked(commands);
  const framework = inputs.filter((file) => FRAMEWORK.test(path.posix.basename(file)));
  const made = inputs.filter((file) => !framework.includes(file));
  const compile: string[][] = [];
  const archive: string[][] = [];
  for (const file of made) {
    const put = all.find(([program = '', , output]) => /ar$/.test(program) && output === file);
    const index = all.find(([program = '', output]) => /ranlib$/.test(program) && output === file);
    const objects = put === undefined ? [file] : put.slice(3);
    for (const object of objects) {
      const argv = compilers.get(object);
      if (argv === undefined) return undefined;
      compile.push(argv);
    }
    if (put !== undefined) archive.push(put, ...(index === undefined ? [] : [index]));
  }
  return { compile, archive, made, framework };
}

/** The same command with its objects elsewhere. */
const moved = (argv: readonly string[]): string[] => argv.map((part) => part.replaceAll(PIO_BUILD, OWN_BUILD));

const movedCommand = ({ argv, path: search }: Command): Command => ({ argv: moved(argv), path: search });

/** Numbered, because two files may have one name. */
const placesOf = (projectDir: string, files: readonly string[]): Places =>
  new Map(files.map((file, index) => [`${index}${path.posix.extname(file)}`, path.resolve(projectDir, file)]));

/**
 * Keeps the plan of a build by PlatformIO. Keeps none if a command is unknown, or is not the same in another folder.
 */
export async function keepPlan(request: BuildRequest, pio: Program, known: Known): Promise<void> {
  const { projectDir } = request;
  const { data, commands, outside } = known;
  const entries = entriesOf(request, pio);
  const libraries = librariesOf(data, commands);
  if (entries === null || libraries === undefined) return;
  const own = [...libraries.compile, ...libraries.archive, ...Object.values(commands).map(({ argv }) => argv)];
  if (own.flat().some((part) => part.includes(projectDir))) return;
  const { compile, link, hex } = commands;
  const plan: Plan = {
    format: FORMAT,
    outside,
    environment: environmentNow(),
    commands: { compile: movedCommand(compile), link: movedCommand(link), hex: movedCommand(hex) },
    size: data.size,
    compile: libraries.compile.map(moved),
    archive: libraries.archive.map(moved),
    made: moved(libraries.made),
    framework: moved(libraries.framework),
  };
  const { plan: key } = await keysOf(projectDir, await projectFiles(projectDir), pio);
  const file = path.join(projectDir, REPEAT_DIR, PLAN);
  await writeFile(file, JSON.stringify(plan));
  await entries.put(key, new Map([[PLAN, file], ...placesOf(projectDir, libraries.framework)]));
}

function readPlan(text: string | null): Plan | null {
  try {
    return planSchema.parse(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

/**
 * Makes the libraries of a project by the plan of an earlier build, in this folder or another one. Returns the record
 * of a build whose own source is still to be compiled. Null: there is no plan, or PlatformIO has more to say.
 */
export async function buildByPlan(request: BuildRequest, pio: Program): Promise<Recipe | null> {
  const { projectDir } = request;
  const entries = entriesOf(request, pio);
  if (entries === null) return null;
  const files = await projectFiles(projectDir);
  // Before the files are read, so that a later change is noticed.
  const own = await stampsOf(files);
  const keys = await keysOf(projectDir, files, pio).catch(() => null);
  if (keys === null || own === undefined) return null;
  const text = await entries.read(keys.plan, PLAN);
  const plan = readPlan(text);
  if (plan === null || plan.environment !== environmentNow() || !(await areUnchanged(plan.outside))) return null;
  request.onLine?.({
    stream: 'out',
    text: tr`PlatformIO has built a project with the same files before, so its commands are repeated.`,
  });
  await rm(path.join(projectDir, OWN_BUILD), { recursive: true, force: true });
  if (!(await entries.take(keys.plan, placesOf(projectDir, plan.framework)))) return null;
  const made = placesOf(projectDir, plan.made);
  const objects = digest([text, keys.content]);
  if (!(await entries.take(objects, made))) {
    if (!(await makeLibraries(request, pio, plan))) return null;
    await entries.put(objects, made);
  }
  const inputs = await stampsOf([...plan.framework, ...plan.made].map((file) => path.resolve(projectDir, file)));
  if (inputs === undefined) return null;
  const { environment, commands, size } = plan;
  return { format: RECORD_FORMAT, inputs: { ...own, ...plan.outside, ...inputs }, environment, commands, size };
}

/** False if a program failed or printed anything: PlatformIO repeats it, and the user reads it. */
async function makeLibraries(request: BuildRequest, pio: Program, plan: Plan): Promise<boolean> {
  const session = new BuildSession(request);
  const { path: search } = plan.commands.compile;
  const execute = async (commands: readonly (readonly string[])[]) =>
    (await runCommands(session, pio, commands, search)).code === 0;
  for (const argv of plan.compile) {
    await mkdir(path.dirname(path.join(request.projectDir, outputOf(argv) ?? '')), { recursive: true });
  }
  const compiled = await Promise.all(inParts(plan.compile, availableParallelism()).map(execute));
  if (compiled.includes(false)) return false;
  if (plan.archive.length > 0 && !(await execute(plan.archive))) return false;
  return session.lines.length === 0;
}
