/**
 * Bundles the command line into build/cli: one file to start with, and chunks that a command loads when it needs them.
 * It is started by bin.mjs when no current bundle is there:
 *
 *     node app/cli/bundle/make.ts ROOT
 *
 * Bundles of several versions may lie side by side: a file's name has the hash of its contents, so that a process that
 * runs keeps its chunks while the next bundle is made.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type BuildOptions, build, type Loader, type OutputFile, type Plugin } from 'esbuild';
import { BUNDLE_DIR, manifestFile, manifestText, type Stamp, stampOf } from './current.mjs';

/** Decide how packages are resolved, and what bundles: the bundle is made again when one of them changes. */
const OTHER_INPUTS = [
  'package-lock.json',
  'node_modules/.package-lock.json',
  'app/cli/bundle/make.ts',
  'app/cli/bundle/current.mjs',
];

const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.json': 'json',
};

/** What packages in CommonJS find around them. */
const COMMON_JS =
  "import { createRequire as __createRequire } from 'node:module';" +
  'const require = __createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;';

/** Files of bundles that are not current any more are kept for as long as a command may still load them. */
const KEEP_MS = 24 * 3600 * 1000;

const options = (root: string): BuildOptions => ({
  absWorkingDir: root,
  entryPoints: { main: 'app/cli/main.ts' },
  outdir: path.join(root, BUNDLE_DIR),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${process.versions.node}`,
  banner: { js: COMMON_JS },
  // Types are stripped as Node does it, whatever a tsconfig.json near a package says.
  tsconfigRaw: { compilerOptions: { target: 'esnext', verbatimModuleSyntax: true } },
  // Less to read at the start. Names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  write: false,
  logLevel: 'silent',
});

/** Makes the bundle of the checkout at `root` and names it the current one. Rejects when that cannot be done. */
export async function makeBundle(root: string): Promise<void> {
  const inputs = new Map<string, Stamp>();
  for (const name of OTHER_INPUTS) {
    const file = path.join(root, name);
    if (existsSync(file)) inputs.set(name, stampOf(file));
  }
  const { outputFiles } = await build({ ...options(root), write: false, plugins: [inputRecorder(root, inputs)] });
  const entry = outputFiles.find((file) => /^main-[^.]+\.js$/.test(path.basename(file.path)));
  if (entry === undefined) throw new Error('The bundle has no entry.');
  mkdirSync(path.join(root, BUNDLE_DIR), { recursive: true });
  for (const file of outputFiles) place(file);
  replace(manifestFile(root), manifestText(path.basename(entry.path), inputs));
  removeOld(path.join(root, BUNDLE_DIR));
}

/** Reads each input, after its stamp: a file that changes meanwhile makes the bundle old and not wrong. */
const inputRecorder = (root: string, inputs: Map<string, Stamp>): Plugin => ({
  name: 'input-recorder',
  setup(bundler) {
    bundler.onLoad({ filter: /\.(?:ts|[cm]?js|json)$/ }, ({ path: file }) => {
      const name = portable(path.relative(root, file));
      inputs.set(name, stampOf(file));
      const text = readFileSync(file, 'utf8');
      const loader = LOADERS[path.extname(file)] as Loader;
      return { contents: file.includes('node_modules') ? text : withOwnUrl(text, name), loader };
    });
  },
});

const portable = (file: string): string => file.split(path.sep).join('/');

/** A source finds what lies beside it by its own URL, also from the bundle. */
function withOwnUrl(text: string, name: string): string {
  const up = BUNDLE_DIR.replaceAll(/[^/]+/g, '..');
  return text.replaceAll(/\bimport\.meta\.url\b/g, `new URL(${JSON.stringify(`${up}/${name}`)}, import.meta.url).href`);
}

/** Puts a file in its place whole. One that is there already has the same contents. */
function place({ path: file, contents }: OutputFile): void {
  const now = new Date();
  if (existsSync(file)) utimesSync(file, now, now);
  else replace(file, contents);
}

function replace(file: string, contents: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, contents);
  renameSync(temporary, file);
}

function removeOld(dir: string): void {
  for (const name of readdirSync(dir)) {
    const file = path.join(dir, name);
    if (Date.now() - statSync(file).mtimeMs > KEEP_MS) rmSync(file, { force: true });
  }
}

if (import.meta.main) await makeBundle(path.resolve(process.argv[2] ?? '.'));
