/**
 * Selects what the charts show: the prediction for the present sketch, or the measurements of the
 * last run.
 */

import { AudioWaveform, type LucideIcon, SquareDashed } from 'lucide-react';
import { tr } from '../../../../generator/words/tr.ts';
import { usePrediction } from '../../state/run/prediction.ts';
import { useTrace } from '../../state/run/trace.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useShowsSection } from '../../state/window/use-detail.ts';

export function Shows() {
  const { showTimelineOf } = useSession().prediction;
  const shown = usePrediction((state) => state.shown);
  const hasRun = useTrace(({ sketch }) => sketch !== null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not stay in the strip's line.
    <div className="pl-timeline-shows" role="group" aria-label={tr`What the charts show`}>
      <button
        type="button"
        className="is-predicted"
        aria-pressed={shown === 'predicted'}
        title={tr`The predicted schedule of the present sketch`}
        onClick={() => showTimelineOf('predicted')}
      >{tr`Predicted`}</button>
      <button
        type="button"
        aria-pressed={shown === 'measured'}
        disabled={!hasRun}
        title={
          hasRun
            ? tr`The measured schedule of the last run, with the predicted jobs below it`
            : tr`Nothing has run yet: press Run`
        }
        onClick={() => showTimelineOf('measured')}
      >{tr`Measured`}</button>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly title: string;
  readonly on: boolean;
  readonly icon: LucideIcon;
  readonly onToggle: () => void;
}

function ToolToggle({ label, title, on, icon: Icon, onToggle }: ToolProps) {
  return (
    <button
      type="button"
      className="pl-timeline-tool"
      aria-pressed={on}
      title={title}
      aria-label={label}
      onClick={onToggle}
    >
      <Icon size={15} aria-hidden="true" />
    </button>
  );
}

/** Shows the predicted jobs of a run as dashed outlines below each lane. */
export function OutlinesToggle() {
  const { toggleOutlines } = useSession().prediction;
  return (
    <ToolToggle
      label={tr`Predicted jobs below the measured ones`}
      title={tr`Predicted jobs, as outlines below the measured ones`}
      on={usePrediction((state) => state.outlines)}
      icon={SquareDashed}
      onToggle={toggleOutlines}
    />
  );
}

/** Shows the levels of the pins that each task drives, below its lane. */
export function PinLevelsToggle() {
  const { togglePinLevels } = useSession().prediction;
  const on = usePrediction((state) => state.pinLevels);
  if (!useShowsSection('pinLevels', on)) return null;
  return (
    <ToolToggle
      label={tr`Pin levels below the lanes`}
      title={tr`Levels of the pins that each task drives, below its lane`}
      on={on}
      icon={AudioWaveform}
      onToggle={togglePinLevels}
    />
  );
}
