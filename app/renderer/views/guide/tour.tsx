/** The tour: a card beside one element of the window after the other. */

import { Popover } from 'radix-ui';
import { useEffect, useState } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useGuide } from '../../state/window/guide.ts';
import { Button } from '../controls/button.tsx';
import { TOUR, type TourStep } from './tour-steps.ts';

export function Tour() {
  const index = useGuide(({ step }) => step);
  const step = index === null ? undefined : TOUR[index];
  return index === null || step === undefined ? null : <Step key={index} index={index} step={step} />;
}

function Step({ index, step }: { readonly index: number; readonly step: TourStep }) {
  const { guide, layout } = useSession();
  const [element, setElement] = useState<Element | null>(null);
  useEffect(() => {
    if (step.panel !== undefined) layout.showPanel(step.panel);
    // The panel may be shown with the next frame.
    const frame = requestAnimationFrame(() => setElement(document.querySelector(step.selector)));
    return () => cancelAnimationFrame(frame);
  }, [step, layout]);
  if (element === null) return null;
  const isLast = index === TOUR.length - 1;
  const next = () => (isLast ? guide.endTour() : guide.goTo(index + 1));
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : guide.endTour())}>
      <Popover.Anchor virtualRef={{ current: element }} />
      <Ring element={element} />
      <Popover.Portal>
        <Popover.Content
          className="tour"
          side={step.side}
          sideOffset={10}
          collisionPadding={12}
          aria-label={step.title}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <strong>{step.title}</strong>
          <p>{step.text}</p>
          <div className="tour-actions">
            <span className="tour-count">{tr`${index + 1} of ${TOUR.length}`}</span>
            <Button tone="quiet" onClick={guide.endTour}>{tr`Skip`}</Button>
            {index === 0 ? null : <Button onClick={() => guide.goTo(index - 1)}>{tr`Back`}</Button>}
            <Button tone="primary" autoFocus onClick={next}>
              {isLast ? tr`Done` : tr`Next`}
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** A frame around the element. */
function Ring({ element }: { readonly element: Element }) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return <div className="tour-ring" style={{ left, top, width, height }} />;
}
