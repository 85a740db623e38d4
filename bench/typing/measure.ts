/**
 * Measures how soon errors appear while a user types, and prints docs/bench-typing.md. For each board
 * and target that is installed, it compares a check of a sketch's code by the host with a compilation
 * of the same source. It also measures the time from the last key to the marker in the window.
 *
 *   npm run --silent bench:typing > docs/bench-typing.md
 *
 * The measurements alternate, so other load slows all of them equally and the ratios also hold on a
 * busy machine. Uses the browser $POLYLOOP_BROWSER, or the one that set-up found.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { checkSketch } from '../../app/host/code/check-sketch.ts';
import { Scratch } from '../../app/host/code/scratch.ts';
import { Workbench } from '../../e2e/pages/workbench.ts';
import { BOARDS } from '../../generator/boards/index.ts';
import type { Board } from '../../generator/platform/board.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { type Sketch, TARGETS, type TargetName } from '../../generator/sketch/model.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { PRINTERS } from '../../generator/targets/generate.ts';
import { compileCommand } from '../../platformio/driver/check/command.ts';
import { findBrowser } from '../../platformio/setup/find.mjs';
import { root } from '../../platformio/setup/paths.mjs';
import { run } from '../../platformio/setup/run.mjs';
import { findTools } from '../../platformio/setup/tools.ts';
import { childrenMs, load, machine, median, print, printRow, type Sample } from '../startup/rounds.ts';
import { makeHome, serveWith } from '../startup/window.ts';

const ROUNDS = Number(process.argv[2] ?? 10);
const TASKS = 3;
const LINES = 20;
const GOAL_MS = 500;

/** Tasks that print and operate pins. The number makes each version another text. */
function sketchFor(board: Board, target: TargetName, version: number, lines = LINES): Sketch {
  const line = (index: number) =>
    `static int v${index}; v${index} += digitalRead(2) + ${version}; if (v${index} > ${index}) { Serial.println(v${index}); }`;
  const body = Array.from({ length: lines }, (_, index) => line(index)).join('\n');
  const tasks = Array.from({ length: TASKS }, (_, index) =>
    newTask(`task${index}`, { body, periodUs: 100_000, budgetUs: 1000, stackBytes: 160 }),
  );
  return newSketch('typing', { board: board.id, target, tasks: target === 'freertos' ? tasks.slice(0, 2) : tasks });
}

async function timed(action: () => Promise<unknown>): Promise<Sample> {
  const cpuBefore = childrenMs();
  const started = performance.now();
  await action();
  return { wallMs: performance.now() - started, cpuMs: childrenMs() - cpuBefore };
}

interface Figures {
  readonly headers: Sample[];
  readonly syntax: Sample[];
  readonly full: Sample[];
  readonly compile: Sample[];
}

/** Null if the board's compiler or the target's kernel is not installed. */
async function measureHost(board: Board, target: TargetName, folder: string): Promise<Figures | null> {
  const tools = findTools();
  const figures: Figures = { headers: [], syntax: [], full: [], compile: [] };
  const scratch = new Scratch();
  const signal = new AbortController().signal;
  const buildDir = path.join(folder, 'none');
  const check = async (sketch: Sketch, depth: 'syntax' | 'full') => {
    const { outcome, diagnostics } = await checkSketch({ sketch, depth, scratch, buildDir, signal });
    return outcome === 'checked' && diagnostics.every(({ severity }) => severity !== 'error');
  };
  try {
    if (!(await check(sketchFor(board, target, 0), 'syntax'))) return null;
    const dir = await scratch.write(new Map());
    for (let round = 1; round <= ROUNDS; round += 1) {
      const sketch = sketchFor(board, target, round);
      figures.headers.push(await timed(() => check(sketchFor(board, target, round, 0), 'syntax')));
      figures.syntax.push(await timed(() => check(sketch, 'syntax')));
      figures.full.push(await timed(() => check(sketch, 'full')));
      const compiler = await compileCommand({ dir, buildDir, tools });
      if (!compiler.installed) return null;
      const command = [...compiler.command, '-c', '-o', 'main.o', path.join('src', 'main.cpp')];
      figures.compile.push(await timed(() => run(command, { cwd: dir, env: compiler.env })));
    }
  } finally {
    await scratch.remove();
  }
  return figures;
}

