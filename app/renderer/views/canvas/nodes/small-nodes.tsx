/** The nodes of interrupts (a bolt), resources (a lock) and parts. */

import { Lock, Zap } from 'lucide-react';
import { leastWords } from '../../../../../generator/numbers/least.ts';
import { PART_TYPES } from '../../../../../generator/parts/kinds.ts';
import { tr, trCount } from '../../../../../generator/words/tr.ts';
import { formatCount } from '../../../base/format.ts';
import { useInterruptMeasured } from '../../../state/run/measured.ts';
import { useDiagnosed } from '../../../state/run/problems.ts';
import { useSketch } from '../../../state/sketch/document.ts';
import { SHORT_MODE_LABELS, wiringWords } from '../../controls/words.ts';
import { PartIcon } from '../part-icon.tsx';
import { LockPort, UserPorts } from '../ports.tsx';
import { NodeFrame, type SketchNodeProps } from './node-frame.tsx';
import { NodeName } from './node-name.tsx';

export function InterruptNode({ data: { element }, selected }: SketchNodeProps) {
  const interrupt = useSketch((sketch) => sketch.interrupts.find((each) => each.name === element.name));
  const diagnosed = useDiagnosed(element);
  const measured = useInterruptMeasured(element.name);
  if (interrupt === undefined) return null;
  const source = interrupt.source ?? (interrupt.pin === null ? tr`no pin yet` : tr`pin ${interrupt.pin}`);
  return (
    <NodeFrame
      element={element}
      selected={selected}
      problems={diagnosed}
      className="small-node interrupt-node"
      label={tr`Interrupt ${interrupt.name}, ${source}`}
    >
      <span className="small-icon">
        <Zap />
      </span>
      <div className="small-facts">
        <NodeName element={element} />
        <span className="node-note">
          {source}
          {interrupt.pin === null ? '' : ` · ${SHORT_MODE_LABELS[interrupt.mode]}`}
        </span>
        {measured === null ? null : (
          <span className="node-note figures">{leastWords(formatCount(measured.times), measured.isLeast)} ×</span>
        )}
      </div>
      <UserPorts name={interrupt.name} />
    </NodeFrame>
  );
}

export function ResourceNode({ data: { element }, selected }: SketchNodeProps) {
  const resource = useSketch((sketch) => sketch.resources.find((each) => each.name === element.name));
  if (resource === undefined) return null;
  const users = resource.users.length;
  const ceiling = resource.ceiling === null ? tr`ceiling of its users` : tr`ceiling ${resource.ceiling}`;
  return (
    <NodeFrame
      element={element}
      selected={selected}
      className="small-node"
      label={tr`Resource ${resource.name}, ${ceiling}, ${usersWords(users)}`}
    >
      <span className="small-icon">
        <Lock />
      </span>
      <div className="small-facts">
        <NodeName element={element} />
        <span className="node-note" title={resource.users.map(({ task }) => task).join(', ')}>
          {resource.ceiling === null ? '' : `⌈${resource.ceiling}⌉ · `}
          {usersWords(users)}
        </span>
      </div>
      <LockPort name={resource.name} used={users > 0} />
    </NodeFrame>
  );
}

function usersWords(users: number): string {
  if (users === 0) return tr`no users yet`;
  return trCount(users, '{0} user', '{0} users');
}

export function PartNode({ data: { element }, selected }: SketchNodeProps) {
  const part = useSketch((sketch) => sketch.parts.find((each) => each.name === element.name));
  if (part === undefined) return null;
  const pins = Object.values(part.pins);
  const wiring = wiringWords(pins);
  return (
    <NodeFrame
      element={element}
      selected={selected}
      className="small-node part-node"
      label={`${PART_TYPES[part.kind].label} ${part.name}, ${wiring}`}
    >
      <PartIcon part={part} />
      <div className="small-facts">
        <NodeName element={element} />
        <span className="node-note">{wiring}</span>
      </div>
    </NodeFrame>
  );
}
