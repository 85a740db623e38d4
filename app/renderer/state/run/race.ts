/** The race of the sketch: its progress and its last result. */
import { createStore } from 'zustand/vanilla';
import type { Sketch, TargetName } from '../../../../generator/sketch/model.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { RaceFinished } from '../../../contract/races.ts';
import type { Connection } from '../session/connection.ts';
import type { Environment } from '../session/environment.ts';
import { storeHook } from '../session/use-session.ts';
import type { SketchDocument } from '../sketch/document.ts';
import type { Notices } from '../window/notices.ts';
import { fileNameOf } from './trace-export.ts';
import type { Trust } from './trust.ts';

/** A finished race. */
export interface RaceResult extends Pick<RaceFinished, 'racers' | 'picture' | 'report'> {
  /** The sketch that was raced. It differs from the present one after an edit. */
  readonly sketch: Sketch;
}

interface RaceState {
  /** What the race does now, in words for the user. Null: none runs. */
  readonly step: string | null;
  readonly result: RaceResult | null;
}

interface Needs {
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly environment: Pick<Environment, 'download' | 'windowStorage'>;
  readonly notices: Notices;
  readonly trust: Trust;
}

export type Race = ReturnType<typeof createRace>;

/** How long each program runs by the clock of its board. */
export const RACE_NS = 2e9;

export function createRace({ connection, document, environment, notices, trust }: Needs) {
  const store = createStore<RaceState>(() => ({ step: null, result: null }));
  let raced: Sketch | null = null;

  connection.withEachHost((host) => {
    store.setState({ step: null });
    host.on('races.step', ({ text }) => store.setState({ step: text }));
    host.on('races.finished', ({ outcome, message, ...result }) => {
      store.setState({ step: null });
      if (outcome === 'ok' && raced !== null) store.setState({ result: { ...result, sketch: raced } });
      else if (message !== null) notices.notify(message, 'problem');
    });
  });

  /** Races the present sketch, saved or not. */
  async function start(targets: readonly TargetName[]): Promise<void> {
    try {
      const host = await connection.requireHost();
      const state = document.store.getState();
      raced = state.history.present;
      const { path } = state.file;
      const order = { text: writeSketch(raced), path, targets: [...targets], durationNs: RACE_NS };
      store.setState({ step: tr`Starting` });
      await trust.withTrust(state, (trusted) => host.races.start({ ...order, trusted }));
    } catch (error) {
      store.setState({ step: null });
      notices.notifyError(error);
    }
  }

  const cancel = (): void => {
    connection.store.getState().host?.races.cancel({}).catch(notices.notifyError);
  };

  /** Offers the report of the last race as a file. */
  function saveReport(): void {
    const { result } = store.getState();
    if (result?.report == null) return;
    environment.download(`${fileNameOf(result.sketch.name, 'sketch')}-race.html`, [result.report], 'text/html');
  }

  return { store, start, cancel, saveReport };
}

export const useRace = storeHook(({ race }) => race.store);
