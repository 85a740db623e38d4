/**
 * Each package of the set-up's lists comes with one other bit, from a registry on this computer that passes the real
 * answers on. The client refuses it by its hash, and the message names it. `npm test` takes one package of each list.
 * POLYLOOP_ALL=1 takes all that this system installs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { pythonDir, root, rtaOracleSources, venvPython } from '../../platformio/setup/paths.mjs';
import { type RunOptions, run } from '../../platformio/setup/run.mjs';
import { buildFromModule } from '../../platformio/setup/steps/arduino-cli.mjs';
import { installPackages } from '../../platformio/setup/steps/npm.mjs';
import { pipInstall } from '../../platformio/setup/steps/python.mjs';
import { which } from '../../platformio/setup/which.mjs';
import { usually } from '../every-case.ts';
import { TamperingRegistry } from './tampering-registry.ts';

type Skip = TestContext['skip'];
type Environment = Readonly<Record<string, string | undefined>>;

const some = <T>(all: readonly T[]): readonly T[] => usually(all.slice(0, 1), all);

function folder(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'polyloop-tampered-'));
  // Go makes its modules read-only.
  onTestFinished(() => {
    execFileSync('chmod', ['-R', 'u+w', directory]);
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

/** What a client says about its own settings. Null: it is not installed. */
function told(program: string | null, ...args: readonly string[]): string | null {
  if (program === null || !existsSync(program)) return null;
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** A registry before this one. Skips the test if the real one is not known or does not answer. */
async function before(
  skip: Skip,
  address: string | null,
  probe: string,
  make: (base: string) => Promise<TamperingRegistry>,
): Promise<TamperingRegistry> {
  if (address === null) return skip('not installed: the client, or its registry is not known');
  const base = address.replace(/\/$/, '');
  const answer = await fetch(`${base}${probe}`).catch(() => null);
  if (answer?.status !== 200) return skip('the registry does not answer');
  const registry = await make(base);
  onTestFinished(() => registry.end());
  return registry;
}

async function runs(command: readonly string[], env: Environment, options: RunOptions = {}) {
  const { code, tail } = await run(command, { ...options, env });
  return { isDone: code === 0, output: tail.join('\n') };
}

/** What a full run says. */
const report = (client: string, packages: readonly string[]) =>
  process.stderr.write(`${client}: ${packages.length} packages with one other bit were refused, and named.\n`);

/** `/@/HOST/` stands for another host that an index names. */
const throughHosts = (base: string) => (asked: string) =>
  asked.startsWith('/@/') ? `https://${asked.slice(3)}` : `${base}${asked}`;

it('npm refuses and names each package of package-lock.json', async ({ skip }) => {
  const registry = await before(skip, told(which('npm'), 'config', 'get', 'registry'), '/ws', (base) =>
    TamperingRegistry.start(throughHosts(base), (text, here) => text.replaceAll(base, here)),
  );
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const here = JSON.parse(readFileSync(path.join(root, 'node_modules', '.package-lock.json'), 'utf8'));
  const places = Object.keys(here.packages).filter((place) => lock.packages[place]?.integrity !== undefined);
  const refused: string[] = [];
  for (const place of some(places)) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const { version, integrity } = lock.packages[place];
    const directory = mkdtempSync(path.join(folder(), 'one-'));
    const own = { name: 'victim', version: '1.0.0', dependencies: { [name]: version } };
    const packages = { '': own, [`node_modules/${name}`]: { version, integrity } };
    writeFileSync(path.join(directory, 'package.json'), JSON.stringify(own));
    writeFileSync(path.join(directory, 'package-lock.json'), JSON.stringify({ ...own, lockfileVersion: 3, packages }));
    const env = {
      npm_config_registry: registry.url,
      npm_config_cache: path.join(directory, 'cache'),
      npm_config_userconfig: devNull,
      npm_config_fetch_retries: '0',
    };
    const must = async (command: readonly string[], options?: RunOptions) => {
      const { isDone, output } = await runs(command, env, options);
      if (!isDone) throw new Error(output);
    };
    registry.tamper((asked) => asked.endsWith('.tgz'));
    const installed = installPackages({ must, say: () => {}, ended: async () => {} }, directory, ['--ignore-scripts']);
    await expect(installed, name).rejects.toThrow(`${name}@${version}: refused`);
    expect(registry.tampered.length, name).toBeGreaterThan(0);
    expect(existsSync(path.join(directory, 'node_modules', ...name.split('/'), 'package.json'))).toBe(false);
    refused.push(name);
  }
  report('npm', refused);
});

