/**
 * The admission of the sketch for each target: the deciding test, the margin, the overheads, and
 * whether the program fits into memory.
 */

import type { TargetComparison } from '../../../../generator/analysis/help/types.ts';
import { boardOf } from '../../../../generator/boards/index.ts';
import { ESTIMATED_RAM } from '../../../../generator/numbers/memory.ts';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { TARGETS } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBytesOf, formatLoad } from '../../base/format.ts';
import { taskLook } from '../../base/palette.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useComparison } from '../../state/sketch/help.ts';
import { VerdictIcon } from '../admission/verdict-icon.tsx';
import { Button } from '../controls/button.tsx';
import { RaceSection } from './race-section.tsx';
import './targets.css';

export function TargetsView() {
  const found = useComparison();
  const isEmpty = useSketch((sketch) => sketch.tasks.length === 0);
  const board = useSketch((sketch) => boardOf(sketch)?.label ?? sketch.board);
  if (isEmpty) return <div className="empty">{tr`Add a task to compare all targets here.`}</div>;
  if (found.value === null || found.sketch === null) {
    return <div className="empty">{found.problem ?? tr`Analysing the sketch for each target…`}</div>;
  }
  const { value, sketch, stale } = found;
  return (
    <div className="targets" data-testid="targets" data-stale={stale}>
      <table aria-label={tr`Targets compared`}>
        <thead>
          <tr>
            <th scope="col">{tr`Target`}</th>
            <th scope="col" className="targets-verdict">{tr`Verdict`}</th>
            <th scope="col">{tr`Decided by`}</th>
            <th
              scope="col"
              title={tr`The task with the largest worst response relative to its deadline`}
            >{tr`Worst R of D`}</th>
            <th scope="col" title={tr`ΣC/T with runtime overheads`}>
              U
            </th>
            <th
              scope="col"
              title={tr`Share of the processor that the runtime uses, as measured on this board`}
            >{tr`Runtime`}</th>
            <th scope="col" title={ESTIMATED_RAM.hint}>
              {ESTIMATED_RAM.label}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {value.map((row) => (
            <TargetRow key={row.target} {...{ row, sketch, stale }} />
          ))}
        </tbody>
      </table>
      <p className="design-note">
        {found.problem ?? tr`Board: ${board}. Runtime overheads are included where they were measured.`}
      </p>
      <RaceSection />
    </div>
  );
}

interface Props {
  readonly row: TargetComparison;
  readonly sketch: Sketch;
  readonly stale: boolean;
}

function TargetRow({ row, sketch, stale }: Props) {
  const present = sketch.target === row.target;
  return (
    <tr data-present={present} data-testid={`target-${row.target}`}>
      <th scope="row">{row.label}</th>
      <td className="targets-verdict">
        <div>
          <VerdictIcon admitted={row.admitted} decided={row.decidedBy !== null} />
          <div>
            <p title={row.sentence}>{row.admitted ? tr`Admitted` : row.sentence}</p>
            <Obstacles row={row} />
          </div>
        </div>
      </td>
      <td>{row.decidedBy ?? '–'}</td>
      <Tightest tightest={row.tightest} sketch={sketch} />
      <td className="figures">{formatLoad(row.utilization)}</td>
      <td className={row.overhead === null ? 'is-none' : 'figures'}>
        {row.overhead === null ? tr`not measured` : formatLoad(row.overhead)}
      </td>
      <Ram bytes={row.ramBytes} limit={row.ramLimitBytes} />
      <td>
        <Use row={row} disabled={present || stale} present={present} />
      </td>
    </tr>
  );
}

/** Further obstacles. The first one is shown as text, all of them in a tooltip. */
function Obstacles({ row: { obstacles, sentence } }: Pick<Props, 'row'>) {
  const others = obstacles.filter((obstacle) => obstacle !== sentence);
  if (others.length === 0) return null;
  return (
    <p className="targets-obstacle" title={others.join('\n')}>
      {others.length === 1 ? others[0] : tr`${others[0] ?? ''} (and ${others.length - 1} more)`}
    </p>
  );
}

function Tightest({ tightest, sketch }: Pick<TargetComparison, 'tightest'> & { readonly sketch: Sketch }) {
  if (tightest === null) return <td className="is-none">{tr`not known`}</td>;
  const { name, ratio } = tightest;
  // Handlers come after the tasks, as in every list.
  const index = [...sketch.tasks, ...sketch.interrupts].findIndex((each) => each.name === name);
  return (
    <td>
      <div
        className="targets-share"
        title={ratio === null ? tr`${name}: R has no bound` : tr`${name}: R is ${formatLoad(ratio)} of D`}
      >
        <span className="targets-name" translate="no">
          {name}
        </span>
        <span className="share">
          <span
            className="share-fill"
            style={{ width: `${Math.min(1, ratio ?? 1) * 100}%`, background: taskLook(index).colour }}
          />
        </span>
        <span className={ratio === null || ratio > 1 ? 'figures is-miss' : 'figures'}>
          {ratio === null ? tr`no bound` : formatLoad(ratio)}
        </span>
      </div>
    </td>
  );
}

function Ram({ bytes, limit }: { readonly bytes: number | null; readonly limit: number }) {
  if (bytes === null) return <td className="is-none">{tr`not known`}</td>;
  const share = bytes / limit;
  const words = formatBytesOf(bytes, limit);
  return (
    <td>
      <div className="targets-share" title={`${words}, ${formatLoad(share)}`}>
        <span className="share">
          <span
            className="share-fill targets-ram"
            data-over={share > 1}
            style={{ width: `${Math.min(1, share) * 100}%` }}
          />
        </span>
        <span className={share > 1 ? 'figures is-past' : 'figures'}>{words}</span>
      </div>
    </td>
  );
}

function Use({
  row,
  disabled,
  present,
}: Pick<Props, 'row'> & { readonly disabled: boolean; readonly present: boolean }) {
  const { edit } = useSession().document;
  const target = TARGETS.find(({ id }) => id === row.target);
  if (target === undefined) return null;
  return (
    <Button
      className="design-apply"
      disabled={disabled}
      aria-label={present ? tr`${row.label} is in use` : tr`Use ${row.label}`}
      onClick={() => edit(tr`Change target`, (now) => updateSketch(now, { target: target.id }))}
    >
      {present ? tr`In use` : tr`Use`}
    </Button>
  );
}
