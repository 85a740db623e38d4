/**
 * Measures the start of Polyloop and prints docs/bench-startup.md: from `npm start` to the address of
 * the window, the window beside a bare Monaco page, and the command line beside `node -e 0`.
 *
 *   npm run --silent bench:startup > docs/bench-startup.md
 *
 * The measurements alternate, so other load slows all of them equally and the ratios also hold on a
 * busy machine. Uses the browser $POLYLOOP_BROWSER, or the one that set-up found.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../platformio/setup/find.mjs';
import { root } from '../../platformio/setup/paths.mjs';
import { measureCommands } from './commands.ts';
import { buildBareEditor, editorIsUsable, openPage, type PageSample, serveFolder, windowIsUsable } from './page.ts';
import { load, machine, median, print, printRow, type Sample } from './rounds.ts';
import { makeHome, serveWith } from './window.ts';

const ROUNDS = Number(process.argv[2] ?? 10);

interface Starts {
  readonly npmStart: Sample[];
  readonly bareNpm: Sample[];
  readonly window: PageSample[];
  readonly monaco: PageSample[];
}

const npmStart = ['npm', 'start', '--', '--no-open'] as const;

/** A package with a start script that prints an address at once: the minimum for any `npm start`. */
function makeBarePackage(folder: string): string {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node start.mjs' } }));
  const script = "console.log('http://127.0.0.1:1/# ');\nsetInterval(() => {}, 1000);\n";
  writeFileSync(path.join(folder, 'start.mjs'), script);
  return folder;
}

interface Places {
  readonly home: string;
  readonly barePackage: string;
  readonly monacoUrl: string;
}

async function round(browser: Browser, { home, barePackage, monacoUrl }: Places, starts: Starts): Promise<void> {
  const bare = await serveWith(['npm', 'start'], barePackage, home);
  starts.bareNpm.push(bare.sample);
  await bare.end();
  const served = await serveWith(npmStart, root, home);
  starts.npmStart.push(served.sample);
  try {
    starts.monaco.push(await openPage(browser, monacoUrl, editorIsUsable));
    starts.window.push(await openPage(browser, served.url, windowIsUsable));
  } finally {
    await served.end();
  }
}

async function measureStarts(folder: string): Promise<Starts> {
  const editor = path.join(folder, 'monaco');
  await buildBareEditor(editor);
  const { url, server } = await serveFolder(editor);
  const places: Places = {
    home: makeHome(path.join(folder, 'home')),
    barePackage: makeBarePackage(path.join(folder, 'bare')),
    monacoUrl: url,
  };
  const executablePath = findBrowser() ?? undefined;
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
  const starts: Starts = { npmStart: [], bareNpm: [], window: [], monaco: [] };
  try {
    // The first round builds what later starts reuse.
    await round(browser, places, { npmStart: [], bareNpm: [], window: [], monaco: [] });
    for (let index = 0; index < ROUNDS; index += 1) await round(browser, places, starts);
    return starts;
  } finally {
    await browser.close();
    server.close();
  }
}

function printStarts({ npmStart: start, bareNpm: bare, window, monaco }: Starts): void {
  const pageRow = (name: string, values: readonly number[], peer: readonly number[] | null, goal: string) => {
    const ratio = peer === null ? '' : (median(values) / median(peer)).toFixed(2);
    printRow([name, Math.min(...values).toFixed(0), median(values).toFixed(0), ratio, goal]);
  };
  print('| from … to … | least, ms | median, ms | median beside the peer | goal, ms |');
  print('| --- | ---: | ---: | ---: | ---: |');
  const walls = (samples: readonly Sample[]) => samples.map(({ wallMs }) => wallMs);
  const cpus = (samples: readonly { cpuMs: number }[]) => samples.map(({ cpuMs }) => cpuMs);
  const paints = (samples: readonly PageSample[]) => samples.map(({ firstPaintMs }) => firstPaintMs);
  const drawn = (samples: readonly PageSample[]) => samples.map(({ drawnMs }) => drawnMs);
  const usable = (samples: readonly PageSample[]) => samples.map(({ usableMs }) => usableMs);
  pageRow('`npm start` of a script that prints a line at once → its line', walls(bare), null, '');
  pageRow('`npm start`, second time → address', walls(start), walls(bare), '500');
  pageRow('bare Monaco page → first paint', paints(monaco), null, '');
  pageRow('window → first paint', paints(window), paints(monaco), '500');
  pageRow('bare Monaco page → its editor', drawn(monaco), null, '');
  pageRow('window → its panels', drawn(window), drawn(monaco), '');
  pageRow('bare Monaco page → usable', usable(monaco), null, '');
  pageRow('window → usable', usable(window), usable(monaco), '1000');
  print();
  print('| | processor time, median, ms | scripts and styles, kB |');
  print('| --- | ---: | ---: |');
  const kilobytes = (samples: readonly PageSample[]) =>
    (median(samples.map(({ loadedBytes }) => loadedBytes)) / 1000).toFixed(0);
  printRow(['`npm start` of a script that prints a line', median(cpus(bare)).toFixed(0), '']);
  printRow(['`npm start` until the address', median(cpus(start)).toFixed(0), '']);
  printRow(["bare Monaco page, the page's thread until usable", median(cpus(monaco)).toFixed(0), kilobytes(monaco)]);
  printRow(["window, the page's thread until usable", median(cpus(window)).toFixed(0), kilobytes(window)]);
}

const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-bench-'));
try {
  const before = load();
  const starts = await measureStarts(folder);
  print('# Start-up time');
  print();
  print(`Measured on ${machine()}. ${ROUNDS} rounds; in each round every row has`);
  print('its turn. Printed by');
  print();
  print('    npm run --silent bench:startup > docs/bench-startup.md');
  print();
  print(
    `The load of the machine (processes ready to run, average of a minute) was ${before} before and ${load()} after`,
  );
  print('the first table. Processor time depends on other load much less than the other times do.');
  print();
  print('## The window');
  print();
  print(
    "**First paint** is the first frame with content. The window's is its empty frame, which the page draws before",
  );
  print(
    'its scripts are loaded; then the program draws its **panels**. The window is **usable** when its tasks and its',
  );
  print(
    'verdict are painted; the peer, a page with nothing but Monaco, when its text is painted. Each page is opened in',
  );
  print('a new browser context, so nothing is cached.');
  print();
  printStarts(starts);
  print();
  print('## The command line');
  print();
  measureCommands(ROUNDS);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
