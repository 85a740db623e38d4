/** The palette of all commands, with search by parts of their names. */
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useSession } from '../state/session/use-session.ts';
import { type Command, useCommands } from '../state/window/commands.ts';
import { showKey } from '../state/window/keys.ts';
import './palette.css';

export function Palette() {
  const { setPaletteOpen } = useSession().commands;
  const open = useCommands((state) => state.paletteOpen);
  return (
    <Dialog.Root open={open} onOpenChange={setPaletteOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-veil" />
        <Dialog.Content className="palette" aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">All commands</Dialog.Title>
          <PaletteList />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteList() {
  const { runCommand, setPaletteOpen } = useSession().commands;
  const commands = useCommands((state) => state.commands);
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const found = useMemo(() => search(commands, query), [commands, query]);
  const chosen = found[Math.min(index, found.length - 1)];
  const choose = (command: Command | undefined) => {
    if (command === undefined) return;
    setPaletteOpen(false);
    // Runs the command after the dialog has restored the focus, because the command may move the
    // focus.
    setTimeout(() => runCommand(command.id), 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setIndex((found.length + Math.min(index, found.length - 1) + step) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') choose(chosen);
  };
  return (
    <>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={chosen === undefined ? undefined : `palette-${chosen.id}`}
        aria-label="Search commands"
        placeholder="Type a command"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" className="palette-list" role="listbox" aria-label="Commands">
        {found.map((command) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the focus and takes the keys
          <div
            key={command.id}
            id={`palette-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            aria-disabled={command.enabled?.() === false}
            className="palette-item"
            ref={(element) => (command === chosen ? element?.scrollIntoView({ block: 'nearest' }) : undefined)}
            onClick={() => choose(command)}
          >
            <span>{command.title}</span>
            {command.key === undefined ? null : <kbd>{showKey(command.key)}</kbd>}
          </div>
        ))}
        {found.length === 0 ? <p className="palette-none">No matching command.</p> : null}
      </div>
    </>
  );
}

/**
 * Returns commands whose title contains every word of the query. Titles that begin with the query
 * come first.
 */
function search(commands: readonly Command[], query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0] ?? '';
  const rank = ({ title }: Command) => (title.toLowerCase().startsWith(first) ? 0 : 1);
  return commands
    .filter(({ hidden, title }) => hidden !== true && words.every((word) => title.toLowerCase().includes(word)))
    .toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
}
