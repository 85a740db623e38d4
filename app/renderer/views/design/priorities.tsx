/** Priority orders by several rules, with the verdict for each one, and a button to apply it. */

import type { PriorityProposal } from '../../../../generator/analysis/help/types.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { applyPriorities, hasPriorities } from '../../state/sketch/proposals.ts';
import { type SectionProps, TaskName } from './parts.tsx';
import { Proposals } from './proposals.tsx';

const RULES: Readonly<Record<PriorityProposal['rule'], string>> = {
  'deadline-monotonic': tr`Deadline monotonic`,
  'rate-monotonic': tr`Rate monotonic`,
  audsley: tr`Audsley’s optimal order`,
};

/** Largest number of names in a row. */
const SHOWN = 14;

interface Props extends SectionProps {
  readonly proposals: readonly PriorityProposal[];
}

export function Priorities(props: Props) {
  return (
    <Proposals
      {...props}
      rules={RULES}
      verb={tr`Order by`}
      apply={applyPriorities}
      isApplied={hasPriorities}
      note={tr`The most urgent first. Applying is one step of undo.`}
    >
      {({ rule, order }) => (
        <ol className="design-order" aria-label={tr`Order by ${RULES[rule]}, most urgent first`}>
          {order.slice(0, SHOWN).map((task) => (
            <li key={task}>
              <TaskName sketch={props.sketch} task={task} />
            </li>
          ))}
          {order.length > SHOWN ? <li>{tr`and ${order.length - SHOWN} more`}</li> : null}
        </ol>
      )}
    </Proposals>
  );
}
