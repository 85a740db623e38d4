/** The commands of the window, which buttons, keys and the palette run. */
import { createStore } from 'zustand/vanilla';
import { storeHook } from '../session/use-session.ts';

export interface Command {
  readonly id: string;
  readonly title: string;
  /**
   * As in `Mod+Shift+Z`; Mod is Command on a Mac, Control elsewhere. A bare key such as `Delete` works outside fields.
   */
  readonly key?: string;
  readonly run: () => void;
  /** Called before the command runs or is shown. */
  readonly enabled?: () => boolean;
  /** Not listed in the palette. */
  readonly hidden?: boolean;
}

interface CommandState {
  readonly commands: readonly Command[];
  /** The palette, which lists all commands, is open. */
  readonly paletteOpen: boolean;
}

export type Commands = ReturnType<typeof createCommands>;

export function createCommands() {
  const store = createStore<CommandState>(() => ({ commands: [], paletteOpen: false }));

  /** Adds commands; a later one of the same id replaces an earlier one. Returns the function that removes them. */
  function registerCommands(added: readonly Command[]): () => void {
    const ids = new Set(added.map(({ id }) => id));
    store.setState(({ commands }) => ({ commands: [...commands.filter(({ id }) => !ids.has(id)), ...added] }));
    return () => store.setState(({ commands }) => ({ commands: commands.filter((each) => !added.includes(each)) }));
  }

  function runCommand(id: string): void {
    const command = store.getState().commands.find((each) => each.id === id);
    if (command !== undefined && command.enabled?.() !== false) command.run();
  }

  const setPaletteOpen = (paletteOpen: boolean): void => store.setState({ paletteOpen });

  return { store, registerCommands, runCommand, setPaletteOpen };
}

export const useCommands = storeHook(({ commands }) => commands.store);
