/** Buttons with text, or with an icon and a tooltip. */
import { Tooltip } from 'radix-ui';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import './controls.css';
import './menus-and-dialogs.css';

type Tone = 'plain' | 'primary' | 'quiet' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: Tone;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ tone = 'plain', className, ...rest }: ButtonProps) {
  return <button type="button" className={`button button-${tone} ${className ?? ''}`} {...rest} />;
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  readonly label: string;
  /** The key of the same command, as shown to the user: `Ctrl+Z`. */
  readonly shortcut?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly children: ReactNode;
}

export function IconButton({ label, shortcut, side = 'bottom', className, children, ...rest }: IconButtonProps) {
  return (
    <Hint text={label} shortcut={shortcut} side={side}>
      <button type="button" className={`icon-button ${className ?? ''}`} aria-label={label} {...rest}>
        {children}
      </button>
    </Hint>
  );
}

interface HintProps {
  readonly text: string;
  readonly shortcut?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly children: ReactNode;
}

/** A tooltip that appears on hover and focus. */
export function Hint({ text, shortcut, side = 'bottom', children }: HintProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="hint" side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {shortcut === undefined ? null : <kbd translate="no">{shortcut}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
