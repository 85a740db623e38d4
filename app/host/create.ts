/** Creates the host with the real build tools and the real devices. */
import { join } from 'node:path';
import { toolsDir } from '../../platformio/setup/paths.mjs';
import { removeLeftTemporary } from '../../platformio/setup/temporary.mjs';
import { type LanguageChoice, languageOf, PSEUDO } from '../words/language.ts';
import { removeOldBuilds } from './builds/old-builds.ts';
import { checkSketch } from './code/check-sketch.ts';
import { ClangdHelper } from './code/code-helper.ts';
import { formatCode } from './code/format.ts';
import { listDevices, openDevice, portsVersion } from './devices/index.ts';
import { createHost, type Dialogs, type Host, type HostOptions } from './host.ts';
import { type HostPaths, hostPaths } from './paths.ts';
import { buildSketch } from './pipeline.ts';
import { type ProjectExporter, writeExport } from './projects/export.ts';
import { inLanguage, speakUsually } from './request-language.ts';
import type { DeviceProvider } from './runs/service.ts';
import type { SetupRunner } from './setup/installer.ts';
import { setupInNode } from './setup/run-setup.ts';

export interface ProgramHostOptions {
  readonly version: string;
  readonly open: HostOptions['open'];
  readonly dialogs: Dialogs | null;
  readonly paths?: HostPaths;
  /** Runs the set-up. The default runs it in a process of this Node. */
  readonly runSetup?: SetupRunner;
}

const devices: DeviceProvider = { list: listDevices, open: openDevice, portsVersion };

/** The languages of this process's environment, the best first. */
const systemLanguages = (): readonly string[] => [new Intl.DateTimeFormat().resolvedOptions().locale];

/** The host's messages are in the language of its user. */
const chooseLanguage = (choice: LanguageChoice): Promise<void> =>
  speakUsually(process.env.POLYLOOP_LANGUAGE === PSEUDO ? PSEUDO : languageOf(choice, systemLanguages()));

function log(message: string, error: unknown): void {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`polyloop: ${message}: ${detail}\n`);
}

export function createProgramHost(options: ProgramHostOptions): Host {
  const paths = options.paths ?? hostPaths();
  const { version, open, dialogs } = options;
  const build: HostOptions['build'] = (request) => buildSketch(request, { programDir: paths.program });
  const checkCode: HostOptions['checkCode'] = (check) => checkSketch(check, { programDir: paths.program });
  const createHelper: HostOptions['createHelper'] = (clangdPath) =>
    new ClangdHelper(paths.cache, clangdPath, { programDir: paths.program });
  // Runs in the background. Nothing waits for it, and a folder that cannot be removed is harmless.
  for (const dir of [paths.cache, toolsDir]) void removeOldBuilds(join(dir, 'builds')).catch(() => {});
  removeLeftTemporary();
  const exportProject: ProjectExporter = (text, dir, request) =>
    writeExport(text, dir, request, { programDir: paths.program });
  return createHost({
    paths,
    version,
    open,
    dialogs,
    build,
    checkCode,
    formatCode,
    createHelper,
    chooseLanguage,
    inLanguage,
    exportProject,
    devices,
    runSetup: options.runSetup ?? setupInNode(paths.program),
    log,
  });
}
