/**
 * The host does everything that a window cannot do itself. One host serves several windows, each
 * over its own channel. The host does not depend on the kind of channel (WebSocket or message
 * port).
 */
import { join } from 'node:path';
import { tr } from '../../generator/words/tr.ts';
import type { Channel } from '../contract/channel.ts';
import { type PlottedValue, plottedValues } from '../contract/charts.ts';
import { type Contract, contract } from '../contract/contract.ts';
import { RpcError } from '../contract/errors.ts';
import type { Startup } from '../contract/projects.ts';
import { createServer, type Handlers, type Server, type ServerOptions } from '../contract/server.ts';
import * as z from '../contract/zod.ts';
import type { LanguageChoice } from '../words/language.ts';
import { BoardLister } from './boards/list.ts';
import type { BuildRunner } from './builds/build.ts';
import { FirmwareStore } from './builds/firmware.ts';
import { BuildService, type BuildWatcher } from './builds/service.ts';
import { calibrationHandlers } from './calibration/handlers.ts';
import { CalibrationService, type CalibrationWatcher } from './calibration/service.ts';
import type { CodeCheckRunner } from './code/check-sketch.ts';
import { CodeChecker } from './code/code-checker.ts';
import type { CodeHelper } from './code/code-helper.ts';
import type { CodeFormatter } from './code/format.ts';
import { KeptBySketch } from './files/kept-by-sketch.ts';
import { Recovery, type RecoveryClient } from './files/recovery.ts';
import { openSketchFile, saveSketchFile } from './files/sketch-file.ts';
import { WatchedFile } from './files/watched-file.ts';
import type { HostPaths } from './paths.ts';
import { deleteProfile, keepProfile, readProfiles } from './profiles/store.ts';
import { browseFolder, startFolder } from './projects/browse.ts';
import type { ProjectExporter } from './projects/export.ts';
import { RecentFiles } from './projects/recent.ts';
import { Templates } from './projects/templates.ts';
import { raceHandlers } from './races/handlers.ts';
import { RaceService, type RaceWatcher } from './races/service.ts';
import { runHandlers } from './runs/handlers.ts';
import type { RunWatcher } from './runs/run.ts';
import { type DeviceProvider, RunService } from './runs/service.ts';
import { folderOf, isTrusted } from './runs/trust.ts';
import { UsedDevices } from './runs/used-devices.ts';
import { SettingsStore } from './settings/settings.ts';
import { Installer, type SetupRunner } from './setup/installer.ts';
import { clangdStatus, toolsStatus } from './tools-status.ts';

/**
 * The system's dialogs, for windows in a program that has dialogs. Null means that the user
 * cancelled.
 */
export interface Dialogs {
  pickOpen(): Promise<string | null>;
  pickSave(suggestedName: string): Promise<string | null>;
}

export interface HostOptions {
  readonly paths: HostPaths;
  readonly version: string;
  /** The sketch or folder that a window opens first. */
  readonly open: Startup['open'];
  readonly dialogs: Dialogs | null;
  readonly build: BuildRunner;
  readonly checkCode: CodeCheckRunner;
  readonly formatCode: CodeFormatter;
  /** Creates the help of one window. `clangdPath` is the present setting. */
  readonly createHelper: (clangdPath: () => Promise<string>) => CodeHelper;
  /** Writes the generated project of a sketch into a folder. */
  readonly exportProject: ProjectExporter;
  readonly devices: DeviceProvider;
  /** Installs a part of the set-up. */
  readonly runSetup: SetupRunner;
  /** Chooses the language of the host's messages. Without it they are English. */
  readonly chooseLanguage?: (choice: LanguageChoice) => Promise<void>;
  readonly inLanguage?: ServerOptions['inLanguage'];
  /** Logs bugs in the program. */
  readonly log: (message: string, error: unknown) => void;
  readonly runGraceMs?: number;
}

