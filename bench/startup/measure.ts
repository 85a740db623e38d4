/**
 * Measures the start-up time of the command line: `npm run bench:startup`. The commands alternate with
 * `node -e 0`, so other load slows all of them equally and the ratios also hold on a busy machine.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { compileCacheDir, nodeProgram, root } from '../../platformio/setup/paths.mjs';
import { which } from '../../platformio/setup/which.mjs';

const ROUNDS = Number(process.argv[2] ?? 20);

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

/** Processor time of all ended child processes; 0 if the system does not report it. Unit: ms. */
function childrenMs(): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  const TICKS_A_SECOND = 100;
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_A_SECOND;
}

function start({ name, command: [program, ...args] }: Start): { readonly wallMs: number; readonly cpuMs: number } {
  const cpuBefore = childrenMs();
  const before = performance.now();
  const { status } = spawnSync(program, args, { env: { ...process.env, NODE_COMPILE_CACHE: compileCacheDir } });
  const wallMs = performance.now() - before;
  if (status !== 0) throw new Error(`${name} ended with ${status}`);
  return { wallMs, cpuMs: childrenMs() - cpuBefore };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const print = (line = ''): void => void process.stdout.write(`${line}\n`);

// The first two commands create the bundle and the compile cache.
for (const one of STARTS) for (let warm = 0; warm < 2; warm += 1) start(one);
const runs = STARTS.map((): { wallMs: number; cpuMs: number }[] => []);
for (let round = 0; round < ROUNDS; round += 1) STARTS.forEach((one, index) => void runs[index]?.push(start(one)));

print(
  `${ROUNDS} starts each, in turns, on an ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}:`,
);
print();
print('| command | least, ms | median, ms | processor time, ms | median beside `node -e 0` |');
print('| --- | ---: | ---: | ---: | ---: |');
const bare = median((runs[0] ?? []).map(({ wallMs }) => wallMs));
STARTS.forEach(({ name }, index) => {
  const walls = (runs[index] ?? []).map(({ wallMs }) => wallMs);
  const cpu = mean((runs[index] ?? []).map(({ cpuMs }) => cpuMs));
  const cells = [
    Math.min(...walls).toFixed(0),
    median(walls).toFixed(0),
    cpu.toFixed(0),
    (median(walls) / bare).toFixed(2),
  ];
  print(`| ${[name, ...cells].join(' | ')} |`);
});
