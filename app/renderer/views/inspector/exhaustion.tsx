/** What happens to a job that has exhausted its budget: what the selected target can do, and the choice. */

import type { ReactNode } from 'react';
import type { Capabilities } from '../../../../generator/platform/kernel.ts';
import { EXHAUSTION_POLICIES, type ExhaustionPolicy } from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { SelectField } from '../controls/select-field.tsx';
import { EXHAUSTION_LABELS, type Words } from '../controls/words.ts';
import { Group } from './form.tsx';

const HOLDS: Readonly<Record<Capabilities['budgets'], (label: string) => string>> = {
  enforced: (label) =>
    tr`Enforced by ${label}: a job that has used C is suspended immediately, and the used time is replenished one period T later.`,
  monitored: (label) =>
    tr`Monitored only: ${label} lets every job run to its end. A job that took longer than C is reported when it ends.`,
  native: (label) => tr`Enforced by ${label} itself.`,
};

/** The meaning of `background` where jobs lie on one stack: no job can run below the others. */
const REPORTED: Words = {
  short: tr`Is reported`,
  title: tr`The job continues, and delays the tasks that are less urgent. Their bounds hold only within its budget.`,
};

const wordsOf = ({ stopsJobs }: Capabilities, policy: ExhaustionPolicy): Words =>
  stopsJobs === true && policy === 'background' ? REPORTED : EXHAUSTION_LABELS[policy];

/** The choices that the target supports, and the current choice even if the target does not support it. */
function choicesOf(capabilities: Capabilities, chosen: ExhaustionPolicy): { value: ExhaustionPolicy; label: string }[] {
  const unsupported = capabilities.stopsJobs === true ? 'wait' : 'stop';
  return EXHAUSTION_POLICIES.filter((value) => value === chosen || value !== unsupported).map((value) => ({
    value,
    label: wordsOf(capabilities, value).short,
  }));
}

/** What the target does with the choice. */
function hintOf(capabilities: Capabilities, chosen: ExhaustionPolicy): string {
  const { budgets, stopsJobs, label } = capabilities;
  const isSupported = stopsJobs === true ? chosen !== 'wait' : budgets !== 'monitored' && chosen !== 'stop';
  return isSupported ? wordsOf(capabilities, chosen).title : tr`${label} does not support this.`;
}

const holdsOf = ({ stopsJobs, budgets, label }: Capabilities): string =>
  stopsJobs === true
    ? tr`${label} reports a job that exceeds C at that instant. Then the job continues, or it is stopped.`
    : HOLDS[budgets](label);

interface Props {
  readonly policy: ExhaustionPolicy;
  /** Null: the choice is not shown. */
  readonly onChange: ((policy: ExhaustionPolicy) => void) | null;
  readonly children?: ReactNode;
}

export function Exhaustion({ policy, onChange, children }: Props) {
  const capabilities = useSketch((sketch) => targetById(sketch.target));
  return (
    <Group title={tr`Budget exhausted`} note={holdsOf(capabilities)}>
      {onChange === null ? null : (
        <SelectField
          label={tr`Its job`}
          value={policy}
          options={choicesOf(capabilities, policy)}
          onChange={onChange}
          hint={hintOf(capabilities, policy)}
        />
      )}
      {children}
    </Group>
  );
}
