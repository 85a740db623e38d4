/**
 * Describes the events at the playhead, for example for a class. It is in the tool strip, so it
 * hides no job.
 */
import { formatTime } from '../../base/format.ts';
import type { ScheduleFacts } from './source/source.ts';

export function StepCaption({ facts, time }: { readonly facts: ScheduleFacts; readonly time: number }) {
  const sentences = facts.happens(time);
  return (
    <p className="pl-timeline-step" aria-live="polite" title={sentences.join('\n')} data-testid="timeline-step">
      <strong>{formatTime(time, 1_000)}</strong> {sentences.join(' · ')}
    </p>
  );
}
