/** A button that opens a menu, and the items of menus. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import './controls.css';
import './menus-and-dialogs.css';

interface MenuProps {
  /** The content of the button. */
  readonly button: ReactNode;
  /** The accessible name of the button, if its content is not enough. */
  readonly label?: string;
  readonly className?: string;
  readonly side?: 'bottom' | 'right';
  readonly align?: 'start' | 'end';
  readonly wide?: boolean;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

export function Menu({
  button,
  label,
  className,
  side = 'bottom',
  align = 'start',
  wide,
  onOpen,
  children,
}: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => (open ? onOpen?.() : undefined)}>
      <DropdownMenu.Trigger className={className ?? 'button button-quiet menu-button'} aria-label={label}>
        {button}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={wide ? 'menu menu-wide' : 'menu'}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={keepMovedFocus}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The focus returns to the menu's button, unless the chosen item has moved the focus. */
function keepMovedFocus(event: Event): void {
  if (document.activeElement !== document.body) event.preventDefault();
}

/** The content of a menu button: a word and an arrow. */
export function MenuWord({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {children}
      <ChevronDown className="menu-arrow" />
    </>
  );
}

interface ItemProps {
  readonly label: string;
  /** One line below the label. */
  readonly note?: string;
  readonly icon?: ReactNode;
  readonly shortcut?: string;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

export function MenuItem({ label, note, icon, shortcut, disabled, onSelect }: ItemProps) {
  return (
    <DropdownMenu.Item className="menu-item" disabled={disabled} onSelect={onSelect}>
      {icon}
      <span className="menu-item-words">
        <span className="menu-item-text one-line">{label}</span>
        {note === undefined ? null : <span className="menu-item-note one-line">{note}</span>}
      </span>
      {shortcut === undefined ? null : <kbd translate="no">{shortcut}</kbd>}
    </DropdownMenu.Item>
  );
}

interface SubmenuProps {
  readonly label: string;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

export function Submenu({ label, onOpen, children }: SubmenuProps) {
  return (
    <DropdownMenu.Sub onOpenChange={(open) => (open ? onOpen?.() : undefined)}>
      <DropdownMenu.SubTrigger className="menu-item">
        <span className="menu-item-text one-line">{label}</span>
        <ChevronRight className="menu-arrow" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className="menu" sideOffset={4} collisionPadding={8}>
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

export const MenuLine = () => <DropdownMenu.Separator className="menu-line" />;

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className="menu-label">{children}</DropdownMenu.Label>;
}
