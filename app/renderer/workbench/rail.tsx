/** The rail at the left: elements to add, files, and settings of the window. */
import {
  Box,
  Command,
  FolderOpen,
  LayoutTemplate,
  Lock,
  Redo2,
  Repeat2,
  Save,
  Settings2,
  Undo2,
  Zap,
} from 'lucide-react';
import { useSession } from '../state/session/use-session.ts';
import { useRedoLabel, useUndoLabel } from '../state/sketch/document.ts';
import { IconButton } from '../views/controls/button.tsx';
import { FourSlotIcon, TaskIcon } from '../views/controls/icons.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { shortcutOf } from './shortcuts.ts';

interface ItemProps {
  readonly command: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly children: React.ReactNode;
}

function RailItem({ command, label, disabled, children }: ItemProps) {
  const { runCommand } = useSession().commands;
  return (
    <IconButton
      label={label}
      shortcut={shortcutOf(command)}
      side="right"
      disabled={disabled}
      onClick={() => runCommand(command)}
    >
      {children}
    </IconButton>
  );
}

export function Rail() {
  const [undo, redo] = [useUndoLabel(), useRedoLabel()];
  return (
    <nav className="rail" aria-label="Add and files">
      <RailItem command="add-task" label="Add task">
        <TaskIcon />
      </RailItem>
      <RailItem command="add-interrupt" label="Add interrupt">
        <Zap />
      </RailItem>
      <RailItem command="add-four-slot" label="Add four-slot channel">
        <FourSlotIcon />
      </RailItem>
      <RailItem command="add-ring-buffer" label="Add ring buffer">
        <Repeat2 />
      </RailItem>
      <RailItem command="add-part" label="Add part">
        <Box />
      </RailItem>
      <RailItem command="add-resource" label="Add resource">
        <Lock />
      </RailItem>
      <div className="rail-line" />
      <RailItem command="undo" label={undo === null ? 'Undo' : `Undo: ${undo}`} disabled={undo === null}>
        <Undo2 />
      </RailItem>
      <RailItem command="redo" label={redo === null ? 'Redo' : `Redo: ${redo}`} disabled={redo === null}>
        <Redo2 />
      </RailItem>
      <div className="rail-line" />
      <RailItem command="templates" label="Starter sketches">
        <LayoutTemplate />
      </RailItem>
      <RailItem command="open" label="Open">
        <FolderOpen />
      </RailItem>
      <RailItem command="save" label="Save">
        <Save />
      </RailItem>
      <div className="rail-space" />
      <RailItem command="palette" label="All commands">
        <Command />
      </RailItem>
      <SettingsMenu>
        <Settings2 />
      </SettingsMenu>
    </nav>
  );
}
