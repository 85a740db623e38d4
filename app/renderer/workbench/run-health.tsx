/** Shows whether the program works: a badge next to Run, and below the strip the findings. */
import { Check, CircleAlert, TriangleAlert, X } from 'lucide-react';
import type { Finding } from '../../../generator/health/finding.ts';
import type { RunVerdict } from '../../../generator/health/verdict.ts';
import { useHealth } from '../state/run/health.ts';
import { usePrediction } from '../state/run/prediction.ts';
import { useIsLive } from '../state/run/run.ts';
import { useSession } from '../state/session/use-session.ts';
import { Hint, IconButton } from '../views/controls/button.tsx';

const ICONS = { ok: Check, misses: X, warning: CircleAlert, failed: TriangleAlert } as const;

/** The badge of the running program or of the last run. */
export function RunBadge() {
  const verdict = useHealth((health) => health.verdict);
  const live = useIsLive();
  if (verdict === null) return null;
  const { health, finding } = verdict;
  const Icon = ICONS[health];
  const label = live ? liveLabel(verdict) : verdict.label;
  const words = finding === null ? `${live ? 'So far' : 'Last run'}: ${label}` : `${finding.sentence} ${finding.cause}`;
  return (
    <Hint text={words}>
      <output className="run-badge" data-health={health} data-testid="run-badge" aria-label={`Run: ${label}`}>
        <Icon aria-hidden="true" />
        <span>{label}</span>
      </output>
    </Hint>
  );
}

/** A board that has sent nothing yet may still send something. */
function liveLabel({ label, finding }: RunVerdict): string {
  return finding?.kind === 'silent' ? 'No telemetry yet' : label;
}

/** Findings that invalidate the run, until the user dismisses them or edits the sketch. */
export function RunBanner() {
  const { dismissFindings } = useSession().health;
  const { findings, dismissed } = useHealth();
  const measured = usePrediction(({ shown }) => shown === 'measured');
  const live = useIsLive();
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0 || dismissed || !(measured || live)) return null;
  return (
    <div className="banner run-banner" role="status" data-testid="run-banner">
      <TriangleAlert aria-hidden="true" />
      <div className="run-findings">
        {errors.map((finding) => (
          <Words key={`${finding.kind}-${finding.element?.name ?? ''}`} finding={finding} />
        ))}
      </div>
      <IconButton label="Dismiss" onClick={dismissFindings}>
        <X />
      </IconButton>
    </div>
  );
}

function Words({ finding }: { readonly finding: Finding }) {
  return (
    <p data-kind={finding.kind}>
      <strong>{finding.sentence}</strong> {finding.cause} <span className="run-remedy">{finding.remedy}</span>
    </p>
  );
}
