/** The verdict as a symbol, so that it does not depend on colour alone. */
import { Check, CircleHelp, X } from 'lucide-react';

interface Props {
  readonly admitted: boolean;
  /** Whether any test could decide. If not, the verdict is unknown. */
  readonly decided: boolean;
}

export function VerdictIcon({ admitted, decided }: Props) {
  const verdict = admitted ? 'yes' : decided ? 'no' : 'unknown';
  return (
    <span className="verdict" data-verdict={verdict} aria-hidden="true">
      {verdict === 'yes' ? <Check /> : verdict === 'no' ? <X /> : <CircleHelp />}
    </span>
  );
}
