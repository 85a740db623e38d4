/**
 * The admission meter: stacked utilizations in the tasks' colours, a tick for each bound, and a
 * sentence with the verdict.
 */

import { Popover } from 'radix-ui';
import { memo, useMemo, useState } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { patternImage, patternSize, taskLook } from '../../base/palette.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useIsVerdictStale, useJudged, useJudgement } from '../../state/sketch/admission.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useLayout } from '../../state/window/layout.ts';
import { VerdictAnnouncer } from './announcer.tsx';
import { Explanation } from './explanation.tsx';
import { type MeterModel, meterModel, type Segment } from './meter-model.ts';
import { RemedyOffer } from './remedy-offer.tsx';
import { usePromise } from './use-promise.ts';
import { VerdictIcon } from './verdict-icon.tsx';
import './meter.css';
import './admission.css';

const OPEN_DELAY_MS = 350;

export function AdmissionMeter() {
  const admission = useJudged((judgement) => judgement.admission);
  const stale = useIsVerdictStale();
  const taskCount = useSketch((sketch) => sketch.tasks.length);
  const hover = useHoverOpen();
  const promises = usePromise();
  const broken = promises.broken[0] ?? null;
  const sentence = broken !== null && admission.admitted ? broken.sentence : admission.sentence;
  const model = useMemo(() => meterModel(admission), [admission]);
  return (
    <div className="meter-row">
      <Popover.Root open={hover.open} onOpenChange={hover.setOpen}>
        <Popover.Trigger asChild>
          <button
            type="button"
            className="meter"
            data-testid="admission-meter"
            data-admitted={admission.admitted}
            data-stale={stale}
            data-broken={broken !== null}
            aria-label={tr`Admission: ${sentence}`}
            {...hover.handlers}
          >
            <MeterBar model={model} />
            <span className="meter-sentence" data-testid="admission-sentence">
              {taskCount === 0 ? null : (
                <VerdictIcon
                  admitted={admission.admitted}
                  decided={admission.decidedBy !== null}
                  broken={broken !== null || promises.failed}
                />
              )}
              <span className="meter-words">{sentence}</span>
            </span>
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            className="explanation"
            sideOffset={6}
            collisionPadding={12}
            aria-label={tr`Why this sketch is or is not admitted`}
            onOpenAutoFocus={(event) => event.preventDefault()}
            {...hover.contentHandlers}
          >
            <Explanation />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <VerdictAnnouncer sentence={sentence} stale={stale} />
      {broken === null ? <RemedyOffer /> : null}
      <TextbookChip />
    </div>
  );
}

/** Visible while the analysis leaves out what the runtime costs. A click includes it again. */
function TextbookChip() {
  const { setIdeal } = useSession().admission;
  const ideal = useJudgement((options) => options.ideal);
  if (!ideal) return null;
  const title = tr`The verdict leaves out the overheads of the runtime. Click to include them.`;
  return (
    <button type="button" className="textbook" data-testid="textbook" title={title} onClick={() => setIdeal(false)}>
      {tr`As in the textbook`} <span aria-hidden="true">×</span>
    </button>
  );
}

/** A label that would be cut at the right end of the meter stands left of its tick. */
const TO_THE_LEFT = 0.6;

/**
 * The style sheet shows the text of a label. As text of the button, it would contradict the button's
 * accessible name.
 */
function TickLabels({ ticks }: Pick<MeterModel, 'ticks'>) {
  return ticks.map(({ label, text, at, reached }) => (
    <span
      key={label}
      className="meter-label"
      data-reached={reached}
      data-text={`${label} ${text}`}
      style={at > TO_THE_LEFT ? { right: `${(1 - at) * 100}%` } : { left: `${at * 100}%` }}
    />
  ));
}

const percent = (share: number): string => `${share * 100}%`;

/** Segments follow each other without a position of their own, so a budget changes the width of one. */
const Stacked = memo(function Stacked({
  task,
  share,
  title,
  background,
}: Pick<Segment, 'task' | 'share' | 'title' | 'background'>) {
  const look = taskLook(task);
  const paint = {
    backgroundColor: look.colour,
    backgroundImage: patternImage(look.pattern),
    backgroundSize: patternSize(look.pattern),
  };
  return (
    <span
      className={background ? 'meter-segment meter-overhead' : 'meter-segment'}
      title={title}
      style={{ width: percent(share), ...(background ? {} : paint) }}
    />
  );
});

const MeterBar = memo(function MeterBar({ model }: { readonly model: MeterModel }) {
  const labelled = useLayout((layout) => layout.projector);
  return (
    <span className="meter-bar" aria-hidden="true">
      {model.slots.map(({ title, start, share, open }) => (
        <span
          key={start}
          className="meter-slot"
          title={title}
          data-open={open}
          style={{ left: percent(start), width: percent(share) }}
        />
      ))}
      {model.slots.map(({ start, share: all }, index) => (
        <span key={start} className="meter-stack" style={{ left: percent(start), width: percent(all) }}>
          {model.segments.map(({ key, slot, task, share, title, background }) =>
            slot === index ? <Stacked key={key} {...{ task, title, background }} share={share / all} /> : null,
          )}
        </span>
      ))}
      {model.slots.map(({ start, share, beyond }) =>
        beyond === null ? null : (
          <span
            key={start}
            className="meter-beyond"
            style={{ left: percent(beyond), width: percent(start + share - beyond) }}
          />
        ),
      )}
      {model.seams.map((at) => (
        <span key={at} className="meter-seam" style={{ left: percent(at) }} />
      ))}
      {model.ticks.map((tick) => (
        <span
          key={tick.label}
          className="meter-tick"
          data-reached={tick.reached}
          title={`${tick.label}: ${tick.text}`}
          style={{ left: `${tick.at * 100}%` }}
        />
      ))}
      {labelled ? <TickLabels ticks={model.ticks} /> : null}
    </span>
  );
});

/**
 * Opens when the pointer moves onto the meter and rests, and closes when the pointer leaves meter and popover. A
 * click keeps it open. A meter that grows under a resting pointer, as after *Apply*, does not open.
 */
function useHoverOpen() {
  const [state, setState] = useState({ open: false, pinned: false });
  const [timer] = useState<{ id: ReturnType<typeof setTimeout> | null; opens: boolean }>({ id: null, opens: false });
  const stop = () => {
    if (timer.id !== null) clearTimeout(timer.id);
    timer.id = null;
    timer.opens = false;
  };
  const later = (change: () => void) => {
    stop();
    timer.id = setTimeout(change, OPEN_DELAY_MS);
  };
  const moved = () => {
    if (state.open) return stop();
    if (timer.opens) return;
    later(() => setState((now) => ({ ...now, open: true })));
    timer.opens = true;
  };
  const leave = () => later(() => setState((now) => (now.pinned ? now : { open: false, pinned: false })));
  return {
    open: state.open,
    setOpen: (open: boolean) => {
      stop();
      setState({ open, pinned: open });
    },
    handlers: { onPointerMove: moved, onPointerLeave: leave },
    contentHandlers: { onPointerEnter: stop, onPointerLeave: leave },
  };
}
