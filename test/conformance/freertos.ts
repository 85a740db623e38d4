/**
 * Adds FreeRTOS to the builds of conformance programs: the unmodified kernel and the runtime's port
 * to it.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mps2An385 } from '../../generator/boards/mps2-an385/index.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import type { Board } from '../../generator/platform/board.ts';
import { describeMissing, findTools, type Missing } from '../../platformio/setup/tools.ts';
import { cortexMissing } from './cortex.ts';
import { objectsOf } from './objects/objects.ts';
import { type KernelBuild, RUNTIME, sourcesOf } from './toolchain.ts';

const { freertosKernel, avr } = findTools();
const PORT = path.join(RUNTIME, 'port', 'freertos');
const TICK_HZ = 200;

/** The reason why FreeRTOS cannot be tested on this machine, as a sentence. Null if it can. */
function reason(parts: readonly ({ readonly installed: true } | Missing | null)[]): string | null {
  for (const part of parts) if (part !== null && !part.installed) return describeMissing(part);
  return null;
}

export const freertosUnoMissing = reason([freertosKernel, avr]);
export const freertosCortexMissing = reason([freertosKernel, cortexMissing]);

function configText(board: Board, checked: boolean): string {
  const lines = [
    `#define configCPU_CLOCK_HZ UINT32_C(${board.clockHz})`,
    `#define PL_KERNEL_TICK_HZ ${TICK_HZ}`,
    ...(checked ? ['#define PL_KERNEL_ASSERT'] : []),
    '#include "polyloop_freertos_config.h"',
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * The kernel's sources, compiled without the warnings that are errors in Polyloop's sources.
 * @param checked whether the kernel checks its arguments
 */
function kernelBuild(board: Board, portable: string | null, checked: boolean): KernelBuild {
  return async (include, searched, compiler) => {
    if (!freertosKernel.installed) throw new Error(freertosKernel.howToGet);
    const { sourceDir } = freertosKernel;
    await writeFile(path.join(include, 'FreeRTOSConfig.h'), configText(board, checked));
    const headers = [path.join(sourceDir, 'include'), ...(portable === null ? [] : [path.join(sourceDir, portable)])];
    const ours = [...searched, path.join(RUNTIME, 'include'), PORT].map((directory) => `-I${directory}`);
    const flags = [`-I${PORT}`, ...headers.flatMap((directory) => ['-isystem', directory])];
    const names = ['tasks.c', 'list.c', ...(portable === null ? [] : [path.join(portable, 'port.c')])];
    const files = names.map((name) => path.join(sourceDir, name));
    const [gcc, ...machine] = compiler;
    const all = [...machine, '-w', ...ours, ...flags];
    const objects = await objectsOf({ compiler: gcc, flags: all, include, files }, include);
    return { files: [...objects, ...(await sourcesOf('port', 'freertos'))], flags };
  };
}

const ARM_CM3 = path.join('portable', 'GCC', 'ARM_CM3');
export const freertosOnCortex = kernelBuild(mps2An385, ARM_CM3, true);
/** The kernel without assertions, as in users' programs, for measurements. */
export const freertosOnCortexUnchecked = kernelBuild(mps2An385, ARM_CM3, false);
/** The runtime contains the kernel's port to the ATmega328P. */
export const freertosOnUno = kernelBuild(uno, null, false);
