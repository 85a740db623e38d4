/** Orders of priority by the known rules, whether each is admitted, and the one to take. */
import type { PriorityProposal } from '../../../../generator/analysis/help/types.ts';
import { applyPriorities, hasPriorities } from '../../state/proposals.ts';
import { Admitted, Apply, Note, type SectionProps, TaskName } from './parts.tsx';

const RULES: Readonly<Record<PriorityProposal['rule'], string>> = {
  'deadline-monotonic': 'Deadline monotonic',
  'rate-monotonic': 'Rate monotonic',
  audsley: 'Audsley’s optimal order',
};

/** More names than this do not fit a row. */
const SHOWN = 14;

interface Props extends SectionProps {
  readonly proposals: readonly PriorityProposal[];
}

export function Priorities({ proposals, sketch, stale }: Props) {
  return (
    <>
      <ul className="design-rows">
        {proposals.map((proposal) => (
          <li key={proposal.rule} className="design-row">
            <div className="design-row-head">
              <strong>{RULES[proposal.rule]}</strong>
              <small title={proposal.reference}>{proposal.reference}</small>
            </div>
            <ol className="design-order" aria-label={`Order by ${RULES[proposal.rule]}, most urgent first`}>
              {proposal.order.slice(0, SHOWN).map((task) => (
                <li key={task}>
                  <TaskName sketch={sketch} task={task} />
                </li>
              ))}
              {proposal.order.length > SHOWN ? <li>and {proposal.order.length - SHOWN} more</li> : null}
            </ol>
            <Admitted yes={proposal.admitted} />
            <Apply
              step={`Order by ${RULES[proposal.rule].toLowerCase()}`}
              change={(now) => applyPriorities(now, proposal)}
              inUse={hasPriorities(sketch, proposal)}
              stale={stale}
              what={RULES[proposal.rule]}
            />
          </li>
        ))}
      </ul>
      <Note>The most urgent first. Applying is one step of undo.</Note>
    </>
  );
}
