/**
 * Lists which tools are installed and how to install the others. Combines the result of the tool
 * search with the purpose of each tool.
 */

import { tr } from '../../generator/words/tr.ts';
import {
  describeMissing,
  findTools,
  howToGetClangd,
  type Missing,
  type Tools,
  withClangd,
} from '../../platformio/setup/tools.ts';
import type { ClangdStatus, SetupPart, ToolStatus } from '../contract/settings.ts';
import { clangdVersion } from './code/clangd-version.ts';

type ToolKey =
  | 'pio'
  | 'avr'
  | 'arduinoCli'
  | 'hostCc'
  | 'hostCxx'
  | 'armGcc'
  | 'qemuArm'
  | 'qemuPc'
  | 'freertosKernel'
  | 'zephyrKernel'
  | 'rtemsKernel'
  | 'questKernel'
  | 'avrdude'
  | 'clangFormat'
  | 'clangd'
  | 'browser';

/**
 * The part of the set-up that installs a tool. PlatformIO comes with a platform for AVR processors. A kernel that
 * the environment names is the user's own.
 */
function partOf(key: ToolKey): SetupPart | null {
  const kernel = KERNELS[key];
  if (kernel !== undefined) return process.env[kernel.variable] ? null : kernel.part;
  return key === 'pio' ? 'build-tools' : null;
}

/** The kernels: the environment variable that names each, and the part of the set-up that installs it. */
const KERNELS: Readonly<Partial<Record<ToolKey, { readonly variable: string; readonly part: SetupPart | null }>>> = {
  freertosKernel: { variable: 'FREERTOS_KERNEL_PATH', part: 'freertos' },
  zephyrKernel: { variable: 'ZEPHYR_BASE', part: 'zephyr' },
  rtemsKernel: { variable: 'RTEMS_PREFIX', part: null },
  questKernel: { variable: 'QUEST_ROOT', part: null },
};

const PURPOSES: Readonly<Record<ToolKey, () => string>> = {
  pio: () => tr`builds sketches`,
  avr: () => tr`compiles for the Uno and other boards with an AVR processor`,
  arduinoCli: () => tr`builds sketches, instead of PlatformIO`,
  hostCc: () => tr`compiles for the board "host", which runs as a program on this computer`,
  hostCxx: () => tr`compiles the bodies of tasks for the board "host"`,
  armGcc: () => tr`compiles for boards with an Arm processor`,
  qemuArm: () => tr`runs programs for the virtual Arm board`,
  qemuPc: () => tr`runs programs for the virtual PC with Quest`,
  freertosKernel: () => tr`the kernel that is compiled into FreeRTOS sketches`,
  zephyrKernel: () => tr`the kernel that is compiled into Zephyr sketches`,
  rtemsKernel: () => tr`the kernel that is linked with RTEMS sketches`,
  questKernel: () => tr`the kernel that starts Quest sketches, with its C library and compiler`,
  avrdude: () => tr`uploads firmware to a real board`,
  clangFormat: () => tr`formats code in the editor`,
  clangd: () => tr`completes and explains code in the editor, in addition to Polyloop's own help`,
  browser: () => tr`runs the window in tests`,
};

function location(tool: Tools[ToolKey]): string | null {
  if (!tool.installed) return null;
  if ('sourceDir' in tool) return `${tool.sourceDir} (${tool.version})`;
  return 'command' in tool ? tool.command.join(' ') : tool.binDir;
}

function statusOf(key: ToolKey, tool: Tools[ToolKey]): ToolStatus {
  return {
    name: tool.name,
    purpose: PURPOSES[key](),
    installed: tool.installed,
    path: location(tool),
    install: tool.installed ? null : tool.howToGet,
    problem: tool.installed ? null : `${describeMissing(tool)}.`,
    part: partOf(key),
  };
}

/** @param clangdPath as in the settings */
export function toolsStatus(clangdPath: string): ToolStatus[] {
  const tools = withClangd(findTools(), clangdPath);
  return (Object.keys(PURPOSES) as ToolKey[]).map((key) => statusOf(key, tools[key]));
}

/**
 * A program that is not a clangd counts as not installed.
 *
 * @param clangdPath as in the settings
 */
export async function clangdStatus(clangdPath: string, found: Tools = findTools()): Promise<ClangdStatus> {
  const { clangd } = withClangd(found, clangdPath);
  if (!clangd.installed) return { ...statusOf('clangd', clangd), version: null };
  const version = await clangdVersion(clangd);
  if (version !== null) return { ...statusOf('clangd', clangd), version };
  const problem = tr`${clangd.command.join(' ')} is not clangd.`;
  const missing: Missing = { installed: false, name: clangd.name, howToGet: howToGetClangd(), problem };
  return { ...statusOf('clangd', missing), version: null };
}
