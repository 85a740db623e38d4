/** Drawings of a schedule with names in Korean and with letters of XML and LaTeX, read by Chromium and by LaTeX. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sketchOf } from '../../generator/analysis/test-sketches.ts';
import { contextOf } from '../../generator/judge/context.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { Simulation } from '../../generator/simulation/engine/engine.ts';
import { svg } from '../../generator/trace/exports/drawing/svg.ts';
import { tikz } from '../../generator/trace/exports/drawing/tikz.ts';
import type { RecordedTrace } from '../../generator/trace/file/trace-file.ts';
import { JobTracker } from '../../generator/trace/jobs/jobs.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';
import { findBrowser } from '../../platformio/setup/find.mjs';
import { PATIENCE_MS } from '../patience.ts';

const NAMES = ['온도 읽기', `<fast> & "1" 's`, 'last_µ$\\{#^~%} Größe 中'];

function simulated(): RecordedTrace {
  const sketch = sketchOf(
    NAMES.map((name, i) => ({ T: 5_000 * 2 ** i, C: 1_000 * 2 ** i, name })),
    { name: '한글 <"sketch"> & more' },
  );
  const built = buildSimulation(sketch, { ...contextOf(sketch, true), seed: 1, phasing: { kind: 'drawn' } });
  if (!built.ok) throw new Error(built.reason);
  const store = new TraceStore();
  const simulation = new Simulation(built.model, store, { seed: 1 });
  while (!simulation.run(100e6, 1 << 16));
  const jobs = new JobTracker(store);
  jobs.update();
  return { store, jobs, origin: { source: 'simulation', sketch } };
}

const trace = simulated();
const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-drawings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const browserFile = process.env.POLYLOOP_BROWSER ?? findBrowser();
if (!browserFile) it.skip('not installed, so no SVG was tried: Chromium', () => {});

describe.skipIf(!browserFile)('Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
    browser = await chromium.launch({ args, ...(browserFile ? { executablePath: browserFile } : {}) });
  }, PATIENCE_MS);
  afterAll(() => browser.close());

  it(
    'shows the SVG with each name, box and arrow, within its edges',
    async () => {
      const drawing = path.join(folder, 'drawing.svg');
      const text = [...svg(trace)].join('');
      writeFileSync(drawing, text);
      const page = await browser.newPage();
      await page.goto(pathToFileURL(drawing).href);
      const seen = await page.evaluate(() => {
        const root = document.documentElement as unknown as SVGSVGElement;
        const { width, height } = root.viewBox.baseVal;
        const drawn = [...document.querySelectorAll<SVGGraphicsElement>('text, rect, path')];
        const outside = drawn.filter((element) => {
          const box = element.getBBox();
          return box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height;
        });
        return {
          root: root.localName,
          space: root.namespaceURI,
          title: document.querySelector('title')?.textContent,
          texts: [...document.querySelectorAll('text')].map((element) => element.textContent),
          boxes: document.querySelectorAll('g rect').length,
          lines: document.querySelectorAll('g path').length,
          outside: outside.map((element) => element.outerHTML),
        };
      });
      expect(seen).toMatchObject({ root: 'svg', space: 'http://www.w3.org/2000/svg', outside: [] });
      expect(seen.title).toBe(trace.origin?.sketch.name);
      expect(seen.texts).toEqual(expect.arrayContaining(NAMES));
      expect(seen.boxes).toBe(text.split('<rect').length - 2);
      expect(seen.boxes).toBeGreaterThan(10);
      expect(seen.lines).toBe(text.split('<path').length - 1);
      await page.close();
    },
    PATIENCE_MS,
  );
});

const ENGINES = ['pdflatex', 'lualatex', 'xelatex'].filter((program) => spawnSync(program, ['--version']).status === 0);
if (ENGINES.length === 0) it.skip('not installed, so no drawing of TikZ was tried: LaTeX', () => {});

describe.skipIf(ENGINES.length === 0)('LaTeX', () => {
  /** Sets a document with the drawing. Returns the log. */
  function set(engine: string, name: string, preamble: string): string {
    writeFileSync(path.join(folder, 'drawing.tex'), [...tikz(trace)].join(''));
    const document = `\\documentclass{article}\\usepackage{tikz}${preamble}\\begin{document}\\input{drawing}\\end{document}`;
    writeFileSync(path.join(folder, `${name}.tex`), document);
    const args = ['-interaction=nonstopmode', '-halt-on-error', `${name}.tex`];
    const { status, stdout } = spawnSync(engine, args, { cwd: folder, encoding: 'utf8', timeout: PATIENCE_MS });
    const log = readFileSync(path.join(folder, `${name}.log`), 'utf8');
    expect(status, `${stdout}\n${log}`).toBe(0);
    return log;
  }

  it.each(ENGINES)(
    'sets the drawing in TikZ, and no letter is missing: %s',
    (engine) => {
      // LuaLaTeX without its own fonts uses one that has no accents.
      expect(set(engine, engine, '')).not.toMatch(/Missing character: There is no [^À-ž]/);
    },
    PATIENCE_MS,
  );

  it.each(ENGINES)(
    'sets the names as the document chooses: %s',
    (engine) => {
      const choose = '\\newcommand{\\polylooptext}[3]{\\typeout{chosen: #1 #3}#3}';
      const log = set(engine, `${engine}-chosen`, choose);
      expect(log).toContain('chosen: 50728 ondo');
      expect(log).toContain('chosen: 20013 U+4E2D');
    },
    PATIENCE_MS,
  );
});
