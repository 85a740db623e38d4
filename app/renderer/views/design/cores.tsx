/**
 * Proposed assignments of tasks to cores by several heuristics: the load of each core, and the
 * tasks that fit on none.
 */

import type { PartitionProposal } from '../../../../generator/analysis/help/types.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatLoad } from '../../base/format.ts';
import { patternImage, patternSize, taskLook } from '../../base/palette.ts';
import { applyPartition, hasPartition } from '../../state/sketch/proposals.ts';
import type { SectionProps } from './parts.tsx';
import { Proposals } from './proposals.tsx';

const RULES: Readonly<Record<PartitionProposal['rule'], string>> = {
  'first-fit': tr`First fit`,
  'best-fit': tr`Best fit`,
  'worst-fit': tr`Worst fit`,
};

interface Props extends SectionProps {
  readonly proposals: readonly PartitionProposal[];
}

export function Cores(props: Props) {
  return (
    <Proposals
      {...props}
      rules={RULES}
      verb={tr`Place by`}
      apply={applyPartition}
      isApplied={hasPartition}
      note={tr`Each core then has its own ready queue, and its tasks stay on it. Applying is one step of undo.`}
    >
      {(proposal) => (
        <div className="design-cores">
          {proposal.utilization.map((utilization, core) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a core is its number
            <Core key={core} {...{ core, utilization, proposal }} sketch={props.sketch} />
          ))}
          <Unplaced proposal={proposal} sketch={props.sketch} />
        </div>
      )}
    </Proposals>
  );
}

interface CoreProps {
  readonly core: number;
  readonly utilization: number;
  readonly proposal: PartitionProposal;
  readonly sketch: Sketch;
}

function Core({ core, utilization, proposal, sketch }: CoreProps) {
  const tasks = sketch.tasks.flatMap((task, index) =>
    proposal.cores[index] === core && task.periodUs !== null
      ? [{ name: task.name, index, share: (task.budgetUs ?? 0) / task.periodUs }]
      : [],
  );
  const names = tasks.map(({ name }) => name).join(', ');
  const load = tr`Core ${core}: ${formatLoad(utilization)}`;
  const words = names === '' ? load : `${load}, ${names}`;
  return (
    <div className="design-core" title={words}>
      <span>{tr`Core ${core}`}</span>
      <span className="design-core-bar" role="img" aria-label={words}>
        {tasks.map(({ index, share }) => {
          const look = taskLook(index);
          return (
            <span
              key={index}
              style={{
                width: `${Math.min(1, share) * 100}%`,
                backgroundColor: look.colour,
                backgroundImage: patternImage(look.pattern),
                backgroundSize: patternSize(look.pattern),
              }}
            />
          );
        })}
      </span>
      <span className="figures">{formatLoad(utilization)}</span>
    </div>
  );
}

/** Periodic tasks that fit on no core. */
function Unplaced({ proposal, sketch }: { readonly proposal: PartitionProposal; readonly sketch: Sketch }) {
  const names = sketch.tasks.flatMap(({ name, periodUs }, index) =>
    periodUs !== null && proposal.cores[index] === null ? [name] : [],
  );
  if (names.length === 0) return null;
  return <p className="design-unplaced">{tr`Fits on none: ${names.join(', ')}`}</p>;
}
