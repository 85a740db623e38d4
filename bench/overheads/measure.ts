/**
 * Measures the overheads of the runtime that Polyloop ships, on the emulated boards. Deterministic, because the
 * boards are emulated. Prints the figures.
 *
 *   FREERTOS_KERNEL_PATH=<the kernel's directory> npm run bench:overheads -- [--board ID] [--points REGEXP] [--write]
 *
 * `--write` writes bench/overheads/points and the files of overheads in generator/boards. `--points` measures the points
 * `TARGET: NAME` that match, and takes the committed ones for the others.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import {
  MEASURED_BOARDS,
  type Measured,
  type MeasuredBoard,
  overheadsFile,
  overheadsText,
  pointsFile,
  readPoints,
  type Target,
  targetsOf,
} from './boards.ts';
import type { Points } from './point.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DAY_CHARACTERS = 10;
const AT_ONCE = 3;

const { values } = parseArgs({
  options: {
    board: { type: 'string' },
    points: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});

const withoutDate = ({ compiler, kernel, points }: Measured) => ({ compiler, kernel, points });

/** The points that the user asks for, measured, and the committed ones. */
async function pointsOf(board: MeasuredBoard, target: Target, committed: Points): Promise<Points> {
  const points = board.points[target] ?? [];
  const measured = new Map<string, number>();
  const left = points.values();
  const work = async () => {
    for (const { name, measure } of left) {
      const before = committed[name];
      if (before !== undefined && !new RegExp(values.points).test(`${target}: ${name}`)) {
        measured.set(name, before);
        continue;
      }
      const figure = await measure();
      measured.set(name, figure);
      console.log(
        `${board.id}, ${target}: ${name}: ${figure}${figure === before ? '' : `, before ${before ?? 'not measured'}`}`,
      );
    }
  };
  // The compiler builds one program while another one runs.
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return Object.fromEntries(points.map(({ name }) => [name, measured.get(name) ?? Number.NaN]));
}

function write(board: MeasuredBoard, measured: Measured): void {
  const files = [pointsFile(board.id), overheadsFile(board)];
  mkdirSync(path.dirname(pointsFile(board.id)), { recursive: true });
  writeFileSync(pointsFile(board.id), JSON.stringify(measured, null, 2));
  writeFileSync(overheadsFile(board), overheadsText(board, measured));
  const biome = path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  execFileSync(process.execPath, [biome, 'check', '--write', ...files], { stdio: 'inherit' });
}

for (const board of MEASURED_BOARDS.filter(({ id }) => id === (values.board ?? id))) {
  const committed = existsSync(pointsFile(board.id)) ? readPoints(board.id) : null;
  const points: Partial<Record<Target, Points>> = {};
  const versions = { compiler: board.compiler(), kernel: board.kernel() };
  for (const target of targetsOf(board)) {
    points[target] = await pointsOf(board, target, committed?.points[target] ?? {});
  }
  const now = { ...versions, points };
  const isSame = committed !== null && isDeepStrictEqual(now, withoutDate(committed));
  const date = isSame ? committed.date : new Date().toISOString().slice(0, DAY_CHARACTERS);
  if (values.write) write(board, { date, ...now });
}