function printHost(name: string, figures: Figures | null): void {
  if (figures === null) {
    printRow([name, 'not installed', '', '', '', '']);
    return;
  }
  const { headers, syntax, full, compile } = figures;
  const wall = (samples: readonly Sample[]) => median(samples.map(({ wallMs }) => wallMs));
  const cpu = (samples: readonly Sample[]) => median(samples.map(({ cpuMs }) => cpuMs));
  const both = (samples: readonly Sample[]) => `${wall(samples).toFixed(0)} (${cpu(samples).toFixed(0)})`;
  const ratio = (wall(syntax) / wall(compile)).toFixed(2);
  printRow([name, both(headers), both(syntax), both(full), both(compile), ratio]);
}

/** Milliseconds from the last key to the first marker of an error. Runs in the page. */
function watchMarker(): Promise<number> {
  return new Promise((resolve) => {
    let last = Number.NaN;
    document.addEventListener('keydown', (event) => {
      last = event.timeStamp;
    });
    const look = () => {
      if (document.querySelector('.squiggly-error') === null) return void requestAnimationFrame(look);
      // The next task runs after the frame has been painted.
      setTimeout(() => resolve(performance.now() - last));
    };
    requestAnimationFrame(look);
  });
}

async function measureWindow(page: Page, url: string): Promise<number[]> {
  await page.goto(url);
  const workbench = new Workbench(page);
  await workbench.task('task0').waitFor();
  await workbench.openBody('task0');
  await page.locator('.plain-code').waitFor({ state: 'detached' });
  const times: number[] = [];
  // The first round warms up, and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    await workbench.writeCode(`int x = ${round};\n`);
    await page.locator('.squiggly-error').waitFor({ state: 'detached' });
    const marker = page.evaluate(watchMarker);
    await page.keyboard.type('x = nowhere;', { delay: 60 });
    const ms = await marker;
    if (round > 0) times.push(ms);
  }
  return times;
}

const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-bench-'));
const [uno] = BOARDS;
if (uno === undefined) throw new Error('There is no board.');
const file = path.join(folder, 'typing.polyloop.json');
writeFileSync(file, writeSketch(sketchFor(uno, 'superloop', 0)));
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const executablePath = findBrowser() ?? undefined;
try {
  const before = load();
  const places = BOARDS.flatMap((board) =>
    TARGETS.filter((target) => PRINTERS[target] !== undefined && board.targets[target] !== undefined).map((target) => ({
      board,
      target,
    })),
  );
  const rows: [string, Figures | null][] = [];
  for (const { board, target } of places) {
    rows.push([`${board.id}, ${target}`, await measureHost(board, target, folder)]);
  }
  const home = makeHome(path.join(folder, 'home'));
  const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
  const server = await serveWith(['npm', 'start', '--', '--no-open', '--sketch', file], root, home);
  let times: number[] = [];
  try {
    times = await measureWindow(await browser.newPage({ viewport: { width: 1280, height: 720 } }), server.url);
  } finally {
    await browser.close();
    await server.end();
  }
  print('# Errors while typing');
  print();
  print(`Measured on ${machine()}. ${ROUNDS} rounds; in each round every column has its turn.`);
  print('Printed by');
  print();
  print('    npm run --silent bench:typing > docs/bench-typing.md');
  print();
  print(
    `The load of the machine (processes ready to run, average of a minute) was ${before} before and ${load()} after`,
  );
  print('the measurement. In brackets: processor time of the compiler, which depends on other load much less. It does');
  print('not count the compiler of a check that runs in a sandbox.');
  print();
  print(
    `The sketch has up to ${TASKS} tasks of ${LINES} lines. A check includes the generation of the source. The column`,
  );
  print('*headers* is a check of the same sketch without code: the most that a precompiled header could save.');
  print();
  print('| | headers, ms | quick check, ms | full check, ms | compilation alone, ms | quick check beside it |');
  print('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [name, figures] of rows) printHost(name, figures);
  print();
  print('| | least, ms | median, ms | most, ms | goal, ms |');
  print('| --- | ---: | ---: | ---: | ---: |');
  const sorted = times.toSorted((a, b) => a - b).map((ms) => ms.toFixed(0));
  printRow([
    'last key → marker in the window, Uno',
    sorted[0] ?? '',
    median(times).toFixed(0),
    sorted.at(-1) ?? '',
    GOAL_MS,
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
