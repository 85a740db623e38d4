/** The Help menu: keys, glossary, documentation, welcome and tour. */
import { Menu, MenuLine, MenuWord } from '../views/controls/menu.tsx';
import { CommandItem } from './command-item.tsx';

export function HelpMenu() {
  return (
    <Menu align="end" button={<MenuWord>Help</MenuWord>}>
      <CommandItem command="help-welcome" label="Welcome" />
      <CommandItem command="help-tour" label="Tour of the window" />
      <MenuLine />
      <CommandItem command="help-keys" label="Keys" />
      <CommandItem command="help-glossary" label="Glossary" />
      <CommandItem command="help-documentation" label="Documentation" />
    </Menu>
  );
}
