/**
 * Bundles a program, the command line or the server: one entry file, and chunks that are loaded on
 * demand. program.mjs runs this script when no current bundle exists:
 *
 *     node platformio/setup/bundle/make.ts ROOT cli|serve
 *
 * Several versions of the bundle can exist at the same time. A file's name contains the hash of its
 * content, so a running process keeps its chunks while the next bundle is made.
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
import { bundleDir, manifestFile, manifestText, type Program, type Stamp, sourceOf, stampOf } from './current.mjs';

/**
 * Files that determine how packages are resolved and how the bundle is made. When one of them
 * changes, the bundle is made again.
 */
const OTHER_INPUTS = [
  'package-lock.json',
  'node_modules/.package-lock.json',
  'platformio/setup/bundle/make.ts',
  'platformio/setup/bundle/current.mjs',
];

const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.json': 'json',
};

/** Defines the variables that CommonJS packages expect. */
const COMMON_JS =
  "import { createRequire as __createRequire } from 'node:module';" +
  'const require = __createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;';

/** Files of old bundles are kept this long, because a running command may still load them. */
const KEEP_MS = 24 * 3600 * 1000;

/**
 * Packages that are loaded from node_modules: `open` looks for files beside its modules, `serialport`
 * for its native module, and `vscode-jsonrpc` is needed only where there is a clangd.
 */
const NOT_BUNDLED = ['open', 'serialport', 'vscode-jsonrpc'];

const options = (root: string, program: Program): BuildOptions => ({
  absWorkingDir: root,
  entryPoints: { main: sourceOf(program) },
  external: NOT_BUNDLED,
  outdir: path.join(root, bundleDir(program)),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${process.versions.node}`,
  banner: { js: COMMON_JS },
  // Strips types exactly as Node does, and ignores any tsconfig.json of a package.
  tsconfigRaw: { compilerOptions: { target: 'esnext', verbatimModuleSyntax: true } },
  // Makes the file smaller and faster to load. Names are kept for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  write: false,
  logLevel: 'silent',
});

/**
 * Bundles a program of the checkout at `root` and marks the result as its current bundle. Rejects when that
 * fails.
 */
export async function makeBundle(root: string, program: Program): Promise<void> {
  const inputs = new Map<string, Stamp>();
  for (const name of OTHER_INPUTS) {
    const file = path.join(root, name);
    if (existsSync(file)) inputs.set(name, stampOf(file));
  }
  const { outputFiles } = await build({
    ...options(root, program),
    write: false,
    plugins: [translationsFromSources, inputRecorder(root, inputs)],
  });
  const entry = outputFiles.find((file) => /^main-[^.]+\.js$/.test(path.basename(file.path)));
  if (entry === undefined) throw new Error('The bundle has no entry file.');
  const dir = path.join(root, bundleDir(program));
  mkdirSync(dir, { recursive: true });
  for (const file of outputFiles) place(file);
  replace(manifestFile(root, program), manifestText(path.basename(entry.path), inputs));
  removeOld(dir);
}

/**
 * Catalogs of other languages are loaded from the sources when a user needs one. Bundled, they would share
 * a file with the program, which each start would load.
 */
const translationsFromSources: Plugin = {
  name: 'translations-from-sources',
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\/(?:translation|korean)\.ts$/ }, ({ path: name, kind }) =>
      // From build/PROGRAM.
      kind === 'dynamic-import' ? { path: `../../app/words/${path.basename(name)}`, external: true } : null,
    );
  },
};

/**
 * Reads each input after its stamp. A file that changes meanwhile therefore makes the bundle
 * outdated, never wrong.
 */
const inputRecorder = (root: string, inputs: Map<string, Stamp>): Plugin => ({
  name: 'input-recorder',
  setup(bundler) {
    bundler.onLoad({ filter: /\.(?:ts|[cm]?js|json)$/ }, ({ path: file }) => {
      const name = portable(path.relative(root, file));
      inputs.set(name, stampOf(file));
      const text = readFileSync(file, 'utf8');
      const loader = LOADERS[path.extname(file)] as Loader;
      return { contents: file.includes('node_modules') ? text : withOwnPlace(text, name), loader };
    });
  },
});

const portable = (file: string): string => file.split(path.sep).join('/');

/** Replaces what `import.meta` says of a source's place, so that the source finds the files near it even from the bundle. */
function withOwnPlace(text: string, name: string): string {
  // From build/PROGRAM.
  const fromBundle = (place: string) => JSON.stringify(`../../${place}`);
  const onDisk = (place: string) => `require('node:path').join(import.meta.dirname, ${fromBundle(place)})`;
  const places: Readonly<Record<string, string>> = {
    url: `new URL(${fromBundle(name)}, import.meta.url).href`,
    filename: onDisk(name),
    dirname: onDisk(path.posix.dirname(name)),
  };
  return text.replaceAll(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, member: string) => places[member] ?? '');
}

/** Writes a file atomically. An existing file of this name has the same content. */
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

if (import.meta.main)
  await makeBundle(path.resolve(process.argv[2] ?? '.'), process.argv[3] === 'serve' ? 'serve' : 'cli');
