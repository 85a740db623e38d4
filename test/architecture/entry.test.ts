/** What the window loads before its first view: large packages are loaded when a view needs them. */
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Packages of views that are not there at the start: the code editor, blocks, formulas, the help, the drawn board, other languages. */
const LATER = [
  'monaco-editor',
  'blockly',
  '@lezer/cpp',
  'katex',
  'marked',
  '@wokwi/elements',
  'lit',
  'i18next',
  'uplot',
];

/** The window loads the second one as soon as it knows its language. */
const ENTRIES = ['app/renderer/main.tsx', 'app/renderer/window.tsx'];

const LIMIT_BYTES = 2_010_000;

describe('the scripts that the window loads at its start', () => {
  let bytes = 0;
  let inputs: string[] = [];

  beforeAll(async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ENTRIES,
      outdir: 'build/entry-test',
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      external: ['*?worker', '*?url', '*?raw'],
      loader: { '.woff2': 'empty', '.woff': 'empty', '.ttf': 'empty', '.css': 'empty', '.svg': 'empty' },
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
    const entries = Object.keys(metafile.outputs).filter((name) =>
      ENTRIES.includes(metafile.outputs[name]?.entryPoint ?? ''),
    );
    const loaded = new Set<string>();
    const load = (name: string): void => {
      if (loaded.has(name)) return;
      loaded.add(name);
      for (const { path: imported, kind } of metafile.outputs[name]?.imports ?? [])
        if (kind === 'import-statement' && imported in metafile.outputs) load(imported);
    };
    for (const entry of entries) load(entry);
    bytes = [...loaded].reduce((sum, name) => sum + (metafile.outputs[name]?.bytes ?? 0), 0);
    inputs = [...loaded].flatMap((name) => Object.keys(metafile.outputs[name]?.inputs ?? {}));
  });

  it.each(LATER)('are without %s', (name) => {
    expect(inputs.length).toBeGreaterThan(100);
    expect(inputs.filter((input) => input.includes(`node_modules/${name}/`))).toEqual([]);
  });

  it('stay small', () => expect(bytes).toBeLessThan(LIMIT_BYTES));

  it('are measured', () => expect(bytes).toBeGreaterThan(LIMIT_BYTES / 2));
});
