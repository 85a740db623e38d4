/** Whether the sketch fits into its board: estimated before a build, and as the last build found it. */
import { isMemoryUnknown, staticFit } from '../../generator/judge/fit.ts';
import {
  BUILT_FLASH,
  BUILT_RAM,
  ESTIMATED_FLASH,
  ESTIMATED_RAM,
  formatBytesOf,
  levelSource,
  levelWords,
  stackWords,
} from '../../generator/numbers/memory.ts';
import { formatLoad } from '../../generator/numbers/share.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { BUILD_TOOLS, type MemoryUse } from '../contract/builds.ts';
import { type LastMemory, lastMemory } from '../host/builds/last-memory.ts';
import { buildFolder } from '../host/builds/service.ts';
import { hostPaths } from '../host/paths.ts';
import { printable, type Terminal } from './terminal.ts';

/** The current one, or else one of an earlier version of the sketch. Null: the sketch was not built. */
async function lastOf(file: string, sketch: Sketch): Promise<LastMemory | null> {
  const folders = BUILD_TOOLS.map((tool) => buildFolder(hostPaths().cache, file, sketch, tool));
  const found = (await Promise.all(folders.map((folder) => lastMemory(folder, sketch)))).filter(
    (each) => each !== null,
  );
  return found.find(({ isCurrent }) => isCurrent) ?? found[0] ?? null;
}

/** What the last build of the sketch takes, if the sketch has not changed since. */
export async function currentMemory(file: string, sketch: Sketch): Promise<MemoryUse | null> {
  const last = await lastOf(file, sketch);
  return last?.isCurrent === true ? last.memory : null;
}

/** The memory in the document of `polyloop check`. docs/cli.md describes it. */
export async function memoryDocument(file: string, sketch: Sketch): Promise<object> {
  const last = await lastOf(file, sketch);
  const fit = staticFit(sketch, last?.memory.stacks);
  return {
    memory: {
      estimated: fit && {
        ...{ ramBytes: fit.ramBytes, ramAvailableBytes: fit.ramLimitBytes },
        ...{ flashBytes: fit.flashBytes, flashAvailableBytes: fit.flashLimitBytes, fits: fit.fits },
        ...(fit.levels.length > 0 && { stackIsBuilt: fit.stackIsBuilt }),
      },
      lastBuild: last && { isCurrent: last.isCurrent, fits: fitsIn(last.memory), ...last.memory },
    },
  };
}

const fitsIn = ({ ramBytes, ramAvailableBytes, flashBytes, flashAvailableBytes, stacks = [] }: MemoryUse): boolean =>
  ramBytes <= ramAvailableBytes &&
  flashBytes <= flashAvailableBytes &&
  stacks.every(({ certainBytes, availableBytes }) => certainBytes <= availableBytes);

export async function printMemory(terminal: Terminal, file: string, sketch: Sketch): Promise<void> {
  const last = await lastOf(file, sketch);
  const fit = staticFit(sketch, last?.memory.stacks);
  if (fit !== null) {
    const ram = `${ESTIMATED_RAM.label}: ${formatBytesOf(fit.ramBytes, fit.ramLimitBytes)}`;
    const flash =
      fit.flashBytes === null
        ? []
        : [`${ESTIMATED_FLASH.label}: ${formatBytesOf(fit.flashBytes, fit.flashLimitBytes)}`];
    const words = `${[ram, ...flash].join('. ')}, without libraries and the variables of the code.`;
    terminal.print(fit.fits ? words : `${words} ${terminal.style('red', 'IT DOES NOT FIT.')}`);
    const source = levelSource(fit);
    if (source !== null) terminal.print(`${source}.`);
  }
  if (fit === null && last === null && isMemoryUnknown(sketch)) {
    terminal.print('RAM and flash are not estimated on this board. A build tells them.');
  }
  if (last === null) return;
  printBuiltMemory(terminal, last.memory);
  if (!last.isCurrent) terminal.print('The figures of the build are of an earlier version of the sketch.');
}

/** What a build takes, the same after `polyloop build` and in `polyloop check`. */
export function printBuiltMemory(terminal: Terminal, memory: MemoryUse): void {
  const { ramBytes, ramAvailableBytes, flashBytes, flashAvailableBytes, stacks = [] } = memory;
  const share = (part: number, whole: number) => `${formatBytesOf(part, whole)}, ${formatLoad(part / whole)}`;
  terminal.print(`${BUILT_RAM.label}: ${share(ramBytes, ramAvailableBytes)}, without the main stack and the heap`);
  terminal.print(`${BUILT_FLASH.label}: ${share(flashBytes, flashAvailableBytes)}`);
  for (const stack of stacks) {
    terminal.print(printable(stackWords(stack)));
    const levels = levelWords(stack);
    if (levels !== null) terminal.print(printable(levels));
  }
  if (!fitsIn(memory)) terminal.print(terminal.style('red', 'THE BUILD DOES NOT FIT.'));
}
