/** Why the sketch is admitted or not: each task's R against D, and each test with the numbers put in. */
import { Switch, Tabs } from 'radix-ui';
import { Suspense } from 'react';
import type { MethodResult } from '../../../../generator/analysis/method.ts';
import { boardById } from '../../../../generator/boards/index.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { formatPercent } from '../../base/format.ts';
import { useJudgement } from '../../state/admission.ts';
import { useSketch } from '../../state/document.ts';
import { useJudged } from './context.ts';
import { Formula } from './formula.tsx';
import { ResponseTable } from './response-table.tsx';
import { VerdictIcon } from './verdict-icon.tsx';

/** Said where a verdict counts no overheads because nobody has measured them. */
function UnmeasuredNote() {
  const board = useSketch((sketch) => boardById(sketch.board));
  const target = useSketch((sketch) => sketch.target);
  const ideal = useJudgement((options) => options.ideal);
  if (ideal || board === undefined || board.overheads[target] !== undefined) return null;
  return ` · what ${targetById(target).label} itself takes on the ${board.label} is not measured, and not counted`;
}

export function Explanation() {
  const { admission } = useJudged();
  const applying = admission.methods.filter(({ applies }) => applies);
  const first = admission.decidedBy ?? applying[0]?.method ?? admission.methods[0]?.method ?? '';
  return (
    <div className="explanation-inner" data-testid="admission-explanation">
      <header className="explanation-head">
        <p className="explanation-sentence">{admission.sentence}</p>
        <p className="explanation-note">
          {formatPercent(admission.declaredUtilization)} declared
          {admission.utilization > admission.declaredUtilization
            ? ` · ${formatPercent(admission.utilization)} with the runtime’s own time`
            : ''}
          <UnmeasuredNote />
        </p>
      </header>
      <ResponseTable />
      <Tabs.Root className="methods" defaultValue={first}>
        <Tabs.List className="methods-list" aria-label="Tests">
          {admission.methods.map((result) => (
            <Tabs.Trigger
              key={result.method}
              className="methods-tab"
              value={result.method}
              data-applies={result.applies}
            >
              {result.applies ? (
                <VerdictIcon admitted={result.verdict === 'schedulable'} decided={result.verdict !== 'unknown'} />
              ) : null}
              {result.label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {admission.methods.map((result) => (
          <Tabs.Content key={result.method} className="methods-content" value={result.method}>
            <Method result={result} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <IdealSwitch />
    </div>
  );
}

function Method({ result }: { readonly result: MethodResult }) {
  return (
    <>
      <p className="explanation-note">
        {result.reference}
        {result.applies ? '' : ' · does not apply here'}
      </p>
      <Suspense>
        <ol className="steps">
          {result.explanation.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
            <li key={index}>
              <p>{step.text}</p>
              {step.tex === undefined ? null : <Formula tex={step.tex} />}
            </li>
          ))}
        </ol>
      </Suspense>
    </>
  );
}

function IdealSwitch() {
  const ideal = useJudgement((options) => options.ideal);
  return (
    <label className="ideal" htmlFor="judge-ideal">
      <Switch.Root
        id="judge-ideal"
        className="switch"
        checked={ideal}
        onCheckedChange={(checked) => useJudgement.setState({ ideal: checked })}
      >
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
      As in the textbook: without the time that the runtime itself takes
    </label>
  );
}
