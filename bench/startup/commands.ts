/** The start-up time of the command line. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { compileCacheDir, nodeProgram, root } from '../../platformio/setup/paths.mjs';
import { which } from '../../platformio/setup/which.mjs';
import { childrenMs, median, print, printRow, type Sample } from './rounds.ts';

const bin = path.join(root, 'app', 'cli', 'bin.mjs');
const sources = path.join(root, 'app', 'cli', 'main.ts');
const sketch = path.join(root, 'test', 'fixtures', 'sketches', 'seven-tasks.polyloop.json');
/** Another Node that a user may have. With it the command line starts the pinned Node. */
const otherNode = which(
  'node',
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((dir) => !dir.startsWith(root))
    .join(path.delimiter),
);

interface Start {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const STARTS: readonly Start[] = [
  { name: '`node -e 0`', command: [nodeProgram, '-e', '0'] },
  { name: '`polyloop --version`', command: [nodeProgram, bin, '--version'] },
  { name: '`polyloop check FILE`', command: [nodeProgram, bin, 'check', sketch] },
  { name: '`polyloop check --json FILE`', command: [nodeProgram, bin, 'check', '--json', sketch] },
  { name: '`polyloop check --design FILE`', command: [nodeProgram, bin, 'check', '--design', sketch] },
  { name: '`polyloop check FILE`, from the sources', command: [nodeProgram, sources, 'check', sketch] },
  ...(otherNode === null
    ? []
    : [
        { name: '`node -e 0`, the other Node', command: [otherNode, '-e', '0'] } as const,
        { name: '`polyloop check FILE`, from the other Node', command: [otherNode, bin, 'check', sketch] } as const,
      ]),
];

function start({ name, command: [program, ...args] }: Start): Sample {
  const cpuBefore = childrenMs();
  const before = performance.now();
  const { status } = spawnSync(program, args, { env: { ...process.env, NODE_COMPILE_CACHE: compileCacheDir } });
  const wallMs = performance.now() - before;
  if (status !== 0) throw new Error(`${name} ended with ${status}`);
  return { wallMs, cpuMs: childrenMs() - cpuBefore };
}

/** Measures the commands in turns, so that other load slows all of them equally, and prints a table. */
export function measureCommands(rounds: number): void {
  // The first two commands create the bundle and the compile cache.
  for (const one of STARTS) for (let warm = 0; warm < 2; warm += 1) start(one);
  const runs = STARTS.map((): Sample[] => []);
  for (let round = 0; round < rounds; round += 1) STARTS.forEach((one, index) => void runs[index]?.push(start(one)));
  print('| command | least, ms | median, ms | processor time, ms | median beside `node -e 0` |');
  print('| --- | ---: | ---: | ---: | ---: |');
  const bare = median((runs[0] ?? []).map(({ wallMs }) => wallMs));
  STARTS.forEach(({ name }, index) => {
    const walls = (runs[index] ?? []).map(({ wallMs }) => wallMs);
    const cpu = median((runs[index] ?? []).map(({ cpuMs }) => cpuMs));
    const middle = median(walls);
    printRow([name, Math.min(...walls).toFixed(0), middle.toFixed(0), cpu.toFixed(0), (middle / bare).toFixed(2)]);
  });
}
