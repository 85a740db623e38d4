/**
 * The window: built from app/renderer into build/renderer, with everything that it needs beside it (it never reaches
 * for the network, and the content security policy of app/serve forbids it). In development it is served with hot reload
 * and talks to a host that runs beside it: the address of `app/serve` is taken from POLYLOOP_HOST.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { SOCKET_PATH } from './app/contract/address.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const host = process.env.POLYLOOP_HOST ?? 'http://127.0.0.1:4173';

export default defineConfig({
  root: fromHere('./app/renderer'),
  // Relative: the same files are served over loopback and opened by Electron.
  base: './',
  plugins: [react()],
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
