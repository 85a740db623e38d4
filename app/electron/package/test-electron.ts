/** As much of Electron as the desktop program's main process needs to serve a window, for plain Node. */
import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Electron calls the listeners of a port with an event. Node calls them with the message. */
class Port extends EventEmitter {
  readonly #port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (data) => this.emit('message', { data }));
    port.on('close', () => this.emit('close'));
  }
  postMessage(message: unknown): void {
    this.#port.postMessage(message);
  }
  start(): void {
    this.#port.start();
  }
  close(): void {
    this.#port.close();
  }
}

export class MessageChannelMain {
  readonly port1: Port;
  readonly port2: Port;
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new Port(port1);
    this.port2 = new Port(port2);
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
  async loadURL(): Promise<void> {}
}

const nothing = (): void => {};

export const app = Object.assign(new EventEmitter(), {
  name: 'Polyloop',
  isPackaged: true,
  getPath: () => process.env.POLYLOOP_HOME,
  requestSingleInstanceLock: () => true,
  whenReady: async () => {},
  quit: () => process.exit(),
});
export const ipcMain = new EventEmitter();
export const dialog = {};
export const Menu = { setApplicationMenu: nothing, buildFromTemplate: nothing };
export const protocol = { registerSchemesAsPrivileged: nothing, handle: nothing };
export const session = {
  defaultSession: {
    setPermissionRequestHandler: nothing,
    setPermissionCheckHandler: nothing,
    setDevicePermissionHandler: nothing,
    on: nothing,
  },
};
export const shell = { openExternal: async () => {} };
export const utilityProcess = { fork: nothing };
