/** The Help menu: keys, glossary, documentation, welcome and tour. */
import { tr } from '../../../generator/words/tr.ts';
import { Menu, MenuLine, MenuWord } from '../views/controls/menu.tsx';
import { CommandItem } from './command-item.tsx';

export function HelpMenu() {
  return (
    <Menu align="end" className="button button-quiet menu-button help-menu" button={<MenuWord>{tr`Help`}</MenuWord>}>
      <CommandItem command="help-welcome" label={tr`Welcome`} />
      <CommandItem command="help-tour" label={tr`Tour of the window`} />
      <MenuLine />
      <CommandItem command="help-keys" label={tr`Keys`} />
      <CommandItem command="help-glossary" label={tr`Glossary`} />
      <CommandItem command="help-documentation" label={tr`Documentation`} />
    </Menu>
  );
}
