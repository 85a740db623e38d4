/** The commands of the window. Buttons, keys and the palette run them. */
import { createStore } from 'zustand/vanilla';
import { storeHook } from '../session/use-session.ts';

export interface Command {
  readonly id: string;
  readonly title: string;
  /**
   * For example `Mod+Shift+Z`, where Mod is Command on a Mac and Control elsewhere. A single key
   * such as `Delete` works outside input fields.
   */
  readonly key?: string;
  /** The key acts only while the focus is in the drawing. */
  readonly inDrawing?: boolean;
  readonly run: () => void;
  /** Called before the command runs or is shown. */
  readonly enabled?: () => boolean;
  /** Not listed in the palette. */
  readonly hidden?: boolean;
}

interface CommandState {
  readonly commands: readonly Command[];
  /** True while the palette, which lists all commands, is open. */
  readonly paletteOpen: boolean;
}

export type Commands = ReturnType<typeof createCommands>;

export function createCommands() {
  const store = createStore<CommandState>(() => ({ commands: [], paletteOpen: false }));

  /**
   * Adds commands. A later command replaces an earlier one with the same id. Returns the function
   * that removes them.
   */
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
