/** The button that opens the legend of the timeline. */

import { CircleHelp } from 'lucide-react';
import { Popover } from 'radix-ui';
import { lazy, Suspense } from 'react';
import { tr } from '../../../../generator/words/tr.ts';

const LegendContent = lazy(() => import('./legend-content.tsx'));

export function Legend() {
  return (
    <Popover.Root>
      <Popover.Trigger
        className="pl-timeline-tool"
        title={tr`What the marks mean`}
        aria-label={tr`What the marks mean`}
      >
        <CircleHelp size={15} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pl-timeline-legend"
          aria-label={tr`How to read the timeline`}
          // The arrow keys scroll the marks.
          tabIndex={0}
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          <Suspense fallback={null}>
            <LegendContent />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
