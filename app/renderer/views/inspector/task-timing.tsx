/** The fields of T, C, D, φ and J with units, and sliders with immediate effect. */

import { Fragment, useRef } from 'react';
import type { TaskHelp } from '../../../../generator/analysis/help/types.ts';
import { type BoardChoice, boardOf } from '../../../../generator/boards/index.ts';
import { leastUs } from '../../../../generator/lower/ticks.ts';
import type { Changes } from '../../../../generator/sketch/edits.ts';
import type { Task, TimeUnit } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { QUANTITIES } from '../../base/quantity.tsx';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { type Found, useTaskLimits } from '../../state/sketch/help.ts';
import type { TaskFields } from '../../state/window/detail.ts';
import { TimeField } from '../controls/number-field.tsx';
import type { Range } from '../controls/slider-scale.ts';
import { BudgetOrigin } from './budget-origin.tsx';
import { Group } from './form.tsx';
import { isLimited, LimitWords, markOf } from './task-limits.tsx';
import { useChangeTask } from './use-change.ts';

type TimeMember = 'periodUs' | 'budgetUs' | 'deadlineUs' | 'offsetUs' | 'jitterUs';

interface Row {
  readonly member: TimeMember;
  readonly label: string;
  readonly symbol: string;
  readonly us: number;
  readonly minUs: number;
  readonly slider: Range;
  readonly hint?: string;
}

/** The slider of T covers 100 µs to 10 s, or up to the current T. */
const PERIOD = { least: 100, most: 10_000_000 };

/** The part of the period at which the other sliders begin, so that a pixel changes a time by a few percent. */
const LEAST_PART = 10_000;

/**
 * The other sliders are logarithmic, too. They end at the period, and cover four decades, but no time
 * below the shortest time of the board's clock. A time that can be 0 is 0 at the left end.
 *
 * @param shortest the shortest time of the board's clock. Unit: µs
 */
function rowsOf(task: Task, shortest: number): Row[] {
  const period = task.periodUs ?? 0;
  const budget = task.budgetUs ?? 0;
  const sporadic = task.kind === 'sporadic';
  const upToPeriod = (us: number, canBeZero: boolean): Range => {
    const from = Math.max(shortest, Math.round(period / LEAST_PART));
    const least = us > 0 ? Math.min(from, us) : from;
    return { min: canBeZero ? 0 : least, least, max: Math.max(period, us, least), scale: 'logarithmic' };
  };
  return [
    {
      member: 'periodUs',
      ...(sporadic ? QUANTITIES.gap : QUANTITIES.period),
      us: period,
      minUs: 1,
      slider: { min: Math.min(PERIOD.least, period), max: Math.max(PERIOD.most, period), scale: 'logarithmic' },
    },
    {
      member: 'budgetUs',
      ...QUANTITIES.budget,
      us: budget,
      minUs: 1,
      slider: upToPeriod(budget, false),
    },
    {
      member: 'deadlineUs',
      ...QUANTITIES.deadline,
      us: task.deadlineUs ?? period,
      minUs: 1,
      slider: upToPeriod(task.deadlineUs ?? period, false),
      ...(task.deadlineUs === null ? { hint: tr`Equal to the period.` } : {}),
    },
    {
      member: 'offsetUs',
      ...QUANTITIES.offset,
      us: task.offsetUs,
      minUs: 0,
      slider: upToPeriod(task.offsetUs, true),
    },
    {
      member: 'jitterUs',
      ...QUANTITIES.jitter,
      us: task.jitterUs,
      minUs: 0,
      slider: upToPeriod(task.jitterUs, true),
    },
  ];
}

/** Unknown boards count microseconds, as the sketch does. */
const shortestUs = (sketch: BoardChoice): number => leastUs(boardOf(sketch)?.timerHz ?? 1_000_000);

interface Props {
  readonly task: Task;
  /** Index in the sketch. */
  readonly index: number;
  readonly fields: TaskFields;
}

export function TaskTiming({ task, index, fields }: Props) {
  const { endEdit, newMergeKey } = useSession().document;
  const change = useChangeTask(task.name);
  const unit = useSketch((sketch) => sketch.timeUnit);
  const shortest = useSketch(shortestUs);
  const limits = useTaskLimits(index);
  // The range must not change while the user holds the thumb.
  const held = useRef<{ member: TimeMember; key: string; slider: Row['slider'] } | null>(null);
  const slide = (row: Row, us: number) => {
    if (held.current?.member !== row.member) {
      held.current = { member: row.member, key: newMergeKey(), slider: row.slider };
    }
    change(tr`Change ${row.label.toLowerCase()}`, changeOf(task, row.member, us), held.current.key);
  };
  const settle = () => {
    held.current = null;
    endEdit();
  };
  const choose = (row: Row, us: number) =>
    change(tr`Change ${row.label.toLowerCase()}`, changeOf(task, row.member, us));
  return (
    <Group title={tr`Timing`}>
      {rowsOf(task, shortest)
        .filter(({ member }) => fields.shows(member))
        .map((row) => (
          <Fragment key={row.member}>
            <TimeField
              label={row.label}
              symbol={row.symbol}
              us={row.us}
              unit={unit}
              minUs={row.minUs}
              hint={<Hint row={row} unit={unit} limits={limits} onChoose={(us) => choose(row, us)} />}
              onCommit={(us) => choose(row, us)}
              slider={{
                ...(held.current?.member === row.member ? held.current.slider : row.slider),
                mark: isLimited(row.member) ? markOf(row.member, limits) : null,
                onSlide: (us) => slide(row, us),
                onSettle: settle,
              }}
            />
            {row.member === 'budgetUs' ? (
              <BudgetOrigin
                element={task}
                onChange={(label, budgetFrom) => change(label, { budgetUs: task.budgetUs, budgetFrom })}
              />
            ) : null}
          </Fragment>
        ))}
    </Group>
  );
}

interface HintProps {
  readonly row: Row;
  readonly unit: TimeUnit;
  readonly limits: Found<TaskHelp>;
  readonly onChoose: (us: number) => void;
}

function Hint({ row, unit, limits, onChoose }: HintProps) {
  const { member, us, hint } = row;
  return (
    <>
      {isLimited(member) ? (
        <LimitWords member={member} us={us} unit={unit} limits={limits} onChoose={onChoose} />
      ) : null}
      {hint === undefined ? null : <span className="field-hint">{hint}</span>}
    </>
  );
}

/** A deadline that is set to the period follows later changes of the period. */
function changeOf(task: Task, member: TimeMember, us: number): Changes<'tasks'> {
  if (member === 'deadlineUs') return { deadlineUs: us === task.periodUs ? null : us };
  return { [member]: us };
}
