/**
 * The window: built from app/renderer into build/renderer, with everything that it needs beside it (it never reaches
 * for the network). In development it is served with hot reload and talks to a host that runs beside it: the address of
 * `app/serve` is taken from POLYLOOP_HOST, e.g. http://127.0.0.1:4173.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const host = process.env.POLYLOOP_HOST ?? 'http://127.0.0.1:4173';

/**
 * Monaco and KaTeX set style attributes, hence 'unsafe-inline' for styles alone; scripts come from the bundle only. The
 * host sends the same policy as a header; this one holds where there is none.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "connect-src 'self' ws: wss:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Not in development: hot reload needs an inline script. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'polyloop:content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig({
  root: fromHere('./app/renderer'),
  // Relative: the same files are served over loopback and opened by Electron.
  base: './',
  plugins: [react(), contentSecurityPolicy()],
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
      '/socket': { target: host, ws: true, changeOrigin: true },
    },
  },
});
