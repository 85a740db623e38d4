/** The devices on which the sketch can run, and the chosen one. */
import { createStore } from 'zustand/vanilla';
import type { DeviceInfo } from '../../../contract/runs.ts';
import type { Connection } from '../session/connection.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { SketchDocument } from '../sketch/document.ts';
import type { Notices } from '../window/notices.ts';

interface DevicesState {
  /** The board that the devices are for. */
  readonly board: string | null;
  readonly devices: readonly DeviceInfo[];
  /** The chosen device. Null selects the first one. */
  readonly chosen: string | null;
}

const NOTHING: DevicesState = { board: null, devices: [], chosen: null };
/** How often the host is asked whether a port has appeared or vanished. */
const WATCH_MS = 1000;

interface Needs {
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly notices: Notices;
}

export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ connection, document, notices }: Needs, scope: Scope) {
  const store = createStore<DevicesState>(() => NOTHING);
  /** Counts questions: the answer to an earlier one is dropped. */
  let questions = 0;
  let newest: Promise<void> = Promise.resolve();
  let portsVersion: string | null = null;

  /** Asks the host for the devices. A question that is no longer the newest one ends with the newest one. */
  function refresh(): Promise<void> {
    newest = ask(++questions);
    return newest;
  }

  async function ask(question: number): Promise<void> {
    const host = await connection.requireHost();
    const { board, boardFacts } = document.currentSketch();
    const { path } = document.store.getState().file;
    const facts = boardFacts && { ...boardFacts, usb: [...boardFacts.usb] };
    const { devices, chosen } = await host.devices.list({
      board,
      boardFacts: facts,
      path,
      chosen: store.getState().chosen,
    });
    if (question !== questions) return newest;
    // The user can have chosen another one meanwhile. A device of another board stays chosen for that board.
    store.setState((now) => ({ board, devices, chosen: now.chosen ?? chosen }));
  }

  const refreshOrNotify = (): void => void refresh().catch(notices.notifyError);

  /** The device on which the sketch runs. Resolves to null when there is none. */
  async function current(): Promise<DeviceInfo | null> {
    while (store.getState().board !== document.currentSketch().board) await refresh();
    let device = chosenDevice(store.getState());
    if (device?.isAbsent) {
      await refresh();
      device = chosenDevice(store.getState());
    }
    return device;
  }

  async function noteChanges(): Promise<void> {
    const { host } = connection.store.getState();
    if (host === null) return;
    const { version } = await host.devices.ports({});
    if (version === portsVersion) return;
    portsVersion = version;
    await refresh();
  }

  /**
   * Follows ports that appear and vanish until the returned function is called. A hidden window does not
   * ask: it asks when it is shown again.
   */
  function watch(isHidden: () => boolean): () => void {
    return scope.every(WATCH_MS, () => {
      if (!isHidden()) void noteChanges().catch(notices.notifyError);
    });
  }

  scope.own(
    document.store.subscribe((now, before) => {
      // A sketch that is saved under another name keeps its device.
      if (now.generation === before.generation || now.file.path === before.file.path) return;
      questions++;
      newest = Promise.resolve();
      store.setState(NOTHING);
    }),
  );

  const choose = (chosen: string): void => store.setState({ chosen });

  return { store, refresh: refreshOrNotify, current, watch, choose };
}

export const useDevices = storeHook(({ devices }) => devices.store);

/** The chosen device, or else the first one. A chosen board that is not plugged in stays chosen. */
export function chosenDevice({ devices, chosen }: Pick<DevicesState, 'devices' | 'chosen'>): DeviceInfo | null {
  return devices.find(({ id }) => id === chosen) ?? devices[0] ?? null;
}
