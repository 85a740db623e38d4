/** Playback controls of a predicted schedule: play, pause, step to the next event, and speed. */

import { Pause, Play, RotateCcw, StepBack, StepForward } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import type { TimelineController } from './controller.ts';
import { PLAY_SPEEDS, speedFor } from './playback.ts';
import { ToolButton } from './toolbar.tsx';

interface Props {
  readonly controller: RefObject<TimelineController | null>;
  readonly playing: boolean;
  /** Whether there are buttons that step from event to event. */
  readonly steps: boolean;
  /** Length of the view. Playback of one view should take a few seconds. */
  readonly viewNs: number;
}

const ICON = 15;
const AUTO = 'auto';

export function Transport({ controller, playing, steps, viewNs }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const speed = chosen ?? speedFor(Math.max(1, viewNs));
  useEffect(() => controller.current?.setSpeed(speed), [controller, speed]);
  return (
    <>
      <ToolButton
        label={tr`Back to the start`}
        className="pl-timeline-rewind"
        onClick={() => controller.current?.rewind()}
        icon={<RotateCcw size={ICON - 1} aria-hidden="true" />}
      />
      {steps ? (
        <ToolButton
          label={tr`Previous event (,)`}
          onClick={() => controller.current?.step(true)}
          icon={<StepBack size={ICON} aria-hidden="true" />}
        />
      ) : null}
      <ToolButton
        label={playing ? tr`Pause (Space)` : tr`Play (Space)`}
        onClick={() => controller.current?.togglePlay()}
        icon={playing ? <Pause size={ICON} aria-hidden="true" /> : <Play size={ICON} aria-hidden="true" />}
      />
      {steps ? (
        <ToolButton
          label={tr`Next event (.)`}
          onClick={() => controller.current?.step(false)}
          icon={<StepForward size={ICON} aria-hidden="true" />}
        />
      ) : null}
      <select
        className="pl-timeline-speed"
        aria-label={tr`Speed of the prediction`}
        title={tr`Playback speed. 1 is real time`}
        value={chosen ?? AUTO}
        onChange={(event) => setChosen(event.target.value === AUTO ? null : Number(event.target.value))}
      >
        <option value={AUTO}>{speedText(speed)}</option>
        {PLAY_SPEEDS.map((each) => (
          <option key={each} value={each}>
            {speedText(each)}
          </option>
        ))}
      </select>
    </>
  );
}

const speedText = (speed: number): string => (speed >= 1 ? `${speed}×` : `1/${Math.round(1 / speed)}×`);
