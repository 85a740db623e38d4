/** A note for charts whose trace no longer begins with the program: the window keeps no more events. */

import { Scissors } from 'lucide-react';
import { tr } from '../../../../generator/words/tr.ts';
import { formatCount } from '../../base/format.ts';
import { useDroppedEvents } from '../../state/run/measured.ts';
import { useSession } from '../../state/session/use-session.ts';

/** Opens the settings, which say how many events are kept. */
export function DroppedEvents() {
  const { showSettings } = useSession().settings;
  const dropped = useDroppedEvents();
  if (dropped === 0) return null;
  return (
    <button
      type="button"
      className="dropped-events"
      data-testid="dropped-events"
      title={tr`The window keeps a limited number of events, so the oldest ${formatCount(dropped)} are no longer drawn. Statistics still count them. The settings have the limit.`}
      onClick={() => showSettings(true)}
    >
      <Scissors size={13} aria-hidden="true" />
      {tr`Oldest events dropped`}
    </button>
  );
}
