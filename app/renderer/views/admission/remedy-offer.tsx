/** The change with which a refused sketch fits, and the button that makes it. */

import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useJudged } from '../../state/sketch/admission.ts';
import { useRemedy } from '../../state/sketch/help.ts';
import { applyRemedy } from '../../state/sketch/proposals.ts';
import type { OfferedRemedy } from '../../workers/analysis-jobs.ts';
import { Button } from '../controls/button.tsx';
import { remedyReason, remedyWords, shortRemedyWords } from './remedy-words.ts';

/** Beside the verdict. Empty while the sketch fits, or if no single change is enough. */
export function RemedyOffer() {
  const admitted = useJudged(({ admission }) => admission.admitted);
  const remedy = useRemedy(!admitted);
  return remedy === null ? null : <Offer remedy={remedy} />;
}

function Offer({ remedy }: { readonly remedy: OfferedRemedy }) {
  const { edit } = useSession().document;
  const words = remedyWords(remedy);
  const title = [`${words}.`, remedyReason(remedy)].join(' ').trim();
  return (
    <span className="remedy" data-testid="remedy">
      <span className="remedy-words" title={title}>
        {words}
      </span>
      <span className="remedy-short" title={title}>
        {shortRemedyWords(remedy)}
      </span>
      <Button
        aria-label={tr`Apply: ${words}`}
        title={title}
        onClick={() => edit(tr`Apply remedy`, (sketch) => applyRemedy(sketch, remedy))}
      >{tr`Apply`}</Button>
    </span>
  );
}
