/**
 * The list of all tests, with the deciding one first, and the explanation of the selected test with
 * its formulas.
 */

import { Tabs } from 'radix-ui';
import { Suspense, useId, useState } from 'react';
import type { Admission } from '../../../../generator/analysis/admission.ts';
import { isOpen, type MethodResult, type Step } from '../../../../generator/analysis/method.ts';
import { formulaOf } from '../../../../generator/analysis/registry.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatCount } from '../../base/format.ts';
import { useShowsSection } from '../../state/window/use-detail.ts';
import { Button } from '../controls/button.tsx';
import { Formula } from './formula.tsx';
import { type MethodGroup, methodGroups } from './method-groups.ts';
import { Symbolic } from './symbolic.tsx';
import { VerdictIcon } from './verdict-icon.tsx';

/** Tests that do not apply are left out in simple. In full, they are one line until the user opens it. */
export function Methods({ admission }: { readonly admission: Admission }) {
  const showsOff = useShowsSection('inapplicableTests');
  const groups = methodGroups(admission).filter(({ id }) => id !== 'off' || showsOff);
  const off = groups.find(({ id }) => id === 'off');
  const id = useId();
  return (
    <Tabs.Root className="methods" orientation="vertical" defaultValue={groups[0]?.methods[0]?.method ?? ''}>
      <div className="methods-list">
        <Tabs.List aria-label={tr`Tests`}>
          {groups.map((group) =>
            group === off ? null : (
              <div key={group.id} role="presentation">
                <div id={`${id}-${group.id}`} className="methods-group" role="presentation">
                  {group.title}
                </div>
                <Triggers group={group} describedBy={`${id}-${group.id}`} />
              </div>
            ),
          )}
        </Tabs.List>
        {off === undefined ? null : (
          <details className="methods-off">
            <summary id={`${id}-off`} className="methods-group">
              {off.title} ({off.methods.length})
            </summary>
            <Tabs.List aria-label={tr`Tests that do not apply`}>
              <Triggers group={off} describedBy={`${id}-off`} />
            </Tabs.List>
          </details>
        )}
      </div>
      {groups
        .flatMap(({ methods }) => methods)
        .map((result) => (
          <Tabs.Content key={result.method} className="methods-content" value={result.method}>
            <div className="methods-head">
              <h3>{result.label}</h3>
              <p className="explanation-note">{result.reference}</p>
            </div>
            <Symbolic formula={formulaOf(result.method)} open={result.explanation.some(isOpen)} />
            <Steps steps={result.explanation} />
          </Tabs.Content>
        ))}
    </Tabs.Root>
  );
}

function Triggers({ group, describedBy }: { readonly group: MethodGroup; readonly describedBy: string }) {
  return group.methods.map((result) => (
    <Tabs.Trigger
      key={result.method}
      className="methods-tab"
      value={result.method}
      data-applies={result.applies}
      aria-describedby={describedBy}
    >
      {result.applies ? <Verdict result={result} /> : null}
      {result.label}
    </Tabs.Trigger>
  ));
}

function Verdict({ result: { verdict } }: { readonly result: MethodResult }) {
  return <VerdictIcon admitted={verdict === 'schedulable'} decided={verdict !== 'unknown'} />;
}

/** Steps beyond this number are typeset only on request. */
const SHOWN_STEPS = 60;

/** An explanation as text, with a formula below each step. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? steps : steps.slice(0, SHOWN_STEPS);
  return (
    <Suspense>
      <ol className="steps">
        {shown.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
          <li key={index}>
            <p>{step.text}</p>
            {step.tex === undefined ? null : <Formula tex={step.tex} />}
          </li>
        ))}
      </ol>
      {shown.length === steps.length ? null : (
        <Button
          className="steps-more"
          onClick={() => setAll(true)}
        >{tr`Show ${formatCount(steps.length - shown.length)} more`}</Button>
      )}
    </Suspense>
  );
}
