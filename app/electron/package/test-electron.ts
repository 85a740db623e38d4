/** As much of Electron as the desktop program's main process needs to serve a window, for plain Node. */
import { EventEmitter } from 'node:events';

export { MessageChannelMain } from '../test-message-channel.ts';

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
