/**
 * The window: built from app/renderer into build/renderer, with everything that it needs beside it (it never reaches
 * for the network, and the content security policy of app/serve forbids it). In development it is served with hot reload
 * and talks to a host that runs beside it: the address of `app/serve` is taken from POLYLOOP_HOST.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
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

export default defineConfig({
  root: fromHere('./app/renderer'),
  // Relative: the same files are served over loopback and opened by Electron.
  base: './',
  plugins: [react(), blocklyMedia()],
  build: {
    outDir: fromHere('./build/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    // The code editor is one large chunk, loaded when a body is first opened.
    chunkSizeWarningLimit: 4096,
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: {
      [SOCKET_PATH]: { target: host, ws: true, changeOrigin: true },
    },
  },
});