export interface Host {
  /** Serves a window until its channel closes. */
  connect(channel: Channel): void;
  /** Shows the sketch of this file in an open window, or in the next one. */
  openFile(path: string): void;
  /** Ends when the host's messages are in the user's language. */
  readonly languageReady: Promise<void>;
  /** Ends all builds, runs and connections. Resolves when nothing is running any more. */
  close(): Promise<void>;
}

/** Something of a window that ends with it. */
interface Assistant {
  close(): Promise<void>;
}

interface Services {
  readonly options: HostOptions;
  /** What the next window opens first. */
  open: Startup['open'];
  readonly templates: Templates;
  readonly recent: RecentFiles;
  readonly recovery: Recovery;
  readonly settings: SettingsStore;
  /** Ends when the host's messages are in the user's language. */
  readonly languageReady: Promise<void>;
  readonly boards: BoardLister;
  readonly builds: BuildService;
  readonly calibrations: CalibrationService;
  readonly installer: Installer;
  readonly races: RaceService;
  readonly runs: RunService;
  readonly usedDevices: UsedDevices;
  readonly plottedValues: KeptBySketch<{ values: PlottedValue[] }>;
  /** All connected windows. */
  readonly windows: Set<Server<Contract>>;
  /** The checkers and helpers of all connected windows. */
  readonly assistants: Set<Assistant>;
}

function createServices(options: HostOptions): Services {
  const { paths } = options;
  const firmware = new FirmwareStore();
  const usedDevices = new UsedDevices(join(paths.config, 'devices.json'));
  const settings = new SettingsStore(join(paths.config, 'settings.json'));
  const onBuildError = (error: unknown) => options.log('a build failed', error);
  const windows = new Set<Server<Contract>>();
  const onChange = () => {
    for (const window of windows) window.emit('calibrations.changed', {});
  };
  const installer = new Installer(options.runSetup, {
    line: (part, text) => {
      for (const window of windows) window.emit('tools.line', { part, text });
    },
    installed: (part, ok) => {
      for (const window of windows) window.emit('tools.installed', { part, ok });
    },
  });
  const calibrations = new CalibrationService({ paths, build: options.build, devices: options.devices, onChange });
  const runs = new RunService(
    options.devices,
    firmware,
    options.runGraceMs,
    usedDevices,
    async () => (await settings.get()).trustedFolders,
  );
  return {
    options,
    open: options.open,
    installer,
    templates: new Templates(join(paths.program, 'templates', 'sketches')),
    recent: new RecentFiles(join(paths.config, 'recent.json')),
    recovery: new Recovery(join(paths.config, 'recovery')),
    settings,
    languageReady: settings.get().then(({ language }) => options.chooseLanguage?.(language)),
    boards: new BoardLister(),
    builds: new BuildService(paths.cache, options.build, firmware, onBuildError, async (path) =>
      isTrusted(await folderOf(path), (await settings.get()).trustedFolders),
    ),
    calibrations,
    usedDevices,
    races: new RaceService({
      ...{ paths, build: options.build, devices: options.devices },
      calibrations: () => calibrations.list(),
      requireTrust: (order) => runs.requireTrust(order),
    }),
    runs,
    plottedValues: new KeptBySketch(join(paths.config, 'charts.json'), z.object({ values: plottedValues })),
    windows,
    assistants: new Set(),
  };
}

