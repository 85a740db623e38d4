/** What was measured on the user's boards, and the calibration that runs. */
import { createStore } from 'zustand/vanilla';
import { type Calibrated, calibratedOf } from '../../../../generator/calibration/record.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { HostClient } from '../../../contract/contract.ts';
import type { Devices } from '../run/devices.ts';
import type { Connection } from '../session/connection.ts';
import { storeHook } from '../session/use-session.ts';
import type { Notices } from '../window/notices.ts';
import type { UserSettings } from '../window/settings.ts';
import type { JudgementOptions } from './admission.ts';
import type { SketchDocument } from './document.ts';

interface CalibrationsState {
  readonly calibrations: readonly Calibrated[];
  /** What the running calibration does, in words for the user. Null: none runs. */
  readonly step: string | null;
}

interface Needs {
  readonly connection: Connection;
  readonly devices: Devices;
  readonly document: SketchDocument;
  readonly notices: Notices;
  readonly settings: UserSettings;
}

export type CalibrationsOfUser = ReturnType<typeof createCalibrations>;

export function createCalibrations({ connection, devices, document, notices, settings }: Needs) {
  const store = createStore<CalibrationsState>(() => ({ calibrations: [], step: null }));

  async function load(host: HostClient): Promise<void> {
    const { entries, problems } = await host.calibrations.list({});
    const isEmpty = entries.length === 0 && store.getState().calibrations.length === 0;
    if (!isEmpty) store.setState({ calibrations: entries.map(({ record, stale }) => calibratedOf(record, stale)) });
    for (const problem of problems) notices.notify(problem);
  }

  connection.withEachHost((host) => {
    store.setState({ step: null });
    load(host).catch(notices.notifyError);
    host.on('calibrations.changed', () => void load(host).catch(notices.notifyError));
    host.on('calibrations.step', ({ text }) => store.setState({ step: text }));
    host.on('calibrations.finished', ({ outcome, message }) => {
      store.setState({ step: null });
      if (outcome === 'ok') notices.notify(tr`The overheads are measured. The verdict counts them.`);
      else if (message !== null) notices.notify(message);
    });
  });

  /** Measures the overheads of the sketch's board and target, on the chosen device. */
  async function start(): Promise<void> {
    try {
      const host = await connection.requireHost();
      const device = await devices.current();
      if (device === null) return notices.notify(tr`There is no device for this board.`);
      const { board, boardFacts, target } = document.currentSketch();
      const facts = boardFacts === null ? null : { ...boardFacts, usb: [...boardFacts.usb] };
      const { tool } = settings.store.getState().settings;
      store.setState({ step: tr`Starting` });
      await host.calibrations.start({ board, boardFacts: facts, target, device: device.id, tool });
    } catch (error) {
      store.setState({ step: null });
      notices.notifyError(error);
    }
  }

  const cancel = (): void => {
    connection.store.getState().host?.calibrations.cancel({}).catch(notices.notifyError);
  };

  /** Goes back to the shipped overheads of the sketch's board and target. */
  const remove = (): void => {
    const { board, target } = document.currentSketch();
    connection.store.getState().host?.calibrations.remove({ board, target }).catch(notices.notifyError);
  };

  /** How the sketch is judged when it is to run: with overheads. */
  const counted = (): JudgementOptions => ({ ideal: false, calibrations: store.getState().calibrations });

  return { store, start, cancel, remove, counted };
}

export const useCalibrations = storeHook(({ calibrations }) => calibrations.store);
