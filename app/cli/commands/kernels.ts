/** `polyloop kernels`: lists the kernels that targets need. `polyloop kernels get NAME` installs one. */
import { Argument, type Command } from 'commander';
import { boardsOf } from '../../../generator/boards/index.ts';
import type { TargetName } from '../../../generator/sketch/model.ts';
import { TARGETS } from '../../../generator/targets/index.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { root } from '../../../platformio/setup/paths.mjs';
import { describeMissing, type KernelTool } from '../../../platformio/setup/tools.ts';
import type { SetupPart } from '../../contract/settings.ts';
import { kernelOf } from '../../host/kernels.ts';
import { setupInNode } from '../../host/setup/run-setup.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_OK } from '../exit-codes.ts';
import { printable, type Terminal } from '../terminal.ts';

/** The kernels that the set-up can get, by the name of their target. */
const PARTS: Readonly<Partial<Record<TargetName, SetupPart>>> = { freertos: 'freertos', zephyr: 'zephyr' };

interface Listed {
  readonly target: TargetName;
  readonly kernel: KernelTool;
}

export function addKernelsCommand(program: Command, run: Run): void {
  const kernels = program
    .command('kernels')
    .description('list the kernels that targets need, and where they are')
    .option('--json', 'print a JSON document')
    .action((options: { readonly json?: true }) => run(async (terminal) => printKernels(terminal, options)));
  kernels
    .command('get')
    .description("get the sources of a kernel from their publisher into Polyloop's folder")
    .addArgument(new Argument('<name>', 'the target').choices(Object.keys(PARTS)))
    .action((name: TargetName) => run((terminal) => getKernel(terminal, name)));
}

/** In the order of the targets. */
const listed = (): readonly Listed[] =>
  TARGETS.flatMap(({ id }) => {
    const kernel = kernelOf(id);
    return kernel === null ? [] : [{ target: id, kernel }];
  });

function printKernels(terminal: Terminal, { json }: { readonly json?: true }): number {
  if (json) terminal.print(visibleJson({ kernels: listed().map(documentOf) }));
  else for (const each of listed()) terminal.print(linesOf(each).map(printable).join('\n'));
  return EXIT_OK;
}

function linesOf({ target, kernel }: Listed): string[] {
  const boards = `  boards: ${boardsOf(target).join(', ')}`;
  if (!kernel.installed) return [`${describeMissing(kernel)}.`, boards];
  return [`${kernel.name} ${kernel.version}`, `  folder: ${kernel.sourceDir}`, boards];
}

function documentOf({ target, kernel }: Listed): object {
  const found = kernel.installed
    ? { version: kernel.version, path: kernel.sourceDir, problem: null }
    : { version: null, path: null, problem: `${describeMissing(kernel)}.` };
  return { target, name: kernel.name, installed: kernel.installed, ...found, boards: boardsOf(target) };
}

async function getKernel(terminal: Terminal, target: TargetName): Promise<number> {
  const part = PARTS[target];
  const variable = TARGETS.find(({ id }) => id === target)?.kernel?.variable ?? '';
  const named = process.env[variable];
  if (part === undefined) throw new CommandError(`Polyloop cannot get the kernel of ${target}.`);
  // Polyloop would install a kernel that no build uses.
  if (named) {
    throw new CommandError(
      `Builds use the kernel in ${printable(named)}, because ${variable} names it. Unset ${variable}, then try again.`,
    );
  }
  const { signal } = new AbortController();
  const ok = await setupInNode(root)({ part, onLine: (line) => terminal.note(printable(line)), signal });
  if (!ok) throw new CommandError('The kernel was not installed. The lines above say why.');
  return printKernels(terminal, {});
}
