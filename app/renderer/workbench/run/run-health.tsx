/**
 * Shows whether the program works and keeps its promises: a badge next to Run, and below the strip
 * what went wrong, with its remedy.
 */

import { Check, CircleAlert, TriangleAlert, X } from 'lucide-react';
import type { Finding } from '../../../../generator/health/finding.ts';
import type { BrokenPromise } from '../../../../generator/health/promises.ts';
import type { RunVerdict } from '../../../../generator/health/verdict.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useAutoBudgets } from '../../state/run/auto-budgets.ts';
import { useHealth } from '../../state/run/health.ts';
import { usePrediction } from '../../state/run/prediction.ts';
import { useIsLive } from '../../state/run/run.ts';
import { useIsRunEarlier, useTrace } from '../../state/run/trace.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { ElementRef } from '../../state/sketch/element-ref.ts';
import { applyBudget } from '../../state/sketch/proposals.ts';
import { usePromise } from '../../views/admission/use-promise.ts';
import { Button, Hint, IconButton } from '../../views/controls/button.tsx';
import { showTime } from '../../views/controls/time-text.ts';

const ICONS = { ok: Check, misses: X, warning: CircleAlert, failed: TriangleAlert } as const;

/** The badge of the running program or of the last run. A badge with misses opens the first of them. */
export function RunBadge() {
  const { showFirstMiss } = useSession().missRequest;
  const verdict = useHealth((health) => health.verdict);
  const live = useIsLive();
  const earlier = useIsRunEarlier();
  if (verdict === null) return null;
  const { health, finding } = verdict;
  const Icon = ICONS[health];
  const label = live ? liveLabel(verdict) : verdict.label;
  const stage = live ? tr`So far: ${label}` : tr`Last run: ${label}`;
  const words = finding === null ? stage : `${finding.sentence} ${finding.cause}`;
  const about = earlier ? `${words} (${EARLIER})` : words;
  const name = earlier ? tr`Run: ${label}, ${EARLIER}` : tr`Run: ${label}`;
  const badge = { className: 'run-badge', 'data-health': health, 'data-earlier': earlier, 'data-testid': 'run-badge' };
  const content = (
    <>
      <Icon aria-hidden="true" />
      <span>{label}</span>
    </>
  );
  if (health === 'misses')
    return (
      <Hint text={`${about.replace(/\.?$/, '.')} ${tr`Click to see why the first was missed.`}`}>
        <button
          type="button"
          {...badge}
          aria-label={tr`${name}. Show why the first was missed.`}
          onClick={() => showFirstMiss(null)}
        >
          {content}
        </button>
      </Hint>
    );
  return (
    <Hint text={about}>
      <output {...badge} aria-label={name}>
        {content}
      </output>
    </Hint>
  );
}

const EARLIER = tr`from an earlier version of the sketch`;

/** A note for charts that show the measurements of a sketch that has changed since. */
export function EarlierRun() {
  const isEarlier = useIsRunEarlier();
  const isRecorded = useTrace((trace) => trace.isRecorded);
  if (isRecorded) {
    const title = tr`Measured values from the trace of a file. Run the sketch to measure again.`;
    return (
      <span className="earlier-run" data-testid="recorded-run" title={title}>
        {tr`from a file`}
      </span>
    );
  }
  if (!isEarlier) return null;
  return (
    <span
      className="earlier-run"
      data-testid="earlier-run"
      title={tr`Measured values from an earlier version of the sketch. Run it to measure again.`}
    >
      {EARLIER}
    </span>
  );
}

/** A board that has sent nothing yet may still send something. */
function liveLabel({ label, finding }: RunVerdict): string {
  return finding?.kind === 'silent' ? tr`No telemetry yet` : label;
}

/** Findings that invalidate the run, until the user dismisses them or edits the sketch. */
export function RunBanner() {
  const { dismissFindings } = useSession().health;
  const { findings, dismissed } = useHealth();
  const measured = usePrediction(({ shown }) => shown === 'measured');
  const live = useIsLive();
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (dismissed) return null;
  if (errors.length === 0) return <FilledOrBroken />;
  if (!(measured || live)) return null;
  return (
    <div className="banner run-banner" role="status" data-testid="run-banner">
      <TriangleAlert aria-hidden="true" />
      <div className="run-findings">
        {errors.map((finding) => (
          <Words key={`${finding.kind}-${finding.element?.name ?? ''}`} finding={finding} />
        ))}
      </div>
      <IconButton label={tr`Dismiss`} onClick={dismissFindings}>
        <X />
      </IconButton>
    </div>
  );
}

/** What a run has set explains why jobs took longer than their estimates, so it comes first. */
function FilledOrBroken() {
  const isFilled = useAutoBudgets(({ announcement }) => announcement !== null);
  return isFilled ? <FilledLine /> : <PromiseLine />;
}

/** The automatic budgets that the run has set. */
function FilledLine() {
  const { autoBudgets, document } = useSession();
  const announcement = useAutoBudgets((state) => state.announcement);
  if (announcement === null) return null;
  const { sentence, isEdit, refused } = announcement;
  return (
    <section
      className="banner filled-line"
      role="status"
      data-refused={refused}
      data-testid="filled-line"
      aria-label={tr`Measured budgets`}
    >
      {refused ? <TriangleAlert aria-hidden="true" /> : <Check aria-hidden="true" />}
      <p>{sentence}</p>
      {isEdit ? <Button onClick={() => document.undo()}>{tr`Undo`}</Button> : null}
      <IconButton label={tr`Dismiss`} onClick={autoBudgets.dismiss}>
        <X />
      </IconButton>
    </section>
  );
}

/** The first promise that the run broke, with its remedies. */
function PromiseLine() {
  const { dismissFindings } = useSession().health;
  const { broken } = usePromise();
  const [first] = broken;
  if (first === undefined) return null;
  return (
    <section
      className="banner promise-line"
      data-kind={first.kind}
      data-testid="promise-line"
      aria-label={tr`Broken promise`}
    >
      <TriangleAlert aria-hidden="true" />
      <p>
        <strong>{first.sentence}</strong> <span>{CONSEQUENCES[first.kind]}</span>
      </p>
      <Remedies promise={first} />
      <IconButton label={tr`Dismiss`} onClick={dismissFindings}>
        <X />
      </IconButton>
    </section>
  );
}

const CONSEQUENCES: Readonly<Record<BrokenPromise['kind'], string>> = {
  budget: tr`The verdict holds only if every job keeps its budget.`,
  stopped: tr`The other tasks lose no more time to it than this budget.`,
  deadline: tr`The analysis does not know of something that this program does.`,
};

function Remedies({ promise: { element, budgetUs } }: { readonly promise: BrokenPromise }) {
  const { bodies, document } = useSession();
  const ref: ElementRef = { kind: element.kind === 'task' ? 'tasks' : 'interrupts', name: element.name };
  const setBudget = (us: number) =>
    document.edit(tr`Set budget to measured`, (sketch) => applyBudget(sketch, element, us));
  return (
    <>
      {budgetUs === null ? null : (
        <Button
          tone="primary"
          onClick={() => setBudget(budgetUs)}
          title={tr`The smallest budget that the measured jobs keep`}
        >
          {tr`Set budget to ${showTime(budgetUs)}`}
        </Button>
      )}
      <Button onClick={() => bodies.openBody(ref)}>{tr`Show code`}</Button>
    </>
  );
}

function Words({ finding }: { readonly finding: Finding }) {
  return (
    <p data-kind={finding.kind}>
      <strong>{finding.sentence}</strong> {finding.cause} <span className="run-remedy">{finding.remedy}</span>
    </p>
  );
}
