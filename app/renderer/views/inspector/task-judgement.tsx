/** What the tests say of this task, and what a run measured. */
import { formatDuration, formatPercent } from '../../base/format.ts';
import { useMeasured } from '../../state/measured.ts';
import { useJudged } from '../admission/context.ts';
import { Group } from './form.tsx';

export function TaskJudgement({ index }: { readonly index: number }) {
  const row = useJudged().admission.tasks.find(({ task }) => task === index);
  const measured = useMeasured(index);
  if (row === undefined) return null;
  const { responseNs, deadlineNs, meetsDeadline, utilization } = row;
  const facts: [string, string][] = [
    ['Utilization U = C/T', formatPercent(utilization)],
    ['Worst response R', responseNs === null ? 'not known' : formatDuration(responseNs)],
  ];
  if (responseNs !== null) {
    const slack = deadlineNs - responseNs;
    facts.push(slack >= 0 ? ['Slack D − R', formatDuration(slack)] : ['Late by R − D', formatDuration(-slack)]);
  }
  if (measured?.worstResponseNs != null) facts.push(['Worst measured', formatDuration(measured.worstResponseNs)]);
  if (measured !== null && measured.misses > 0) facts.push(['Deadlines missed', String(measured.misses)]);
  return (
    <Group title="Judged">
      <dl className="facts" data-misses={meetsDeadline === false}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Group>
  );
}
