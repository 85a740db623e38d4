/** The folders of the desktop program, or a message where the environment names none. */
import { tr } from '../../generator/words/tr.ts';
import { RpcError } from '../contract/errors.ts';
import { type HostPaths, hostPaths } from '../host/paths.ts';

/** The part of Electron's `dialog` that shows the message. It may be called before Electron is ready. */
export interface ErrorBox {
  showErrorBox(title: string, content: string): void;
}

/** Null: the environment names no folder for Polyloop's files, and the user has read why. */
export function foldersOrMessage(box: ErrorBox, read: () => HostPaths = hostPaths): HostPaths | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    box.showErrorBox(tr`Polyloop cannot start`, error.message);
    return null;
  }
}
