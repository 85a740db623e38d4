/** The File menu: new, open, save, export, the sketch's settings and the user's. */

import { useState } from 'react';
import { FORMATS } from '../../../generator/trace/exports/index.ts';
import { tr } from '../../../generator/words/tr.ts';
import { useSession } from '../state/session/use-session.ts';
import { Menu, MenuItem, MenuLabel, MenuLine, MenuWord, Submenu } from '../views/controls/menu.tsx';
import { useLoaded } from '../views/files/use-loaded.ts';
import { CommandItem } from './command-item.tsx';
import { exportCommandOf } from './use-workbench.ts';

export function FileMenu() {
  return (
    <Menu button={<MenuWord>{tr`File`}</MenuWord>}>
      <CommandItem command="new" label={tr`New sketch`} />
      <CommandItem command="templates" label={tr`Starter sketches…`} />
      <MenuLine />
      <CommandItem command="open" label={tr`Open…`} />
      <OpenRecent />
      <CommandItem command="import" label={tr`Import Arduino sketch…`} />
      <CommandItem command="open-trace" label={tr`Open a trace…`} />
      <MenuLine />
      <CommandItem command="save" label={tr`Save`} />
      <CommandItem command="save-as" label={tr`Save as…`} />
      <Export />
      <MenuLine />
      <CommandItem command="close-tab" label={tr`Close`} />
      <MenuLine />
      <CommandItem command="sketch-settings" label={tr`Board, target and policy`} />
      <CommandItem command="settings" label={tr`Settings…`} />
    </Menu>
  );
}

const MAX_RECENT = 10;

function OpenRecent() {
  const { beforeOpening, openPath } = useSession().files;
  const [openings, setOpenings] = useState(0);
  const recent = useLoaded(`recent:${openings}`, (host) => host.projects.recent({}));
  return (
    <Submenu label={tr`Open recent`} onOpen={() => setOpenings((count) => count + 1)}>
      {recent?.files.slice(0, MAX_RECENT).map(({ path, name, folder }) => (
        <MenuItem key={path} label={name} note={folder} onSelect={() => beforeOpening(() => void openPath(path))} />
      ))}
      {recent?.files.length === 0 ? <MenuLabel>{tr`No sketch was opened or saved yet.`}</MenuLabel> : null}
    </Submenu>
  );
}

function Export() {
  const { exportedKind } = useSession().traceExport;
  return (
    <Submenu label={tr`Export`}>
      <CommandItem command="export-project" label={tr`PlatformIO project…`} />
      <CommandItem command="export-ino" label={tr`Arduino sketch (.ino)…`} />
      <MenuLine />
      <MenuLabel>{exportLabel(exportedKind())}</MenuLabel>
      {FORMATS.map(({ extension, label }) => (
        <CommandItem key={extension} command={exportCommandOf(extension)} label={`${label} (${extension})`} />
      ))}
    </Submenu>
  );
}

function exportLabel(kind: 'predicted' | 'measured' | null): string {
  if (kind === 'measured') return tr`Trace of the last run`;
  return kind === 'predicted' ? tr`Predicted schedule, as in the timeline` : tr`Trace: run the sketch first`;
}
