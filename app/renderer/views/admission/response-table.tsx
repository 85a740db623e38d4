/** Each task's worst response time against its deadline. */
import { formatDuration, formatPercent } from '../../base/format.ts';
import { taskLook } from '../../base/palette.ts';
import { select } from '../../state/selection.ts';
import { useJudged } from './context.ts';

export function ResponseTable() {
  const { tasks } = useJudged().admission;
  if (tasks.length === 0) return null;
  return (
    <div className="responses">
      <table aria-label="Response times">
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">U</th>
            <th scope="col">R</th>
            <th scope="col">D</th>
            <th scope="col">R of D</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => {
            const share = task.responseNs === null ? null : task.responseNs / task.deadlineNs;
            return (
              <tr key={task.name} data-meets={String(task.meetsDeadline)}>
                <th scope="row">
                  <button
                    type="button"
                    className="responses-name"
                    title={task.name}
                    onClick={() => select([{ kind: 'tasks', name: task.name }])}
                  >
                    <span className="swatch" style={{ background: taskLook(task.task).colour }} />
                    <span>{task.name}</span>
                  </button>
                </th>
                <td>{formatPercent(task.utilization)}</td>
                <td>{task.responseNs === null ? '–' : formatDuration(task.responseNs)}</td>
                <td>{formatDuration(task.deadlineNs)}</td>
                <td>
                  <span className="share">
                    <span
                      className="share-fill"
                      style={{ width: `${Math.min(1, share ?? 0) * 100}%`, background: taskLook(task.task).colour }}
                    />
                  </span>
                  {task.meetsDeadline === false ? 'misses' : share === null ? 'not known' : formatPercent(share)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
