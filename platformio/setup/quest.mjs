/**
 * Finds a built Quest: a checkout with the kernel and Qduino's libarduino, and the tool chain that its README builds.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ENGLISH } from './hints.mjs';
import { firstExecutable } from './which.mjs';

/** @typedef {import('./tools.ts').QuestTool} QuestTool */
/** @typedef {import('./hints.mjs').Hints} Hints */

const name = 'Quest';
const PAGE = 'https://github.com/QuestOS/Marlin';
const TARGET = 'i586-pc-quest';
/** What a build and a run need of the checkout. */
const NEEDED = ['libarduino/arduthread.h', 'libarduino/main.c', 'kernel/quest'];

/** The folder of the tool chain that target-config.mk of the checkout names; null: none. @param {string} root */
function toolsOf(root) {
  try {
    const text = fs.readFileSync(path.join(root, 'target-config.mk'), 'utf8');
    return /^\s*TOOLCHAIN_INSTALL_DIR\s*[:?]?=\s*(\S+)/m.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {Readonly<Record<string, string | undefined>>} [environment]
 * @param {Hints} [hints]
 * @returns {QuestTool}
 */
export function findQuest(environment = process.env, hints = ENGLISH) {
  const { QUEST_ROOT: named, QUEST_TOOLS } = environment;
  const howToGet = hints.buildQuest(PAGE);
  /** @param {string} problem @returns {QuestTool} */
  const without = (problem) => ({ installed: false, name, howToGet, problem });
  if (!named) return { installed: false, name, howToGet };
  const root = path.resolve(named);
  const absent = NEEDED.map((file) => path.join(root, file)).find((file) => !fs.existsSync(file));
  if (absent !== undefined) return without(hints.noFile(absent, 'QUEST_ROOT'));
  const tools = QUEST_TOOLS || toolsOf(root);
  if (!tools) return without(hints.setQuestTools('QUEST_TOOLS'));
  /** @param {string} kind */
  const compiler = (kind) => path.join(path.resolve(tools), 'bin', `${TARGET}-${kind}`);
  const [c, cpp] = ['gcc', 'g++'].map((kind) => firstExecutable([compiler(kind), `${compiler(kind)}.exe`]));
  if (!c || !cpp) return without(hints.noFile(compiler(c ? 'g++' : 'gcc'), 'QUEST_TOOLS'));
  const program = (/** @type {string} */ file) =>
    /** @type {import('./tools.ts').Program} */ ({ installed: true, name, command: [file], env: {} });
  return {
    ...{
      installed: true,
      name,
      sourceDir: root,
      version: 'Marlin',
      board: TARGET,
      kernelImage: path.join(root, 'kernel', 'quest'),
    },
    compilers: {
      ...{ c: program(c), cpp: program(cpp), linkFlags: [] },
      // As headers of the system: the compiler does not report their old ways.
      cFlags: ['-isystem', path.join(root, 'libarduino')],
    },
  };
}
