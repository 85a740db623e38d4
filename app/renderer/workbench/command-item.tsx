/** A menu item that runs a command of the window and shows its shortcut. */
import type { ReactNode } from 'react';
import { useSession } from '../state/session/use-session.ts';
import { useCommands } from '../state/window/commands.ts';
import { MenuItem } from '../views/controls/menu.tsx';
import { shortcutOf } from './shortcuts.ts';

interface Props {
  readonly command: string;
  readonly label: string;
  readonly note?: string;
  readonly icon?: ReactNode;
}

export function CommandItem({ command, label, note, icon }: Props) {
  const { runCommand } = useSession().commands;
  const enabled = useCommands(({ commands }) => commands.find(({ id }) => id === command)?.enabled?.() !== false);
  return (
    <MenuItem
      label={label}
      note={note}
      icon={icon}
      shortcut={shortcutOf(command)}
      disabled={!enabled}
      onSelect={() => runCommand(command)}
    />
  );
}
