/**
 * Lists which tools are installed and how to install the others. Combines the result of the tool
 * search with the purpose of each tool.
 */

import { tr } from '../../generator/words/tr.ts';
import { describeMissing, findTools, type Tools } from '../../platformio/setup/tools.ts';
import type { ToolStatus } from '../contract/settings.ts';

type ToolKey =
  | 'pio'
  | 'avr'
  | 'arduinoCli'
  | 'hostCc'
  | 'hostCxx'
  | 'armGcc'
  | 'qemuArm'
  | 'freertosKernel'
  | 'avrdude'
  | 'clangFormat'
  | 'clangd'
  | 'browser';

const PURPOSES: Readonly<Record<ToolKey, () => string>> = {
  pio: () => tr`builds sketches`,
  avr: () => tr`compiles for the Uno and other boards with an AVR processor`,
  arduinoCli: () => tr`builds sketches, instead of PlatformIO`,
  hostCc: () => tr`compiles for the board "host", which runs as a program on this computer`,
  hostCxx: () => tr`compiles the bodies of tasks for the board "host"`,
  armGcc: () => tr`compiles for boards with an Arm processor`,
  qemuArm: () => tr`runs programs for the virtual Arm board`,
  freertosKernel: () => tr`the kernel that is compiled into FreeRTOS sketches`,
  avrdude: () => tr`uploads firmware to a real board`,
  clangFormat: () => tr`formats code in the editor`,
  clangd: () => tr`completes and explains code in the editor, beside what Polyloop knows itself`,
  browser: () => tr`runs the window in tests`,
};

function location(tool: Tools[ToolKey]): string | null {
  if (!tool.installed) return null;
  if ('sourceDir' in tool) return `${tool.sourceDir} (${tool.version})`;
  return 'command' in tool ? tool.command.join(' ') : tool.binDir;
}

export function toolsStatus(tools: Tools = findTools()): ToolStatus[] {
  return (Object.keys(PURPOSES) as ToolKey[]).map((key) => {
    const tool = tools[key];
    return {
      name: tool.name,
      purpose: PURPOSES[key](),
      installed: tool.installed,
      path: location(tool),
      install: tool.installed ? null : tool.howToGet,
      problem: tool.installed ? null : `${describeMissing(tool)}.`,
    };
  });
}
