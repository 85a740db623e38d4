/**
 * What a session needs from the window around it. browser-environment.ts provides it in a browser,
 * and a test provides its own.
 */
import type { Channel } from '../../../contract/channel.ts';
import type { ShownLanguage } from '../../../words/language.ts';
import type { WorkerEnd } from '../../workers/worker-client.ts';
import type { Theme } from '../window/theme.ts';

/** The part of the browser's Storage that a session uses. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface Environment {
  /** Opens a new channel to the host. Rejects with words for the user. */
  openChannel(): Promise<Channel>;
  startAnalysisWorker(): WorkerEnd;
  startSimulationWorker(): WorkerEnd;
  /** The language of this window until it is loaded again. */
  readonly language: ShownLanguage;
  /** The system's languages as BCP 47 tags, the best first. */
  readonly systemLanguages: readonly string[];
  /** Loads the window again, without a question about unsaved changes: the window keeps them. */
  reload(): void;
  /** Stored for this user, for all windows. */
  readonly userStorage: KeyValueStorage;
  /** Stored for this window, across reloads. */
  readonly windowStorage: KeyValueStorage;
  /** Runs before the next frame is painted. Returns the function that cancels it. */
  requestFrame(run: () => void): () => void;
  /** The theme that the system requests. */
  systemTheme(): Theme;
  /** Each `on…` returns the function that removes the listener. */
  onSystemThemeChange(listener: () => void): () => void;
  onFocus(listener: () => void): () => void;
  /** The page is about to be left or reloaded. `preventDefault` makes the browser ask first. */
  onLeave(listener: (event: { preventDefault(): void }) => void): () => void;
  /** The page is left or reloaded. No question can keep it any more. */
  onGone(listener: () => void): () => void;
  /** Offers a file to the user, who decides where to save it. */
  download(name: string, parts: readonly (string | Uint8Array<ArrayBuffer>)[], mediaType: string): void;
  /** Asks for files with these extensions. Resolves to an empty list when the user cancels. */
  pickFiles(extensions: readonly string[]): Promise<readonly File[]>;
  /** Paints the window in this theme. */
  applyTheme(theme: Theme): void;
}
