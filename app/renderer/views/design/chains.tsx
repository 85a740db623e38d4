/**
 * The paths of data through channels: the longest time until a reaction, and the greatest age of
 * the data at the end.
 */

import { Fragment } from 'react';
import type { ChainHelp, DesignHelp } from '../../../../generator/analysis/help/types.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound } from '../../base/format.ts';
import { ElementName, Note, type SectionProps, Why } from './parts.tsx';

interface Props extends SectionProps {
  readonly help: DesignHelp;
}

export function Chains({ help: { chains, chainsComplete }, sketch }: Props) {
  const longest = Math.max(1, ...chains.flatMap(({ reactionNs, ageNs }) => [reactionNs ?? 0, ageNs ?? 0]));
  return (
    <>
      <ul className="design-rows">
        {chains.map((chain) => (
          <li key={[...chain.elements, ...chain.channels].join('\u0000')} className="design-row design-chain">
            <Way chain={chain} sketch={sketch} />
            <div className="design-bars">
              <Bar label={tr`Reaction`} ns={chain.reactionNs} longest={longest} />
              <Bar label={tr`Data age`} ns={chain.ageNs} longest={longest} />
            </div>
            <Why
              what={tr`the latency of ${chain.elements.reduce((way, name) => tr`${way} to ${name}`)}`}
              steps={chain.explanation}
            />
          </li>
        ))}
      </ul>
      {chainsComplete ? null : <Note>{tr`Not all chains are shown. The longest are left out.`}</Note>}
      <Note>{tr`Reaction: longest time from a change at the start to the first output that depends on it. Data age: largest age of the data behind an output, until the next output replaces it.`}</Note>
    </>
  );
}

function Way({ chain, sketch }: { readonly chain: ChainHelp; readonly sketch: SectionProps['sketch'] }) {
  return (
    <p className="design-way">
      {chain.elements.map((name, index) => (
        <Fragment key={name}>
          <ElementName sketch={sketch} name={name} />
          {chain.channels[index] === undefined ? null : (
            <span className="design-way-channel one-line" title={chain.channels[index]} translate="no">
              –{chain.channels[index]}→
            </span>
          )}
        </Fragment>
      ))}
    </p>
  );
}

function Bar({ label, ns, longest }: { readonly label: string; readonly ns: number | null; readonly longest: number }) {
  return (
    <div className="design-bar" data-none={ns === null}>
      <span>{label}</span>
      <span className="design-bar-track">
        {ns === null ? null : <span style={{ width: `${(ns / longest) * 100}%` }} />}
      </span>
      <span className="figures">{ns === null ? tr`not bounded` : formatBound(ns)}</span>
    </div>
  );
}