function projectHandlers(services: Services, watched: WatchedFile): Handlers<Contract>['projects'] {
  const { options, templates, recent, languageReady } = services;
  const dialogs = () => {
    if (options.dialogs) return options.dialogs;
    throw new RpcError('unavailable', tr`This window cannot show the system’s dialogs. Use its own file picker.`);
  };
  return {
    startup: async () => {
      await languageReady;
      const { version } = options;
      return { open: services.open, nativeDialogs: options.dialogs !== null, platform: process.platform, version };
    },
    templates: async () => ({ templates: await templates.list() }),
    openTemplate: async ({ id }) => {
      const { name, text } = await templates.open(id);
      return { name, text };
    },
    open: async ({ path }) => {
      const file = await openSketchFile(path);
      await recent.note(file.path);
      return file;
    },
    save: async (request) => {
      const result = await saveSketchFile(request);
      if (result.status === 'saved') await recent.note(result.path);
      return result;
    },
    exportProject: ({ text, dir, ...request }) => options.exportProject(text, dir, request),
    watch: ({ file }) => {
      watched.watch(file);
      return {};
    },
    recent: async () => ({ files: await recent.list() }),
    forgetRecent: async ({ path }) => {
      await recent.forget(path);
      return {};
    },
    browse: async ({ dir }) => browseFolder(dir ?? (await startFolder((await recent.list())[0]?.path))),
    pickOpen: async () => ({ path: await dialogs().pickOpen() }),
    pickSave: async ({ suggestedName }) => ({ path: await dialogs().pickSave(suggestedName) }),
  };
}

/** A build belongs to the window that requested it and ends with that window. */
function buildHandlers(services: Services, watcher: BuildWatcher, own: Set<string>): Handlers<Contract>['builds'] {
  return {
    start: (order) => {
      const buildId = services.builds.start(order, watcher);
      own.add(buildId);
      return { buildId };
    },
    cancel: ({ buildId }) => {
      if (own.has(buildId)) services.builds.cancel(buildId);
      return {};
    },
  };
}

const PROFILE_HANDLERS: Handlers<Contract>['profiles'] = {
  list: async ({ sketch }) => {
    const { profiles, problems } = await readProfiles(sketch);
    return { profiles: [...profiles], problems: [...problems] };
  },
  keep: async ({ sketch, profile }) => ({ path: await keepProfile(sketch, profile, false) }),
  remove: async ({ sketch, file }) => {
    await deleteProfile(sketch, file);
    return {};
  },
};

function recoveryHandlers({ recovery }: Services, client: RecoveryClient): Handlers<Contract>['recovery'] {
  return {
    keep: async ({ id, unsaved }) => ({ kept: await recovery.keep(client, id, unsaved) }),
    drop: async ({ id }) => {
      await recovery.drop(id);
      return {};
    },
    list: async ({ own }) => ({ left: await recovery.list(own) }),
    read: async ({ id }) => ({ unsaved: await recovery.read(id) }),
  };
}

function deviceHandlers({ runs, settings, usedDevices }: Services): Handlers<Contract>['devices'] {
  return {
    list: async ({ board, boardFacts, path = null, chosen = null }) => {
      const wanted = chosen ?? (path === null ? null : await usedDevices.of(path));
      const { port } = await settings.get();
      const devices = await runs.list({ board, boardFacts }, { named: port, chosen: wanted });
      return { devices, chosen: devices.some(({ id }) => id === wanted) ? wanted : null };
    },
    ports: async () => ({ version: await runs.portsVersion() }),
  };
}

