/** What the tests say of this task, and what a run measured. */
import { formatBound, formatDuration, formatPercent } from '../../base/format.ts';
import { useMeasured } from '../../state/measured.ts';
import { useJudged } from '../admission/context.ts';
import { Group } from './form.tsx';

/** A term, its value, and whether it tells of a missed deadline. */
type Fact = readonly [term: string, value: string, bad?: boolean];

export function TaskJudgement({ index }: { readonly index: number }) {
  const row = useJudged().admission.tasks.find(({ task }) => task === index);
  const measured = useMeasured(index);
  if (row === undefined) return null;
  const { responseNs, deadlineNs, meetsDeadline, utilization } = row;
  const late = meetsDeadline === false;
  const facts: Fact[] = [
    ['Utilization U = C/T', formatPercent(utilization)],
    ['Worst response R', responseNs === null ? (late ? 'no bound' : 'not known') : formatBound(responseNs), late],
  ];
  if (responseNs !== null) {
    const slack = deadlineNs - responseNs;
    facts.push(slack >= 0 ? ['Slack D − R', formatDuration(slack)] : ['Late by R − D', formatDuration(-slack), true]);
  }
  if (measured?.worstResponseNs != null) facts.push(['Worst measured', formatDuration(measured.worstResponseNs)]);
  if (measured !== null && measured.misses > 0) facts.push(['Deadlines missed', String(measured.misses), true]);
  return (
    <Group title="Judged">
      <dl className="facts">
        {facts.map(([term, value, bad]) => (
          <div key={term} data-misses={bad === true}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Group>
  );
}
