/** Bundles the page of a bench, so that a browser opens it without a server. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * @param entry the page's script
 * @param folder where the page is written
 * @returns the page's address
 */
export async function bundlePage(entry: string, folder: string): Promise<string> {
  await build({
    entryPoints: [entry],
    outfile: path.join(folder, 'page.js'),
    bundle: true,
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'empty' },
    logLevel: 'warning',
  });
  const page = path.join(folder, 'index.html');
  writeFileSync(
    page,
    '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="page.css">' +
      '<div id="root" style="height:100vh"></div><script src="page.js"></script>',
  );
  return pathToFileURL(page).href;
}
