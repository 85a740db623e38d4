/** The Add menu: the elements with their pictures and one line about each. */

import { Plus } from 'lucide-react';
import { tr } from '../../../generator/words/tr.ts';
import { useSketch } from '../state/sketch/document.ts';
import { isOffered } from '../state/window/detail.ts';
import { useDetail } from '../state/window/use-detail.ts';
import { ADD_GROUPS, ADDABLES } from '../views/canvas/addables.ts';
import { Picture } from '../views/canvas/pictures.tsx';
import { Menu, MenuLabel } from '../views/controls/menu.tsx';
import { CommandItem } from './command-item.tsx';

const GROUPS = Object.keys(ADD_GROUPS) as readonly (keyof typeof ADD_GROUPS)[];

export function AddMenu() {
  const sketch = useSketch();
  const detail = useDetail();
  const offered = ADDABLES.filter(({ what }) => isOffered(what, sketch, detail));
  return (
    <Menu
      side="right"
      wide
      className="rail-item rail-add"
      button={
        <>
          <Plus />
          <span>{tr`Add`}</span>
        </>
      }
    >
      {GROUPS.map((group) => (
        <div key={group} className="add-group">
          <MenuLabel>{ADD_GROUPS[group]}</MenuLabel>
          {offered
            .filter((each) => each.group === group)
            .map(({ command, what, label, note }) => (
              <CommandItem key={command} command={command} label={label} note={note} icon={<Picture of={what} />} />
            ))}
        </div>
      ))}
    </Menu>
  );
}
