/**
 * The window: built from app/renderer into build/renderer, with everything that it needs beside it (it never reaches
 * for the network, and the content security policy of app/serve forbids it). In development it is served with hot reload
 * and talks to a host that runs beside it: the address of `app/serve` is taken from POLYLOOP_HOST.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { SOCKET_PATH } from './app/contract/address.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const host = process.env.POLYLOOP_HOST ?? 'http://127.0.0.1:4173';

/** Blockly's pictures and cursors, in the folder blockly/ beside the window: they are loaded from no network. */
function blocklyMedia(): Plugin {
  const media = fromHere('./node_modules/blockly/media');
  const files = readdirSync(media).filter((name) => /\.(svg|png|gif|cur)$/.test(name));
  return {
    name: 'blockly-media',
    configureServer({ middlewares }) {
      middlewares.use('/blockly', (request, response, next) => {
        const name = files.find((each) => request.url === `/${each}`);
        if (name === undefined) return next();
        if (name.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml');
        response.end(readFileSync(join(media, name)));
      });
    },
    generateBundle() {
      for (const name of files) {
        this.emitFile({ type: 'asset', fileName: `blockly/${name}`, source: readFileSync(join(media, name)) });
      }
    },
  };
}

const WINDOW = fromHere('./app/renderer/window.tsx');

/**
 * Preloads the scripts and styles of the window from index.html. Otherwise the browser would ask for
 * them only after the entry point has run.
 */
function preloadWindow(): Plugin {
  return {
    name: 'preload-window',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const entry = chunks.find(({ isEntry }) => isEntry);
        const window =
          chunks.find(({ facadeModuleId }) => facadeModuleId === WINDOW) ??
          chunks.find(({ moduleIds }) => moduleIds.includes(WINDOW));
        if (entry === undefined || window === undefined) return [];
        const loaded = withImports(entry, byName);
        const scripts = [...withImports(window, byName)].filter((chunk) => !loaded.has(chunk));
        const styles = new Set(scripts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
        const link = (attrs: Record<string, string | boolean>) => ({ tag: 'link', attrs, injectTo: 'head' as const });
        return [
          ...scripts.map(({ fileName }) => link({ rel: 'modulepreload', crossorigin: true, href: `./${fileName}` })),
          ...[...styles].map((name) => link({ rel: 'preload', as: 'style', crossorigin: true, href: `./${name}` })),
        ];
      },
    },
  };
}

/** The chunk and all chunks that it imports statically. */
function withImports(
  chunk: Rolldown.OutputChunk,
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports) {
    const next = byName.get(name);
    if (next !== undefined) withImports(next, byName, found);
  }
  return found;
}

export default defineConfig({
  root: fromHere('./app/renderer'),
  // Relative: the same files are served over loopback and opened by Electron.
  base: './',
  // JSX that shows hidden characters (app/renderer/base/visible).
  plugins: [react({ jsxImportSource: '#visible' }), blocklyMedia(), preloadWindow()],
  build: {
    outDir: fromHere('./build/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    // The code editor is one large chunk, loaded when a body is first opened.
    chunkSizeWarningLimit: 4096,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise each set of modules that the window shares with a chunk on demand would be a request.
          groups: [
            { name: 'start', test: /renderer\/main\.tsx$/, priority: 2 },
            { name: 'window', test: /renderer\/(?:window\.tsx|base\/use-[\w-]+\.ts)$/, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: {
      [SOCKET_PATH]: { target: host, ws: true, changeOrigin: true },
    },
  },
});
