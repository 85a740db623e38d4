/** Options of the simulation: length, phases, protocol, scheduler, and execution times. */

import { SlidersHorizontal } from 'lucide-react';
import { Popover } from 'radix-ui';
import { schedulesBy } from '../../../../generator/simulation/build/refusals.ts';
import { nsOfUs, usOfNs } from '../../../../generator/sketch/time.ts';
import { tr } from '../../../../generator/words/tr.ts';
import {
  DEFAULT_OPTIONS,
  dispatcherFor,
  type ExecutionChoice,
  type PredictionOptions,
  usePredicted,
  usePrediction,
} from '../../state/run/prediction.ts';
import { predictionLength } from '../../state/run/prediction-length.ts';
import { useTrace } from '../../state/run/trace.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useShowsSection } from '../../state/window/use-detail.ts';
import { Button } from '../controls/button.tsx';
import { keepForDraft } from '../controls/keep-draft.ts';
import { IntegerField } from '../controls/number-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { TextField } from '../controls/text-field.tsx';
import { parseTime, showTime } from '../controls/time-text.ts';
import './prediction.css';
import { DISPATCHER_LABELS, optionsOf, PHASING_LABELS, PROTOCOL_LABELS } from './words.ts';

const isDefault = (options: PredictionOptions): boolean =>
  Object.entries(DEFAULT_OPTIONS).every(([key, value]) => options[key as keyof PredictionOptions] === value);

/** In simple, only while an option is not the default. */
export function PredictionMenu() {
  const isChanged = usePrediction(({ options }) => !isDefault(options));
  if (!useShowsSection('predictionOptions', isChanged)) return null;
  return (
    <Popover.Root>
      <Popover.Trigger className="pl-timeline-tool" title={tr`Options`} aria-label={tr`Options of the prediction`}>
        <SlidersHorizontal size={15} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="prediction-menu"
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={keepForDraft}
          aria-label={tr`Options of the prediction`}
        >
          <h3>{tr`Options of the simulation`}</h3>
          <Fields />
          <Assumptions />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Fields() {
  const { changePrediction } = useSession().prediction;
  const options = usePrediction((state) => state.options);
  const several = useSketch(({ cores }) => cores > 1);
  const policy = useSketch((sketch) => sketch.policy);
  const dispatcher = dispatcherFor(policy, options);
  const resources = useSketch((sketch) => sketch.resources.length > 0);
  return (
    <>
      <LengthField lengthNs={options.lengthNs} />
      <SelectField
        label={tr`First arrivals`}
        value={options.phasing}
        options={optionsOf(PHASING_LABELS)}
        onChange={(phasing) => changePrediction({ phasing })}
        hint={PHASING_LABELS[options.phasing].title}
      />
      <ExecutionField choice={options.execution} />
      {resources ? (
        <SelectField
          label={tr`Resources`}
          value={options.protocol}
          options={optionsOf(PROTOCOL_LABELS)}
          onChange={(protocol) => changePrediction({ protocol })}
          hint={PROTOCOL_LABELS[options.protocol].title}
        />
      ) : null}
      {several ? (
        <SelectField
          label={tr`Scheduler`}
          value={dispatcher}
          options={optionsOf(DISPATCHER_LABELS).filter(({ value }) => schedulesBy(policy, value))}
          onChange={(chosen) => changePrediction({ dispatcher: chosen })}
          hint={DISPATCHER_LABELS[dispatcher].title}
        />
      ) : null}
      <IntegerField
        label={tr`Seed`}
        value={options.seed}
        min={0}
        max={MOST_SEED}
        hint={tr`The same seed gives the same schedule.`}
        onCommit={(seed) => (seed === null ? undefined : changePrediction({ seed }))}
      />
      {isDefault(options) ? null : (
        <Button tone="quiet" onClick={() => changePrediction(DEFAULT_OPTIONS)}>{tr`Reset`}</Button>
      )}
    </>
  );
}

const MOST_SEED = 2 ** 32 - 1;

function LengthField({ lengthNs }: { readonly lengthNs: number | null }) {
  const { changePrediction } = useSession().prediction;
  const sketch = useSketch();
  const { playedNs, hyperperiodNs } = predictionLength(sketch);
  const unit = sketch.timeUnit;
  const usual = showTime(usOfNs(playedNs), unit);
  const hyper =
    hyperperiodNs === null
      ? tr`The hyperperiod is longer.`
      : tr`The hyperperiod is ${showTime(usOfNs(hyperperiodNs), unit)}.`;
  return (
    <TextField
      label={tr`Length`}
      text={lengthNs === null ? '' : showTime(usOfNs(lengthNs), unit)}
      placeholder={tr`${usual} (default)`}
      figures
      parse={(text) => {
        if (text.trim() === '') return { ok: true, value: null };
        const parsed = parseTime(text, 'ms');
        if (!parsed.ok) return parsed;
        if (parsed.us < 1) return { ok: false, message: tr`At least 1 µs.` };
        return { ok: true, value: nsOfUs(parsed.us) };
      }}
      onCommit={(value) => changePrediction({ lengthNs: value })}
      hint={hyper}
    />
  );
}

function ExecutionField({ choice }: { readonly choice: ExecutionChoice }) {
  const { changePrediction } = useSession().prediction;
  const hasRun = useTrace(({ sketch }) => sketch !== null);
  return (
    <SelectField<ExecutionChoice>
      label={tr`Jobs take`}
      value={choice}
      options={[
        { value: 'sketch', label: tr`what each task declares` },
        { value: 'budget', label: tr`their whole budgets` },
        { value: 'measured', label: tr`what the last run measured`, disabled: !hasRun },
      ]}
      onChange={(execution) => changePrediction({ execution })}
      hint={hasRun ? undefined : tr`Run the sketch to simulate it with measured times.`}
    />
  );
}

/** What the sketch does not specify, and what the simulation assumes for it. */
function Assumptions() {
  const assumptions = usePredicted(({ simulated }) => simulated?.assumptions);
  const cut = usePredicted((state) => state.cut);
  const words = [
    ...(assumptions ?? []),
    ...(cut ? [tr`The schedule ends early, because it contains too many events.`] : []),
  ];
  if (words.length === 0) return null;
  return (
    <ul className="prediction-assumptions">
      {words.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
