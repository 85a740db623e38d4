/**
 * Finds an installed RTEMS: a board support package with its libraries and headers, and the tool chain that goes with
 * it. The four environment variables are those of other builds of RTEMS programs.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ENGLISH } from './hints.mjs';
import { firstExecutable } from './which.mjs';

/** @typedef {import('./tools.ts').RtemsTool} RtemsTool */
/** @typedef {import('./hints.mjs').Hints} Hints */

const name = 'RTEMS';
/** The first version with tasks on storage of the program. */
const LEAST = 6;
const LATEST = '7';
const PAGE = 'https://docs.rtems.org/docs/6.1/user/start/';

/**
 * The fields and variables of a pkg-config file.
 * @param {string} text
 */
export function pkgConfig(text) {
  /** @type {Map<string, string>} */
  const variables = new Map();
  /** @type {Map<string, string>} */
  const fields = new Map();
  for (const line of text.split(/\r?\n/)) {
    const [, key = '', sign = '', value = ''] = /^\s*([\w.]+)\s*([=:])\s*(.*?)\s*$/.exec(line) ?? [];
    const filled = value.replace(/\$\{(\w+)\}/g, (_, variable) => variables.get(variable) ?? '');
    if (key !== '') (sign === '=' ? variables : fields).set(key, filled);
  }
  return { variables, fields };
}

/** @param {string | undefined} flags */
const split = (flags) => (flags ?? '').split(/\s+/).filter((flag) => flag !== '');

/** @param {string} file @returns {string | null} */
function textOf(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * @param {Readonly<Record<string, string | undefined>>} [environment]
 * @param {Hints} [hints]
 * @returns {RtemsTool}
 */
export function findRtems(environment = process.env, hints = ENGLISH) {
  const { RTEMS_PREFIX: named, RTEMS_TOOLS, RTEMS_VERSION = LATEST, RTEMS_BSP } = environment;
  const howToGet = hints.buildRtems(PAGE);
  /** @param {string} problem @returns {RtemsTool} */
  const without = (problem) => ({ installed: false, name, howToGet, problem });
  if (!named) return { installed: false, name, howToGet };
  if (!RTEMS_BSP) return without(hints.setBsp('RTEMS_BSP'));
  if (!(Number.parseInt(RTEMS_VERSION, 10) >= LEAST)) return without(hints.oldRtems(RTEMS_VERSION, LEAST));
  const prefix = path.resolve(named);
  const [arch = '', bsp = ''] = RTEMS_BSP.split('/');
  const file = path.join(prefix, 'lib', 'pkgconfig', `${arch}-rtems${RTEMS_VERSION}-${bsp}.pc`);
  const text = textOf(file);
  if (text === null) return without(hints.noFile(file, 'RTEMS_PREFIX, RTEMS_VERSION, RTEMS_BSP'));
  const tools = path.resolve(RTEMS_TOOLS || prefix);
  /** @param {string} kind */
  const compiler = (kind) => path.join(tools, 'bin', `${arch}-rtems${RTEMS_VERSION}-${kind}`);
  const [c, cpp] = ['gcc', 'g++'].map((kind) => firstExecutable([compiler(kind), `${compiler(kind)}.exe`]));
  if (!c || !cpp) return without(hints.noFile(compiler(c ? 'g++' : 'gcc'), 'RTEMS_TOOLS, RTEMS_VERSION'));
  const { fields } = pkgConfig(text);
  const version = fields.get('Version') ?? RTEMS_VERSION;
  const flags = { cFlags: split(fields.get('Cflags')), linkFlags: split(fields.get('Libs')) };
  const program = (/** @type {string} */ file) =>
    /** @type {import('./tools.ts').Program} */ ({ installed: true, name, command: [file], env: {} });
  return {
    ...{ installed: true, name, sourceDir: prefix, version, board: RTEMS_BSP },
    compilers: { c: program(c), cpp: program(cpp), ...flags },
  };
}
