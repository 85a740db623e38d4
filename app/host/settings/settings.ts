/** The user's settings, stored in a file in the user's configuration folder. */
import { DEFAULT_SETTINGS, type Settings, type SettingsChange, settingsValues } from '../../contract/settings.ts';
import { JsonStore } from '../files/json-store.ts';
import { systemError } from '../system-errors.ts';

export class SettingsStore {
  readonly #path: string;
  readonly #store: JsonStore<Settings>;

  constructor(path: string) {
    this.#path = path;
    this.#store = new JsonStore(path, settingsValues, DEFAULT_SETTINGS);
  }

  get(): Promise<Settings> {
    return this.#store.read();
  }

  async set(change: SettingsChange): Promise<Settings> {
    try {
      return await this.#store.update((values) => settingsValues.parse({ ...values, ...change }));
    } catch (error) {
      throw systemError(error, 'keep the settings in', this.#path);
    }
  }
}
