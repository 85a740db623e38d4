/** Tests the desktop program's wiring with a fake Electron, so no Electron binary is needed. */
import type { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { connectHost } from '../contract/contract.ts';
import { portChannel } from '../contract/port.ts';
import { APP_URL } from './policy.ts';
import type { Port } from './test-message-channel.ts';

const fake = vi.hoisted(() => ({
  app: null as EventEmitter | null,
  ipcMain: null as EventEmitter | null,
  windows: [] as { options: { webPreferences: Record<string, unknown> }; url: string }[],
  privileged: [] as unknown[],
  protocols: [] as string[],
  permissionHandlers: 0,
  opened: [] as string[],
  quits: 0,
}));

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  const { MessageChannelMain } = await import('./test-message-channel.ts');
  fake.app = Object.assign(new EventEmitter(), {
    name: 'Polyloop',
    isPackaged: false,
    requestSingleInstanceLock: () => true,
    whenReady: () => Promise.resolve(),
    quit: () => {
      fake.quits++;
    },
  });
  fake.ipcMain = new EventEmitter();
  class BrowserWindow extends EventEmitter {
    readonly #entry: (typeof fake.windows)[number];
    readonly webContents = new EventEmitter();
    readonly isMinimized = () => false;
    readonly focus = () => {};
    constructor(options: (typeof fake.windows)[number]['options']) {
      super();
      this.#entry = { options, url: '' };
      fake.windows.push(this.#entry);
    }
    async loadURL(url: string): Promise<void> {
      this.#entry.url = url;
    }
  }
  const count = () => {
    fake.permissionHandlers++;
  };
  return {
    app: fake.app,
    BrowserWindow,
    MessageChannelMain,
    dialog: { showOpenDialog: async () => ({ canceled: false, filePaths: ['/picked.polyloop.json'] }) },
    ipcMain: fake.ipcMain,
    Menu: { setApplicationMenu: () => {}, buildFromTemplate: (template: unknown) => template },
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => fake.privileged.push(...schemes),
      handle: (scheme: string) => fake.protocols.push(scheme),
    },
    session: {
      defaultSession: {
        setPermissionRequestHandler: count,
        setPermissionCheckHandler: count,
        setDevicePermissionHandler: count,
        on: () => {},
      },
    },
    shell: { openExternal: async (url: string) => void fake.opened.push(url) },
    utilityProcess: { fork: () => {} },
  };
});

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'polyloop-electron-main-'));
  vi.stubEnv('POLYLOOP_HOME', home);
  await import('./main.ts');
  await eventually(() => expect(fake.windows).toHaveLength(1));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

interface Frame {
  readonly url: string;
  readonly parent: Frame | null;
}

/** Requests a port as a page does. Returns null when no port was granted. */
function askForPort(frame: Frame): Port | null {
  let given: Port | null = null;
  const postMessage = (_channel: string, _message: unknown, ports: Port[]) => {
    given = ports[0] ?? null;
  };
  fake.ipcMain?.emit('polyloop:connect', { senderFrame: { ...frame, postMessage } });
  return given;
}

describe('the desktop program', () => {
  it('opens one hardened window on its own files', () => {
    expect(fake.windows[0]?.url).toBe(APP_URL);
    expect(fake.windows[0]?.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
    });
    // Electron's other warnings are about options that are off unless they are set.
    const unset = ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures'];
    expect(Object.keys(fake.windows[0]?.options.webPreferences ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(unset.join('|')))]),
    );
    expect(fake.protocols).toEqual(['polyloop']);
    expect(fake.privileged).toMatchObject([{ scheme: 'polyloop', privileges: { standard: true, secure: true } }]);
    expect(fake.permissionHandlers).toBe(3);
  });

  it('serves the contract to its window over a message port, and opens the file of a second start', async () => {
    const port = askForPort({ url: APP_URL, parent: null });
    if (port === null) throw new Error('no port was granted');
    const host = connectHost(
      portChannel({
        postMessage: (message) => port.postMessage(message),
        onMessage: (listener) => void port.on('message', ({ data }) => listener(data)),
        onClose: (listener) => void port.on('close', listener),
        start: () => port.start(),
        close: () => port.close(),
      }),
    );
    expect(await host.projects.startup({})).toMatchObject({ nativeDialogs: true, open: { kind: 'template' } });
    expect(await host.projects.pickOpen({})).toEqual({ path: '/picked.polyloop.json' });
    const requested: string[] = [];
    host.on('projects.openRequested', ({ path }) => requested.push(path));
    fake.app?.emit('second-instance', {}, ['electron', 'main.js', 'b.polyloop.json'], home);
    const preventDefault = vi.fn();
    fake.app?.emit('open-file', { preventDefault }, '/dropped.polyloop.json');
    fake.app?.emit('second-instance', {}, ['electron', 'main.js'], home);
    await eventually(() => expect(requested).toEqual([join(home, 'b.polyloop.json'), '/dropped.polyloop.json']));
    expect(preventDefault).toHaveBeenCalled();
    host.close();
  });

  it.each<[string, Frame]>([
    ['another page', { url: 'https://example.org/', parent: null }],
    ['a frame in its window', { url: APP_URL, parent: { url: APP_URL, parent: null } }],
  ])('gives no port to %s', (_who, frame) => {
    expect(askForPort(frame)).toBeNull();
  });

  it('closes its host before it quits', async () => {
    const event = { preventDefault: vi.fn() };
    fake.app?.emit('before-quit', event);
    expect(event.preventDefault).toHaveBeenCalled();
    await eventually(() => expect(fake.quits).toBe(1));
  });
});
