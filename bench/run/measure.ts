/**
 * Measures the time from Run to the first job on the timeline, and prints docs/bench-run.md. Measures
 * an unchanged sketch, and a sketch after an edit of one task's code. For comparison, measures
 * `arduino-cli compile` of a sketch that does the same.
 *
 *   npm run --silent bench:run > docs/bench-run.md
 *
 * The measurements alternate, so other load slows all of them equally and the ratios also hold on a
 * busy machine. Uses the browser $POLYLOOP_BROWSER, or the one that set-up found.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { Workbench } from '../../e2e/pages/workbench.ts';
import { findBrowser } from '../../platformio/setup/find.mjs';
import { root } from '../../platformio/setup/paths.mjs';
import { load, machine, median, print, printRow, type Sample } from '../startup/rounds.ts';
import { makeHome, processorMs, type Served, serveWith } from '../startup/window.ts';
import { findPeer, type Peer } from './peer.ts';

const ROUNDS = Number(process.argv[2] ?? 10);
const STARTER = 'three-blinks';
const TASK = 'fast';
/** Enough for a prediction and a layout that still change. */
const SETTLE_MS = 500;

type WatchedWindow = Window & { firstJobMs?: number };

/** Notes when the timeline has painted a measured job, counted from the click on Run. Runs in the page. */
function watchFirstJob(): void {
  const watched = window as WatchedWindow;
  delete watched.firstJobMs;
  const button = document.querySelector('[data-testid="run"]');
  button?.addEventListener(
    'click',
    (click) => {
      const look = () => {
        const chart = document.querySelector<HTMLElement>('[data-testid="timeline"]');
        if (chart?.dataset.shows !== 'measured' || Number(chart.dataset.jobs) === 0)
          return void requestAnimationFrame(look);
        // The next task runs after the frame has been painted.
        setTimeout(() => {
          watched.firstJobMs = performance.now() - click.timeStamp;
        });
      };
      requestAnimationFrame(look);
    },
    { once: true, capture: true },
  );
}

async function runOnce(workbench: Workbench, server: Served): Promise<Sample> {
  const { page } = workbench;
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate(watchFirstJob);
  const cpuBefore = processorMs(server.pid);
  await workbench.run();
  await page.waitForFunction(() => (window as WatchedWindow).firstJobMs !== undefined, null, { polling: 20 });
  const cpuMs = processorMs(server.pid) - cpuBefore;
  const wallMs = await page.evaluate(() => (window as WatchedWindow).firstJobMs ?? Number.NaN);
  await workbench.stop();
  return { wallMs, cpuMs };
}

async function edit(workbench: Workbench, number: number): Promise<void> {
  await workbench.openBody(TASK);
  await workbench.writeCode(`digitalWrite(13, HIGH);\ndelay(${number % 5});\ndigitalWrite(13, LOW);`);
  await workbench.showPanel('canvas');
}

interface Figures {
  readonly unchanged: Sample[];
  readonly edited: Sample[];
  readonly peerUnchanged: Sample[];
  readonly peerEdited: Sample[];
}

async function measure(page: Page, server: Served, peer: Peer | null): Promise<Figures> {
  const figures: Figures = { unchanged: [], edited: [], peerUnchanged: [], peerEdited: [] };
  await page.goto(server.url);
  const workbench = new Workbench(page);
  // The first run builds completely.
  await workbench.task(TASK).waitFor();
  await edit(workbench, 1);
  await runOnce(workbench, server);
  peer?.compile(0);
  for (let round = 1; round <= ROUNDS; round += 1) {
    figures.unchanged.push(await runOnce(workbench, server));
    if (peer) figures.peerUnchanged.push(peer.compile(round - 1));
    await edit(workbench, round + 1);
    figures.edited.push(await runOnce(workbench, server));
    if (peer) figures.peerEdited.push(peer.compile(round));
  }
  return figures;
}

function printFigures({ unchanged, edited, peerUnchanged, peerEdited }: Figures): void {
  const walls = (samples: readonly Sample[]) => samples.map(({ wallMs }) => wallMs);
  const row = (name: string, samples: readonly Sample[], peer: readonly Sample[] | null, goal: string) => {
    if (samples.length === 0) return printRow([name, 'not installed', '', '', '', '']);
    const beside = peer === null || peer.length === 0 ? '' : (median(walls(samples)) / median(walls(peer))).toFixed(2);
    const cpu = median(samples.map(({ cpuMs }) => cpuMs)).toFixed(0);
    const least = Math.min(...walls(samples)).toFixed(0);
    printRow([name, least, median(walls(samples)).toFixed(0), cpu, beside, goal]);
  };
  print('| | least, ms | median, ms | processor time, ms | median beside the peer | goal, ms |');
  print('| --- | ---: | ---: | ---: | ---: | ---: |');
  row('nothing changed: `arduino-cli compile`', peerUnchanged, null, '');
  row('nothing changed: Run → first job on the timeline', unchanged, peerUnchanged, '1500');
  row('one edit: `arduino-cli compile`', peerEdited, null, '');
  row("one task's code edited: Run → first job on the timeline", edited, peerEdited, '2500');
}

const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-bench-'));
const executablePath = findBrowser() ?? undefined;
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const home = makeHome(path.join(folder, 'home'));
const sketch = path.join(folder, 'blinks.polyloop.json');
mkdirSync(path.join(folder, 'peer'));
copyFileSync(path.join(root, 'templates', 'sketches', STARTER, `${STARTER}.polyloop.json`), sketch);
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
const server = await serveWith(['npm', 'start', '--', '--no-open', '--sketch', sketch], root, home);
try {
  const before = load();
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const figures = await measure(page, server, findPeer(path.join(folder, 'peer')));
  print('# From Run to the first job');
  print();
  print(`Measured on ${machine()}. ${ROUNDS} rounds; in each round every row has its turn.`);
  print('Printed by');
  print();
  print('    npm run --silent bench:run > docs/bench-run.md');
  print();
  print(
    `The load of the machine (processes ready to run, average of a minute) was ${before} before and ${load()} after`,
  );
  print('the measurement. Processor time depends on other load much less than the other times do. Here it is that of');
  print('the host with the compiler and the virtual board, without the browser.');
  print();
  print(`The sketch is the starter \`${STARTER}\` on the virtual Uno: a click on Run builds it, starts the board, and`);
  print('ends when the timeline has painted the first measured job. The peer only compiles: a sketch with three LEDs');
  print('at the same rates, with `millis()` and without a runtime.');
  print();
  printFigures(figures);
} finally {
  await browser.close();
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}
