/** A modal dialog: title, content, and actions at the bottom. */
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { keepForDraft } from './keep-draft.ts';
import './controls.css';
import './menus-and-dialogs.css';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly text?: ReactNode;
  readonly wide?: boolean;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function Dialog({ open, title, text, wide, onClose, actions, children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-veil" />
        <Radix.Content
          onEscapeKeyDown={keepForDraft}
          className={wide ? 'dialog dialog-wide' : 'dialog'}
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <Radix.Title className="dialog-title">{title}</Radix.Title>
          {text === undefined ? null : <Radix.Description className="dialog-text">{text}</Radix.Description>}
          {children}
          {actions === undefined ? null : <div className="dialog-actions">{actions}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
