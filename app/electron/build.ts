/**
 * Bundles the desktop program into build/electron: main.mjs for the main process, preload.cjs for
 * the sandboxed window, and the virtual board's thread.
 */
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Packages that stay in node_modules: `serialport` looks for its native module beside its own files. */
export const NOT_BUNDLED: readonly string[] = ['serialport'];

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  external: ['electron', ...NOT_BUNDLED],
  sourcemap: true,
  logLevel: 'warning',
};

/** Defines the variables that CommonJS packages expect and that ES modules lack. */
const COMMON_JS =
  "import { createRequire as __createRequire } from 'node:module';" +
  'const require = __createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;';

/** Bundler options for the modules of the main process. */
export const MODULE = { ...common, format: 'esm', banner: { js: COMMON_JS } } as const satisfies BuildOptions;

/** Returns the paths of the written files. */
export async function bundleElectron(outdir: string, { sourcemap = true } = {}): Promise<string[]> {
  const bundles: BuildOptions[] = [
    { ...MODULE, entryPoints: ['app/electron/main.ts'], outfile: `${outdir}/main.mjs` },
    // The virtual board looks for this file next to the main process's file.
    { ...MODULE, entryPoints: ['app/host/devices/virtual-avr-worker.ts'], outfile: `${outdir}/virtual-avr-worker.js` },
    { ...common, entryPoints: ['app/electron/preload.ts'], outfile: `${outdir}/preload.cjs`, format: 'cjs' },
  ];
  await Promise.all(bundles.map((options) => build({ ...options, sourcemap })));
  return bundles.map(({ outfile = '' }) => outfile);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = await bundleElectron('build/electron');
  process.stdout.write(`Bundled ${files.join(', ')}\n`);
}