const LISTS = ['scons', 'setuptools', 'platformio', 'simso', 'trace-readers', 'zephyr'] as const;

/** Those with a package without a wheel, which the setuptools of their environment builds. */
const FROM_SOURCE: ReadonlySet<string> = new Set(['simso', 'zephyr'] satisfies (typeof LISTS)[number][]);

/** The Python of an environment as the set-up makes it for such a list. */
async function withSetuptools(env: Environment): Promise<string> {
  const directory = folder();
  const program = path.join(directory, path.relative(pythonDir, venvPython));
  for (const command of [
    [venvPython, '-m', 'venv', directory],
    [program, ...pipInstall('setuptools')],
  ]) {
    const { isDone, output } = await runs(command, env);
    expect(isDone, output).toBe(true);
  }
  return program;
}

it.for(some(LISTS))('pip refuses and names each package of %s', async (list, { skip }) => {
  const python = existsSync(venvPython) ? venvPython : null;
  const configured = told(python, '-m', 'pip', 'config', 'get', 'global.index-url');
  const builtIn = 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)';
  const base = configured ?? told(python, '-c', builtIn);
  const registry = await before(skip, base, '/scons/', (real) =>
    TamperingRegistry.start(throughHosts(real), (text, here) =>
      text.replace(/https:\/\/([^/"]+)\//g, (_, host: string) => `${here}/@/${host}/`),
    ),
  );
  const env = {
    PIP_INDEX_URL: registry.url,
    PIP_NO_CACHE_DIR: '1',
    PIP_CONFIG_FILE: devNull,
    PIP_FIND_LINKS: undefined,
  };
  const program = FROM_SOURCE.has(list) ? await withSetuptools(env) : venvPython;
  registry.asked.length = 0;
  const install = async () => {
    const target = mkdtempSync(path.join(folder(), 'target-'));
    const args = [...pipInstall(list), '--no-deps', '--ignore-installed', '--target', target];
    return { ...(await runs([program, ...args], env)), files: readdirSync(target) };
  };
  const whole = await install();
  expect(whole.isDone, whole.output).toBe(true);
  const files = [...new Set(registry.asked.filter((asked) => /\.(?:whl|tar\.gz)$/.test(asked)))];
  expect(files.length).toBeGreaterThan(0);
  for (const file of some(files)) {
    registry.tamper((asked) => asked === file);
    const { isDone, output, files: installed } = await install();
    expect(isDone, file).toBe(false);
    expect(registry.tampered.length, file).toBeGreaterThan(0);
    expect(output).toContain('DO NOT MATCH THE HASHES');
    const [name = ''] = path.basename(file).split('-');
    expect(output.toLowerCase().replaceAll(/[-_.]/g, '_'), file).toContain(
      `${name.toLowerCase()}`.replaceAll(/[-.]/g, '_'),
    );
    expect(installed, file).toEqual([]);
  }
  report(`pip, ${list}`, files.slice(0, usually(1, files.length)));
});

it('Go refuses and names each module of arduino-cli', async ({ skip }) => {
  if (usually(true, false)) skip('POLYLOOP_ALL=1 takes it: Go downloads all modules for each one');
  const go = which('go');
  const proxies = told(go, 'env', 'GOPROXY')?.split(/[,|]/) ?? [];
  const proxy = proxies.find((one) => one.startsWith('http')) ?? null;
  const registry = await before(skip, proxy, '/dario.cat/mergo/@v/v1.0.0.mod', (base) =>
    TamperingRegistry.start(throughHosts(base)),
  );
  const sums = readFileSync(path.join(root, 'platformio', 'setup', 'arduino-cli', 'go.sum'), 'utf8');
  const modules = sums.split('\n').flatMap((line) => {
    const [name = '', version = ''] = line.split(' ');
    return line === '' || version.endsWith('/go.mod') ? [] : [`${name}@${version}`];
  });
  const refused: string[] = [];
  for (const one of some(modules)) {
    const modules = mkdtempSync(path.join(folder(), 'modules-'));
    const env = { GOMODCACHE: modules, GOPROXY: registry.url };
    const must = async (command: readonly string[], { env: own, ...options }: RunOptions = {}) => {
      const { isDone, output } = await runs(command, { ...env, ...own }, options);
      if (!isDone) throw new Error(output);
    };
    const [name = '', version = ''] = one.split('@');
    registry.tamper((asked) => asked.endsWith(`/${name}/@v/${version}.zip`));
    const built = buildFromModule({ must, say: () => {}, ended: async () => {} }, go ?? '', folder());
    await expect(built, one).rejects.toThrow(`${one}: refused`);
    expect(registry.tampered.length, one).toBeGreaterThan(0);
    refused.push(one);
  }
  report('Go', refused);
});

/** Cargo does not tell its registry. It names the folder of the registry's index after it. */
function cargoIndex(): string | null {
  const places = path.join(process.env.CARGO_HOME ?? path.join(homedir(), '.cargo'), 'registry', 'index');
  const [name] = existsSync(places) ? readdirSync(places).filter((one) => /^[\w.]+-[0-9a-f]{16}$/.test(one)) : [];
  return name === undefined ? null : `https://${name.slice(0, name.lastIndexOf('-'))}`;
}

it('Cargo refuses and names each crate of the reference of the response times', async ({ skip }) => {
  const cargo = which('cargo');
  const address = cargo === null ? null : cargoIndex();
  const registry = await before(skip, address, '/config.json', (base) =>
    TamperingRegistry.start(throughHosts(base), (text, here) =>
      // Only the configuration has addresses. An entry of the index keeps its bytes.
      text.includes('"dl"') ? text.replace(/https:\/\/([^/"]+)\//g, (_, host: string) => `${here}/@/${host}/`) : text,
    ),
  );
  const lock = readFileSync(path.join(rtaOracleSources, 'Cargo.lock'), 'utf8');
  const crates = [...lock.matchAll(/name = "(.+)"\nversion = "(.+)"\nsource = /g)].map(([, name, version]) => ({
    name: name ?? '',
    version: version ?? '',
  }));
  expect(crates.length).toBeGreaterThan(10);
  for (const { name, version } of some(crates)) {
    const home = mkdtempSync(path.join(folder(), 'cargo-'));
    mkdirSync(home, { recursive: true });
    const source = `[source.crates-io]\nreplace-with = "here"\n[source.here]\nregistry = "sparse+${registry.url}/"\n`;
    writeFileSync(path.join(home, 'config.toml'), source);
    registry.tamper((asked) => asked.includes(`/${name}/`) && asked.includes(version) && asked.endsWith('download'));
    const fetched = [cargo ?? '', 'fetch', '--locked', '--manifest-path', path.join(rtaOracleSources, 'Cargo.toml')];
    const env = { CARGO_HOME: home, RUSTUP_HOME: process.env.RUSTUP_HOME ?? path.join(homedir(), '.rustup') };
    const { isDone, output } = await runs(fetched, env);
    expect(registry.tampered.length, `${name}: ${output}`).toBeGreaterThan(0);
    expect(isDone, name).toBe(false);
    expect(output).toContain(`failed to verify the checksum of \`${name} v${version}`);
  }
  report(
    'Cargo',
    crates.slice(0, usually(1, crates.length)).map(({ name }) => name),
  );
});
