/** The palette of all commands, with search by parts of their names. */

import { useCallback } from 'react';
import { tr } from '../../../generator/words/tr.ts';
import { useSession } from '../state/session/use-session.ts';
import { useCommands } from '../state/window/commands.ts';
import { showKey } from '../state/window/keys.ts';
import { Picker, withWords } from '../views/controls/picker.tsx';

export function Palette() {
  const { runCommand, setPaletteOpen } = useSession().commands;
  const open = useCommands((state) => state.paletteOpen);
  const commands = useCommands((state) => state.commands);
  const find = useCallback(
    (query: string) => {
      const items = commands
        .filter(({ hidden }) => hidden !== true)
        .map(({ id, title, key, enabled }) => ({
          id,
          text: title,
          key: key && showKey(key),
          disabled: enabled?.() === false,
        }))
        .toSorted((a, b) => a.text.localeCompare(b.text));
      return withWords(items, query, ({ text }) => text);
    },
    [commands],
  );
  return (
    <Picker
      open={open}
      title={tr`All commands`}
      label={tr`Search commands`}
      placeholder={tr`Type a command`}
      none={tr`No matching command.`}
      find={find}
      onChoose={({ id }) => runCommand(id)}
      onClose={() => setPaletteOpen(false)}
    />
  );
}
