/** The verdict as a sign, so that it is not told by colour alone. */
import { Check, CircleHelp, X } from 'lucide-react';

interface Props {
  readonly admitted: boolean;
  /** Whether some test could decide; if not, nothing is known. */
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
