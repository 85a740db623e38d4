/**
 * Several proposals for the same purpose: the rule, the proposal, the verdict with it, and a button
 * to apply it.
 */
import type { ReactNode } from 'react';
import type { EditResult } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { Admitted, Apply, Note, type SectionProps } from './parts.tsx';

interface Proposal {
  readonly rule: string;
  readonly reference: string;
  readonly admitted: boolean;
}

interface Props<P extends Proposal> extends SectionProps {
  readonly proposals: readonly P[];
  readonly rules: Readonly<Record<P['rule'], string>>;
  /** The beginning of the undo step's name, before the rule: "Order by". */
  readonly verb: string;
  readonly apply: (sketch: Sketch, proposal: P) => EditResult;
  readonly isApplied: (sketch: Sketch, proposal: P) => boolean;
  readonly note: string;
  /** Renders a proposal. */
  readonly children: (proposal: P) => ReactNode;
}

export function Proposals<P extends Proposal>(props: Props<P>) {
  const { proposals, rules, verb, apply, isApplied, note, sketch, stale, children } = props;
  return (
    <>
      <ul className="design-rows">
        {proposals.map((proposal) => {
          const rule = rules[proposal.rule as P['rule']];
          return (
            <li key={proposal.rule} className="design-row">
              <div className="design-row-head">
                <strong>{rule}</strong>
                <small className="one-line" title={proposal.reference}>
                  {proposal.reference}
                </small>
              </div>
              {children(proposal)}
              <Admitted yes={proposal.admitted} />
              <Apply
                step={`${verb} ${rule.toLowerCase()}`}
                change={(now) => apply(now, proposal)}
                inUse={isApplied(sketch, proposal)}
                stale={stale}
                what={rule}
              />
            </li>
          );
        })}
      </ul>
      <Note>{note}</Note>
    </>
  );
}
