/**
 * Bundles the desktop program into build/electron: main.mjs for the main process, preload.cjs for the
 * sandboxed window.
 */
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  external: ['electron'],
  sourcemap: true,
  logLevel: 'warning',
};

/** Packages in CommonJS call `require`, which a module does not have by itself. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Answers the files that were written, from the program's folder. */
export async function bundleElectron(outdir: string): Promise<string[]> {
  const main = build({
    ...common,
    entryPoints: ['app/electron/main.ts'],
    outfile: `${outdir}/main.mjs`,
    format: 'esm',
    banner: { js: REQUIRE },
  });
  const preload = build({
    ...common,
    entryPoints: ['app/electron/preload.ts'],
    outfile: `${outdir}/preload.cjs`,
    format: 'cjs',
  });
  await Promise.all([main, preload]);
  return ['main.mjs', 'preload.cjs'];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = await bundleElectron('build/electron');
  process.stdout.write(`Bundled ${files.join(' and ')} into build/electron\n`);
}
