/** A button in the strip that names a tool that is not installed, and explains what to do. */
import { TriangleAlert } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { tr } from '../../../../generator/words/tr.ts';

interface Props {
  readonly name: string;
  /** Beginning of the test ids of the button and of its explanation. */
  readonly id: string;
  readonly children: ReactNode;
}

export function MissingTool({ name, id, children }: Props) {
  return (
    <Popover.Root>
      <Popover.Trigger className="button button-quiet tool-missing" data-testid={`${id}-missing`}>
        <TriangleAlert />
        {tr`${name} not installed`}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="tool-help"
          data-testid={`${id}-help`}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={tr`${name} is not installed`}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
