/** The verdict as a symbol, so that it does not depend on colour alone. */
import { Check, CircleHelp, TriangleAlert, X } from 'lucide-react';

interface Props {
  readonly admitted: boolean;
  /** Whether any test could decide. If not, the verdict is unknown. */
  readonly decided: boolean;
  /** Whether the running program, or the last run, contradicts the verdict. */
  readonly broken?: boolean;
}

const ICONS = { yes: Check, no: X, unknown: CircleHelp, broken: TriangleAlert } as const;

export function VerdictIcon({ admitted, decided, broken = false }: Props) {
  const verdict = admitted ? (broken ? 'broken' : 'yes') : decided ? 'no' : 'unknown';
  const Icon = ICONS[verdict];
  return (
    <span className="verdict" data-verdict={verdict} aria-hidden="true">
      <Icon />
    </span>
  );
}
