/** The rail at the left: the Add menu, starter sketches, all commands, simple or full, and settings. */

import { Command, LayoutTemplate, Settings2 } from 'lucide-react';
import { Switch } from 'radix-ui';
import type { ReactNode } from 'react';
import { tr } from '../../../generator/words/tr.ts';
import { useSession } from '../state/session/use-session.ts';
import { useDetail } from '../state/window/use-detail.ts';
import { Hint } from '../views/controls/button.tsx';
import { AddMenu } from './add-menu.tsx';
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
    <nav className="rail" aria-label={tr`Add and settings`}>
      <AddMenu />
      <div className="rail-line" />
      <RailItem command="templates" label={tr`Starters`} hint={tr`Starter sketches`}>
        <LayoutTemplate />
      </RailItem>
      <div className="rail-space" />
      <RailItem command="palette" label={tr`Find`} hint={tr`Find a command`}>
        <Command />
      </RailItem>
      <DetailSwitch />
      <RailItem command="settings" label={tr`Settings`} hint={tr`Settings`}>
        <Settings2 />
      </RailItem>
    </nav>
  );
}

/** Simple shows what most sketches need, full shows everything. */
function DetailSwitch() {
  const { runCommand } = useSession().commands;
  const full = useDetail() === 'full';
  return (
    <Hint
      text={full ? tr`Hide what most sketches do not use` : tr`Show every field and panel`}
      shortcut={shortcutOf('detail')}
      side="right"
    >
      <Switch.Root
        className="rail-item rail-detail"
        checked={full}
        aria-label={tr`Full: every field and panel`}
        onCheckedChange={() => runCommand('detail')}
      >
        <span className="switch" data-state={full ? 'checked' : 'unchecked'}>
          <Switch.Thumb className="switch-thumb" />
        </span>
        <span>{tr`Full`}</span>
      </Switch.Root>
    </Hint>
  );
}
