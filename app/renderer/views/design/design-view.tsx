/**
 * Design help: the margins of the sketch, and suggested changes. Each suggestion can be applied.
 */

import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { isMemoryUnknown } from '../../../../generator/judge/fit.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound, formatLoad } from '../../base/format.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useDesignHelp } from '../../state/sketch/help.ts';
import type { HelpAndFit } from '../../workers/analysis-jobs.ts';
import { Chains } from './chains.tsx';
import { Cores } from './cores.tsx';
import { Interrupts } from './interrupts.tsx';
import { Limits } from './limits.tsx';
import { Memory, UnknownMemory } from './memory.tsx';
import type { SectionProps } from './parts.tsx';
import { Priorities } from './priorities.tsx';
import { Rings } from './rings.tsx';
import './design.css';

interface Section {
  readonly id: string;
  readonly title: string;
  /** A summary in a few words. */
  readonly gist: string;
  readonly content: ReactNode;
}

export function DesignView() {
  const found = useDesignHelp();
  const isEmpty = useSketch(({ tasks }) => tasks.every(({ kind }) => kind === 'background'));
  if (isEmpty) return <div className="empty">{tr`Add a task with a period to see its limits here.`}</div>;
  if (found.value === null || found.sketch === null) {
    return <div className="empty">{found.problem ?? tr`Searching for the limits of each task…`}</div>;
  }
  const sections = sectionsOf(found.value, { sketch: found.sketch, stale: found.stale });
  return (
    <Tabs.Root
      className="design"
      orientation="vertical"
      defaultValue="limits"
      data-testid="design"
      data-stale={found.stale}
    >
      <div className="design-side">
        <Tabs.List className="design-list" aria-label={tr`Design help`}>
          {sections.map(({ id, title, gist }) => (
            <Tabs.Trigger key={id} className="design-tab" value={id}>
              <span>{title}</span>
              <small>{gist}</small>
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <p className="design-state" role="status">
          {found.problem ?? (found.stale ? tr`Updating…` : '')}
        </p>
      </div>
      {sections.map(({ id, content }) => (
        <Tabs.Content key={id} className="design-content" value={id}>
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** Returns only the sections that have content. */
function sectionsOf({ help, fit }: HelpAndFit, props: SectionProps): readonly Section[] {
  const { scale, priorities, partitions, rings, chains, interrupts } = help;
  const admitted = (proposals: readonly { readonly admitted: boolean }[]) =>
    tr`${proposals.filter((each) => each.admitted).length} of ${proposals.length} hold`;
  const short = rings.filter(({ leastCapacity, capacity }) => leastCapacity === null || leastCapacity > capacity);
  const worst = (times: readonly (number | null)[]) =>
    times.includes(null) ? tr`not bounded` : formatBound(Math.max(0, ...times.map(Number)));
  const all: (Section & { readonly there: boolean })[] = [
    {
      id: 'limits',
      title: tr`Limits`,
      gist: scale === null ? tr`none` : tr`budgets × ${scale}`,
      content: <Limits help={help} {...props} />,
      there: true,
    },
    {
      id: 'priorities',
      title: tr`Priorities`,
      gist: admitted(priorities),
      content: <Priorities proposals={priorities} {...props} />,
      there: priorities.length > 0,
    },
    {
      id: 'cores',
      title: tr`Cores`,
      gist: admitted(partitions),
      content: <Cores proposals={partitions} {...props} />,
      there: partitions.length > 0,
    },
    {
      id: 'rings',
      title: tr`Ring buffers`,
      gist: short.length === 0 ? tr`all suffice` : tr`${short.length} can overflow`,
      content: <Rings rings={rings} {...props} />,
      there: rings.length > 0,
    },
    {
      id: 'chains',
      title: tr`Chains`,
      gist: worst(chains.map(({ reactionNs }) => reactionNs)),
      content: <Chains help={help} {...props} />,
      there: chains.length > 0,
    },
    {
      id: 'interrupts',
      title: tr`Interrupts`,
      gist: worst(interrupts.map(({ delayNs }) => delayNs)),
      content: <Interrupts delays={interrupts} {...props} />,
      there: interrupts.length > 0,
    },
    {
      id: 'memory',
      title: tr`Memory`,
      gist: fit === null ? tr`not estimated` : tr`${formatLoad(fit.ramBytes / fit.ramLimitBytes)} of RAM`,
      content: fit === null ? <UnknownMemory /> : <Memory fit={fit} />,
      there: fit !== null || isMemoryUnknown(props.sketch),
    },
  ];
  return all.filter(({ there }) => there);
}
