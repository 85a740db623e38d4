/**
 * The tool strip of one timeline: the common tools and, for a prediction, the playback controls and
 * the caption of the playhead.
 */
import { memo, type ReactNode, type RefObject } from 'react';
import type { TimelineController } from './controller.ts';
import type { TimelineSource } from './source/source.ts';
import { StepCaption } from './step-caption.tsx';
import { Toolbar } from './toolbar.tsx';
import { Transport } from './transport.tsx';
import type { Painted } from './use-painted.ts';

interface Props {
  readonly controller: RefObject<TimelineController | null>;
  readonly source: TimelineSource;
  readonly painted: Painted;
  /** In the whole trace. */
  readonly misses: number;
  readonly live: boolean;
  readonly playing: boolean;
  /** Unit: ns. Null when there is no playhead. */
  readonly playhead: number | null;
  readonly steps: boolean;
  readonly lead: ReactNode;
  readonly tail: ReactNode;
  readonly onPicture: (() => void) | undefined;
}

/** Renders only when its own props change, because every slider movement creates new lanes. */
export const Strip = memo(function Strip(props: Props) {
  const { controller, source, painted, misses, live, playing, playhead, steps, lead, tail, onPicture } = props;
  const isPrediction = source.isPrediction === true;
  const { facts = null } = source;
  return (
    <Toolbar
      painted={painted}
      misses={misses}
      running={live}
      isPrediction={isPrediction}
      dispatch={(action) => controller.current?.dispatch(action)}
      onMiss={(back) => controller.current?.jumpToMiss(back)}
      onFirstMiss={() => controller.current?.firstMiss()}
      lead={lead}
      tail={tail}
      onPicture={onPicture}
      caption={facts === null || playhead === null || playing ? null : <StepCaption facts={facts} time={playhead} />}
    >
      {isPrediction ? (
        <Transport controller={controller} playing={playing} steps={steps} viewNs={painted.toNs - painted.fromNs} />
      ) : null}
    </Toolbar>
  );
});
