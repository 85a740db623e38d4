/** The desktop program: one window over the same host and contract as the browser version. */
import './tools-dir.ts';
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  protocol,
  session,
  shell,
  utilityProcess,
} from 'electron';
import packageJson from '../../package.json' with { type: 'json' };
import { portChannel } from '../contract/port.ts';
import { createProgramHost } from '../host/create.ts';
import type { Host } from '../host/host.ts';
import type { HostPaths } from '../host/paths.ts';
import { fileIn, firstSketch } from './arguments.ts';
import { confirmLeave, systemDialogs } from './dialogs.ts';
import { foldersOrMessage } from './folders.ts';
import { hardenApp, hardenSession } from './harden.ts';
import { menuTemplate } from './menu.ts';
import { APP_URL, isAppUrl, SCHEME } from './policy.ts';
import { CONNECT, mainPort } from './ports.ts';
import { setupInElectron } from './setup.ts';
import { answerWindowRequest } from './window-files.ts';

/** Time limit for an orderly shutdown. */
const CLOSE_WITHIN_MS = 5_000;

let window: BrowserWindow | null = null;
let host: Host | null = null;
/** The file that the system asked to open before the program was ready (macOS). */
let early: string | null = null;

const ownArguments = (argv: readonly string[]): readonly string[] => argv.slice(app.isPackaged ? 1 : 2);

function openWindow(): BrowserWindow {
  const opened = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    backgroundColor: '#0e1116',
    webPreferences: {
      preload: join(import.meta.dirname, 'preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  opened.once('ready-to-show', () => opened.show());
  // The page prevents closing while it has unsaved changes. Without this handler the window could
  // never be closed then.
  opened.webContents.on('will-prevent-unload', (event) => {
    if (confirmLeave(dialog, opened)) event.preventDefault();
  });
  opened.on('closed', () => {
    window = null;
  });
  void opened.loadURL(APP_URL);
  return opened;
}

/** Gives a channel to the window that requests one, and to no other page. */
function serveWindows(host: Host): void {
  ipcMain.on(CONNECT, (event) => {
    const frame = event.senderFrame;
    if (!frame || frame.parent !== null || !isAppUrl(frame.url)) return;
    const { port1, port2 } = new MessageChannelMain();
    host.connect(portChannel(mainPort(port1)));
    frame.postMessage(CONNECT, null, [port2]);
  });
}

/** Ends builds and runs before the program quits. */
function closeOnQuit(host: Host): void {
  let closed = false;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    closed = true;
    const patience = new Promise((done) => setTimeout(done, CLOSE_WITHIN_MS));
    void Promise.race([host.close(), patience]).then(() => app.quit());
  });
}

function onReady(paths: HostPaths): void {
  hardenSession(session.defaultSession);
  protocol.handle(SCHEME, (request) => answerWindowRequest(request, join(paths.program, 'build', 'renderer')));
  const dialogs = systemDialogs(dialog, () => window ?? openWindow());
  const own = createProgramHost({
    version: packageJson.version,
    open: early === null ? firstSketch(ownArguments(process.argv)) : { kind: 'path', path: early },
    dialogs,
    paths,
    runSetup: setupInElectron(paths.program, utilityProcess.fork.bind(utilityProcess)),
  });
  host = own;
  void own.languageReady.then(() => {
    const template = menuTemplate(process.platform, app.name, !app.isPackaged);
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  });
  serveWindows(own);
  closeOnQuit(own);
  window = openWindow();
  app.on('activate', () => {
    window ??= openWindow();
  });
}

function showWindow(): void {
  if (window?.isMinimized()) window.restore();
  window?.focus();
}

/** The program was started again, which shows its window and opens the file that the new start names. */
function onSecondStart(_event: unknown, argv: readonly string[], from: string): void {
  showWindow();
  const path = fileIn(ownArguments(argv), from);
  if (path !== null) openFile(path);
}

function openFile(path: string): void {
  if (host === null) early = path;
  else host.openFile(path);
}

/** Registers everything that has to be known before Electron is ready, and shows the window then. */
function start(paths: HostPaths): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
  hardenApp(app, (address) => shell.openExternal(address));
  app.on('second-instance', onSecondStart);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFile(path);
  });
  app.on('window-all-closed', () => app.quit());
  void app.whenReady().then(() => onReady(paths));
}

const paths = app.requestSingleInstanceLock() ? foldersOrMessage(dialog) : null;
if (paths === null) app.quit();
else start(paths);
