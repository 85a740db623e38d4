/**
 * What the user chose for the values that the sketch plots: unit, wanted range, and shared charts. The host keeps
 * it for the sketch's file, so it is there when the file is opened again.
 */
import { createStore } from 'zustand/vanilla';
import type { SettingsByValue, ValueSettings } from '../../charts/plots/value-settings.ts';
import type { Connection } from '../session/connection.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { SketchDocument } from '../sketch/document.ts';
import type { Notices } from '../window/notices.ts';

interface PlottedValuesState {
  readonly settings: SettingsByValue;
}

const NONE: PlottedValuesState = { settings: new Map() };

interface Needs {
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly notices: Notices;
}

export type PlottedValues = ReturnType<typeof createPlottedValues>;

export function createPlottedValues({ connection, document, notices }: Needs, scope: Scope) {
  const store = createStore<PlottedValuesState>(() => NONE);
  const sketchPath = (): string | null => document.store.getState().file.path;

  async function load(): Promise<void> {
    const sketch = sketchPath();
    const { host } = connection.store.getState();
    if (sketch === null || host === null) return;
    const before = store.getState();
    try {
      const { values } = await host.charts.values({ sketch });
      // The user has changed them since, or has opened another sketch.
      if (sketchPath() !== sketch || store.getState() !== before || values.length === 0) return;
      store.setState({ settings: new Map(values.map(({ name, ...settings }) => [name, settings])) });
    } catch (error) {
      notices.notifyError(error);
    }
  }

  async function keep(): Promise<void> {
    const sketch = sketchPath();
    const { host } = connection.store.getState();
    if (sketch === null || host === null) return;
    const { settings } = store.getState();
    const values = [...settings].map(([name, { unit, range, beside }]) => ({ name, unit, range, beside }));
    await host.charts.keepValues({ sketch, values }).catch(notices.notifyError);
  }

  /** Changes the settings of a value, and keeps them for the sketch. */
  function change(name: string, next: ValueSettings): void {
    store.setState(({ settings }) => ({ settings: new Map([...settings, [name, next]]) }));
    void keep();
  }

  connection.withEachHost(() => void load());
  scope.own(
    document.store.subscribe((now, before) => {
      if (now.generation !== before.generation && now.file.path !== before.file.path) {
        store.setState(NONE);
        void load();
      } else if (now.file.path !== before.file.path && store.getState().settings.size > 0) {
        // A sketch that is saved under another name keeps its settings.
        void keep();
      }
    }),
  );

  return { store, change };
}

export const usePlottedValues = storeHook(({ plottedValues }) => plottedValues.store);
