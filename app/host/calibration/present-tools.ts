/** The runtime and the compiler of a build now, with which calibrations are compared. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PresentTools } from '../../../generator/calibration/record.ts';
import type { Board } from '../../../generator/platform/board.ts';
import { fnv1a32 } from '../../../generator/sketch/fnv.ts';
import { findTools, type Tools } from '../../../platformio/setup/tools.ts';
import { loadStatics } from '../../../templates/load.ts';

const run = promisify(execFile);

/** A fingerprint of the runtime's sources: eight hexadecimal digits. */
export function runtimeFingerprint(programDir?: string): string {
  const sources = [...loadStatics(programDir)].filter(([name]) => name.startsWith('runtime-c/')).sort();
  const text = sources.map(([name, content]) => `${name}\n${content}`).join('\n');
  return fnv1a32(text).toString(16).padStart(8, '0');
}

/** The command of the compiler that a build uses; null if the build tool has its own. */
function compilerOf(board: Board, tools: Tools): string | null {
  if (board.direct !== undefined) return tools.armGcc.installed ? tools.armGcc.command[0] : null;
  if (!tools.avr.installed) return null;
  return path.join(tools.avr.binDir, 'avr-gcc');
}

export async function presentTools(board: Board, programDir?: string, tools = findTools()): Promise<PresentTools> {
  const runtime = runtimeFingerprint(programDir);
  const compiler = compilerOf(board, tools);
  if (compiler === null) return { runtime, compiler: null };
  try {
    const { stdout } = await run(compiler, ['-dumpfullversion', '-dumpversion']);
    return { runtime, compiler: `GCC ${stdout.trim()}` };
  } catch {
    return { runtime, compiler: null };
  }
}
