/** The rail at the left: the Add menu, starter sketches, all commands, and settings. */
import { Command, LayoutTemplate, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../state/session/use-session.ts';
import { Hint } from '../views/controls/button.tsx';
import { AddMenu } from './add-menu.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { shortcutOf } from './shortcuts.ts';

interface ItemProps {
  readonly command: string;
  readonly label: string;
  readonly hint: string;
  readonly children: ReactNode;
}

function RailItem({ command, label, hint, children }: ItemProps) {
  const { runCommand } = useSession().commands;
  return (
    <Hint text={hint} shortcut={shortcutOf(command)} side="right">
      <button type="button" className="rail-item" onClick={() => runCommand(command)}>
        {children}
        <span>{label}</span>
      </button>
    </Hint>
  );
}

export function Rail() {
  return (
    <nav className="rail" aria-label="Add and settings">
      <AddMenu />
      <div className="rail-line" />
      <RailItem command="templates" label="Starters" hint="Starter sketches">
        <LayoutTemplate />
      </RailItem>
      <div className="rail-space" />
      <RailItem command="palette" label="Find" hint="Find a command">
        <Command />
      </RailItem>
      <SettingsMenu>
        <Settings2 />
        <span>Settings</span>
      </SettingsMenu>
    </nav>
  );
}
