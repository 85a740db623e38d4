/** Programs for which the runtime's files are compiled and examined: the constants of polyloop_config.h select other code. */
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = import.meta.dirname;

export interface Configuration {
  readonly constants: readonly string[];
  /** Whether the configuration is for boards with a kernel. */
  readonly threads: boolean;
}

const EVERYTHING = [
  'PL_USES_RESOURCES 1',
  'PL_USES_JOB_TIME 1',
  'PL_USES_BUDGET_HANDLER 1',
  'PL_INTERRUPT_COUNT 2',
  'PL_IO_SERVER_COUNT 1',
];
const NOTHING = ['SPORADIC', 'BACKGROUND', 'BACKLOG', 'STOP', 'SETUP', 'DEADLINE_HANDLER'];

export const CONFIGURATIONS: readonly Configuration[] = [
  { constants: ['PL_TASK_COUNT 3', 'PL_POLICY PL_POLICY_FIXED', 'PL_TELEMETRY 1'], threads: false },
  {
    constants: [
      'PL_TASK_COUNT 9',
      'PL_POLICY PL_POLICY_EDF',
      'PL_TELEMETRY 1',
      'PL_TRACE_RING_BYTES 256',
      ...EVERYTHING,
    ],
    threads: false,
  },
  { constants: ['PL_TASK_COUNT 32', 'PL_POLICY PL_POLICY_EDF', 'PL_TELEMETRY 0'], threads: false },
  {
    constants: [
      'PL_TASK_COUNT 1',
      'PL_POLICY PL_POLICY_FIXED',
      'PL_TELEMETRY 0',
      ...NOTHING.map((part) => `PL_USES_${part} 0`),
    ],
    threads: false,
  },
  {
    constants: ['PL_TASK_COUNT 9', 'PL_POLICY PL_POLICY_EDF', 'PL_TELEMETRY 1', 'PL_ONE_STACK 1', ...EVERYTHING],
    threads: false,
  },
  {
    constants: [
      'PL_TASK_COUNT 3',
      'PL_POLICY PL_POLICY_FIXED',
      'PL_TELEMETRY 0',
      'PL_ONE_STACK 1',
      'PL_USES_RESOURCES 1',
      'PL_USES_EXHAUSTION_STOP 1',
    ],
    threads: false,
  },
  {
    constants: [
      'PL_TASK_COUNT 3',
      'PL_POLICY PL_POLICY_FIXED',
      'PL_TELEMETRY 0',
      'PL_ONE_STACK 1',
      ...NOTHING.map((part) => `PL_USES_${part} 0`),
    ],
    threads: false,
  },
  {
    constants: ['PL_TASK_COUNT 9', 'PL_POLICY PL_POLICY_FIXED', 'PL_TELEMETRY 1', 'PL_PREEMPTIVE 1', ...EVERYTHING],
    threads: true,
  },
  {
    constants: ['PL_TASK_COUNT 20', 'PL_POLICY PL_POLICY_EDF', 'PL_TELEMETRY 0', 'PL_PREEMPTIVE 1'],
    threads: true,
  },
];

/** Writes polyloop_config.h into a directory. */
export async function writeConfiguration(directory: string, { constants }: Configuration): Promise<void> {
  const lines = [...constants, 'PL_METADATA_BYTES 50'].map((constant) => `#define ${constant}\n`);
  await writeFile(path.join(directory, 'polyloop_config.h'), lines.join(''));
}

/** Where headers are searched, for files of the core and of a port. */
export function headerDirectories(directory: string, port: string): string[] {
  return [directory, path.join(ROOT, 'include'), path.join(ROOT, 'src'), path.join(ROOT, 'port', port)];
}

/** The C files of a part of the runtime: `src`, or `port` and its name. */
export async function cFiles(...parts: string[]): Promise<string[]> {
  const directory = path.join(ROOT, ...parts);
  const names = await readdir(directory);
  return names.filter((name) => name.endsWith('.c')).map((name) => path.join(directory, name));
}
