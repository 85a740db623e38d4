/** A list to choose from, with a field that filters it. The field keeps the focus. */
import { Dialog } from 'radix-ui';
import { Fragment, type KeyboardEvent, useId, useMemo, useState } from 'react';
import './picker.css';

export interface PickerItem {
  readonly id: string;
  readonly text: string;
  /** A second line. */
  readonly note?: string;
  /** Short words below the note. */
  readonly tags?: readonly string[];
  /** The heading above the first item of a group. Items of a group follow each other. */
  readonly group?: string;
  /** A key, at the end of the line. */
  readonly key?: string | undefined;
  readonly disabled?: boolean;
}

interface Props<T extends PickerItem> {
  readonly open: boolean;
  readonly title: string;
  /** Accessible name of the field. */
  readonly label: string;
  readonly placeholder: string;
  /** Shown instead of an empty list. */
  readonly none: string;
  readonly find: (query: string) => readonly T[];
  /** Shown below the list, for example that there are more items. Null: nothing. */
  readonly more?: (query: string) => string | null;
  readonly onChoose: (item: T) => void;
  /** Called for the item that Enter would choose, as it changes. */
  readonly onPoint?: (item: T) => void;
  readonly onClose: () => void;
  /** Keeps what is behind the list visible. */
  readonly clear?: boolean;
  /** Room for more lines. */
  readonly tall?: boolean;
}

export function Picker<T extends PickerItem>(props: Props<T>) {
  const { open, title, clear = false, tall = false, onClose } = props;
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={clear ? 'palette-clear' : 'dialog-veil'} />
        <Dialog.Content className={tall ? 'palette palette-tall' : 'palette'} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{title}</Dialog.Title>
          <PickerList {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PickerList<T extends PickerItem>({ title, label, placeholder, none, find, more, ...act }: Props<T>) {
  const list = useId();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const found = useMemo(() => find(query), [find, query]);
  const chosen = found[Math.min(index, found.length - 1)];
  const rest = useMemo(() => more?.(query) ?? null, [more, query]);
  const point = (at: number, items: readonly T[]) => {
    setIndex(at);
    const item = items[at];
    if (item !== undefined) act.onPoint?.(item);
  };
  const choose = (item: T | undefined) => {
    if (item === undefined || item.disabled === true) return;
    act.onClose();
    // Acts after the dialog has restored the focus, because the action may move the focus.
    setTimeout(() => act.onChoose(item), 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      point((found.length + Math.min(index, found.length - 1) + step) % Math.max(1, found.length), found);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(chosen);
    }
  };
  return (
    <>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={chosen === undefined ? undefined : `${list}-${chosen.id}`}
        aria-label={label}
        placeholder={placeholder}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          point(0, find(event.target.value));
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} className="palette-list" role="listbox" aria-label={title}>
        {found.map((item, at) => (
          <Fragment key={item.id}>
            {item.group === undefined || item.group === found[at - 1]?.group ? null : (
              <div className="palette-group" aria-hidden="true">
                {item.group}
              </div>
            )}
            <Row item={item} id={`${list}-${item.id}`} isChosen={item === chosen} onChoose={() => choose(item)} />
          </Fragment>
        ))}
        {found.length === 0 ? <p className="palette-none">{none}</p> : null}
      </div>
      {rest === null ? null : <p className="palette-more">{rest}</p>}
    </>
  );
}

interface RowProps {
  readonly item: PickerItem;
  readonly id: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Row({ item, id, isChosen, onChoose }: RowProps) {
  const { text, note, tags = [], group, key, disabled } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the focus and takes the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={disabled === true}
      aria-description={group}
      className="palette-item"
      ref={(element) => (isChosen ? element?.scrollIntoView({ block: 'nearest' }) : undefined)}
      onClick={onChoose}
    >
      <span className="palette-text">
        <span className="one-line">{text}</span>
        {note === undefined ? null : <span className="palette-note one-line">{note}</span>}
        {tags.length === 0 ? null : (
          <span className="palette-tags">
            {tags.map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
          </span>
        )}
      </span>
      {key === undefined ? null : <kbd translate="no">{key}</kbd>}
    </div>
  );
}

/** The items that contain every word of the query. Items that begin with the query come first. */
export function withWords<T>(items: readonly T[], query: string, textOf: (item: T) => string): readonly T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0] ?? '';
  const rank = (item: T) => (textOf(item).toLowerCase().startsWith(first) ? 0 : 1);
  return items
    .filter((item) => words.every((word) => textOf(item).toLowerCase().includes(word)))
    .toSorted((a, b) => rank(a) - rank(b));
}