function connect(services: Services, channel: Channel): void {
  const ownBuilds = new Set<string>();
  const buildWatcher: BuildWatcher = {
    line: (line) => server.emit('builds.line', line),
    finished: (result) => {
      ownBuilds.delete(result.buildId);
      server.emit('builds.finished', result);
    },
  };
  const runWatcher: RunWatcher = {
    status: (runId, status) => server.emit('runs.status', { runId, status }),
    serial: (runId, offset, bytes) => server.emit('runs.serial', { runId, offset, bytes }),
    pins: (runId, pins) => server.emit('runs.pins', { runId, pins }),
    parts: (runId, parts) => server.emit('runs.parts', { runId, parts }),
    edges: (runId, report) => server.emit('runs.edges', { runId, report }),
  };
  const calibrationWatcher: CalibrationWatcher = {
    step: (text) => server.emit('calibrations.step', { text }),
    finished: (result) => server.emit('calibrations.finished', result),
  };
  const raceWatcher: RaceWatcher = {
    step: (text) => server.emit('races.step', { text }),
    finished: (result) => server.emit('races.finished', result),
  };
  const checker = new CodeChecker(services.options.paths.cache, services.options.checkCode);
  const clangdPath = async () => (await services.settings.get()).clangd;
  const helper = services.options.createHelper(clangdPath);
  const assistants = [checker, helper];
  for (const assistant of assistants) services.assistants.add(assistant);
  const watched = new WatchedFile((path, revision) => server.emit('projects.changed', { path, revision }));
  const recoveryClient: RecoveryClient = {};
  const handlers: Handlers<Contract> = {
    profiles: PROFILE_HANDLERS,
    projects: projectHandlers(services, watched),
    races: raceHandlers(services.races, raceWatcher),
    recovery: recoveryHandlers(services, recoveryClient),
    boards: { list: () => services.boards.list() },
    builds: buildHandlers(services, buildWatcher, ownBuilds),
    code: {
      check: (order, { signal }) => checker.check(order, signal),
      format: (order) => services.options.formatCode(order),
      help: (order) => helper.help(order),
    },
    calibrations: calibrationHandlers(services.calibrations, calibrationWatcher),
    charts: {
      values: async ({ sketch }) => ({ values: (await services.plottedValues.of(sketch))?.values ?? [] }),
      keepValues: async ({ sketch, values }) => {
        await services.plottedValues.keep(sketch, { values });
        return {};
      },
    },
    devices: deviceHandlers(services),
    runs: runHandlers(services.runs, runWatcher),
    settings: {
      get: () => services.settings.get(),
      set: async (change) => {
        const values = await services.settings.set(change);
        if (change.language !== undefined) await services.options.chooseLanguage?.(change.language);
        for (const other of services.windows) if (other !== server) other.emit('settings.changed', values);
        return values;
      },
    },
    tools: {
      status: async () => ({ tools: toolsStatus(await clangdPath()) }),
      clangd: async () => clangdStatus(await clangdPath()),
      install: ({ part }) => {
        services.installer.start(part);
        return {};
      },
    },
  };
  const onInternalError = (method: string, error: unknown) => services.options.log(`${method} failed`, error);
  const { inLanguage } = services.options;
  const server = createServer(contract, channel, handlers, { onInternalError, ...(inLanguage && { inLanguage }) });
  services.windows.add(server);
  server.onClose(() => {
    services.windows.delete(server);
    watched.close();
    services.recovery.leave(recoveryClient);
    for (const assistant of assistants) void closeAssistant(services, assistant);
    for (const buildId of ownBuilds) services.builds.cancel(buildId);
    services.calibrations.cancel(calibrationWatcher);
    services.races.cancel(raceWatcher);
    services.runs.leave(runWatcher);
  });
}

async function closeAssistant({ assistants, options }: Services, assistant: Assistant): Promise<void> {
  await assistant.close().catch((error: unknown) => options.log('a folder of checked code was not removed', error));
  assistants.delete(assistant);
}

export function createHost(options: HostOptions): Host {
  const services = createServices(options);
  return {
    languageReady: services.languageReady,
    openFile: (path) => {
      // The tabs of a window have a connection each. Any of them can open a tab.
      const [window] = services.windows;
      if (window === undefined) services.open = { kind: 'path', path };
      else window.emit('projects.openRequested', { path });
    },
    connect: (channel) => connect(services, channel),
    close: async () => {
      const assistants = [...services.assistants].map((assistant) => closeAssistant(services, assistant));
      const { builds, calibrations, installer, races, runs } = services;
      await Promise.all([builds, calibrations, installer, races, runs].map((service) => service.close()));
      await Promise.all(assistants);
      services.recovery.close();
      for (const server of [...services.windows]) server.close();
    },
  };
}
