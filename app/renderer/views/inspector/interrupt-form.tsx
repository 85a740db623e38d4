/** The form of an interrupt: its source, the costs of its halves, and their budgets. */

import { boardOf } from '../../../../generator/boards/index.ts';
import { deliveryCostNs } from '../../../../generator/platform/overheads.ts';
import { type Changes, updateElement, updateSketch } from '../../../../generator/sketch/edits.ts';
import type { Interrupt } from '../../../../generator/sketch/model.ts';
import { systemOf } from '../../../../generator/system/system.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatDuration } from '../../base/format.ts';
import { QUANTITIES } from '../../base/quantity.tsx';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { DETAIL, type InterruptFields } from '../../state/window/detail.ts';
import { useFields } from '../../state/window/use-detail.ts';
import { TimeField } from '../controls/number-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { showTime } from '../controls/time-text.ts';
import { BudgetOrigin } from './budget-origin.tsx';
import { Exhaustion } from './exhaustion.tsx';
import { Form, Group, NameField } from './form.tsx';
import { InterruptArrivals } from './interrupt-arrivals.tsx';
import { InterruptSourceFields } from './interrupt-source.tsx';
import { NotGenerated } from './not-generated.tsx';
import { OpenBody } from './open-body.tsx';
import { HandlerJudgement } from './task-judgement.tsx';
import { TaskPorts } from './task-ports.tsx';

/** Initial values when an interrupt gets a handler of its own or a budget. */
const FIRST_HANDLER_US = 1_000;
const FIRST_IO = { budgetUs: 200, periodUs: 10_000 };

interface PartProps {
  readonly fields: InterruptFields;
  readonly interrupt: Interrupt;
  readonly change: (label: string, changes: Changes<'interrupts'>) => void;
}

export function InterruptForm({ name }: { readonly name: string }) {
  const index = useSketch((sketch) => sketch.interrupts.findIndex((each) => each.name === name));
  const interrupt = useSketch((sketch) => sketch.interrupts[index]);
  return interrupt === undefined ? null : <Groups interrupt={interrupt} index={index} />;
}

function Groups({ interrupt, index }: { readonly interrupt: Interrupt; readonly index: number }) {
  const { document } = useSession();
  const fields = useFields(DETAIL.interrupts, interrupt);
  const { name } = interrupt;
  const change = (label: string, changes: Changes<'interrupts'>) =>
    document.edit(label, (sketch) => updateElement(sketch, 'interrupts', name, changes));
  return (
    <Form title={tr`Interrupt`} action={<OpenBody owner={{ kind: 'interrupts', name }} />} hidden={fields.hidden}>
      <NotGenerated member="interrupts" />
      <section className="group" aria-label={tr`Identity`}>
        <NameField element={{ kind: 'interrupts', name }} />
        <InterruptSourceFields interrupt={interrupt} change={change} />
      </section>
      <Handler {...{ interrupt, change, fields }} />
      <HandlerJudgement interrupt={index} />
      {fields.shows('handlerExhaustion') ? (
        <Exhaustion
          policy={interrupt.handlerExhaustion}
          onChange={(handlerExhaustion) => change(tr`Change exhaustion`, { handlerExhaustion })}
        />
      ) : null}
      <Costs {...{ interrupt, change, fields }} />
      {fields.showsAny('ioServer', 'ioBudgetUs', 'ioPeriodUs') ? <IoBudget {...{ interrupt, change, fields }} /> : null}
      {fields.shows('arrivals') ? <InterruptArrivals interrupt={interrupt} change={change} /> : null}
      <TaskPorts name={name} />
    </Form>
  );
}

/**
 * Selects where the code runs: in a job of a handler with its own budget, or immediately in the
 * bottom half.
 */
function Handler({ interrupt, change, fields: { shows } }: PartProps) {
  const unit = useSketch((sketch) => sketch.timeUnit);
  const { handlerBudgetUs, handlerPeriodUs } = interrupt;
  const own = handlerBudgetUs > 0;
  return (
    <Group title={tr`Code`}>
      {shows('runs') ? (
        <SelectField
          label={tr`Runs`}
          value={own ? 'handler' : 'bottom'}
          options={[
            { value: 'handler', label: tr`as a job of a handler` },
            { value: 'bottom', label: tr`in the interrupt itself` },
          ]}
          onChange={(value) =>
            change(tr`Change handler`, { handlerBudgetUs: value === 'handler' ? FIRST_HANDLER_US : 0 })
          }
          hint={
            own
              ? tr`The interrupt releases a sporadic job, scheduled among the tasks.`
              : tr`Runs immediately, in the bottom half, on the I/O budget. Keep it short.`
          }
        />
      ) : null}
      {shows('handlerBudgetUs') ? (
        <>
          <TimeField
            {...QUANTITIES.budget}
            us={handlerBudgetUs}
            unit={unit}
            minUs={1}
            onCommit={(us) => change(tr`Change handler budget`, { handlerBudgetUs: us })}
          />
          <BudgetOrigin
            element={interrupt}
            onChange={(label, handlerBudgetFrom) => change(label, { handlerBudgetUs, handlerBudgetFrom })}
          />
        </>
      ) : null}
      {shows('handlerPeriodUs') ? (
        <TimeField
          {...QUANTITIES.gap}
          us={handlerPeriodUs}
          unit={unit}
          minUs={1}
          onCommit={(us) => change(tr`Change handler period`, { handlerPeriodUs: us })}
        />
      ) : null}
    </Group>
  );
}

function Costs({ interrupt, change, fields: { shows } }: PartProps) {
  const unit = useSketch((sketch) => sketch.timeUnit);
  const bottom =
    interrupt.handlerBudgetUs > 0
      ? tr`Releases the handler; runs on the I/O budget.`
      : tr`Your code, on the I/O budget.`;
  const rows = [
    ['topHalfUs', tr`Top half`, tr`Only records the event and masks the interrupt.`],
    ['bottomHalfUs', tr`Bottom half`, bottom],
  ] as const;
  const shown = rows.filter(([member]) => shows(member));
  if (shown.length === 0) return null;
  return (
    <Group title={tr`Longest times`}>
      {shown.map(([member, label, hint]) => (
        <TimeField
          key={member}
          label={label}
          us={interrupt[member]}
          unit={unit}
          hint={hint}
          onCommit={(us) => change(tr`Change ${label.toLowerCase()}`, { [member]: us })}
        />
      ))}
    </Group>
  );
}

/** Selects the interrupt's own I/O budget or the server that it shares with others. */
function IoBudget({ interrupt, change, fields: { shows } }: PartProps) {
  const { edit } = useSession().document;
  const unit = useSketch((sketch) => sketch.timeUnit);
  const server = useSketch((sketch) => sketch.ioServer);
  const own = interrupt.ioBudgetUs !== null;
  const toShared = () => {
    if (server === null) {
      const { ioBudgetUs, ioPeriodUs } = interrupt;
      const ioServer = { budgetUs: ioBudgetUs ?? FIRST_IO.budgetUs, periodUs: ioPeriodUs ?? FIRST_IO.periodUs };
      if (!edit(tr`Add I/O server`, (sketch) => updateSketch(sketch, { ioServer }))) return;
    }
    change(tr`Share the I/O server`, { ioBudgetUs: null, ioPeriodUs: null });
  };
  const toOwn = () => {
    const { budgetUs, periodUs } = server ?? FIRST_IO;
    change(tr`Give it an I/O budget`, { ioBudgetUs: budgetUs, ioPeriodUs: periodUs });
  };
  const charged = useChargedWords();
  const budgetUs = own ? interrupt.ioBudgetUs : (server?.budgetUs ?? null);
  return (
    <Group title={tr`I/O budget`} note={`${noteOf(budgetUs)}${charged}`}>
      {shows('ioServer') ? (
        <SelectField
          label={tr`Runs on`}
          value={own ? 'own' : 'shared'}
          options={[
            { value: 'own', label: tr`its own budget` },
            { value: 'shared', label: tr`the sketch’s I/O server` },
          ]}
          onChange={(value) => (value === 'own' ? toOwn() : toShared())}
          hint={
            own || server === null
              ? undefined
              : tr`${showTime(server.budgetUs)} in ${showTime(server.periodUs)}, shared.`
          }
        />
      ) : null}
      {shows('ioBudgetUs') ? (
        <TimeField
          {...QUANTITIES.budget}
          us={interrupt.ioBudgetUs ?? 0}
          unit={unit}
          onCommit={(ioBudgetUs) => change(tr`Change I/O budget`, { ioBudgetUs })}
        />
      ) : null}
      {shows('ioPeriodUs') ? (
        <TimeField
          {...QUANTITIES.period}
          us={interrupt.ioPeriodUs ?? 0}
          unit={unit}
          minUs={1}
          onCommit={(ioPeriodUs) => change(tr`Change I/O period`, { ioPeriodUs })}
        />
      ) : null}
    </Group>
  );
}

/** Describes the overhead that is charged to a budget, if it was measured. */
function useChargedWords(): string {
  return useSketch((sketch) => {
    const measured = boardOf(sketch)?.targets[sketch.target]?.overheads?.interrupts;
    if (measured === undefined) return '';
    const ns = deliveryCostNs(measured, systemOf(sketch));
    return ` ${tr`Each delivery is also charged the overhead of the runtime: up to ${formatDuration(ns)} here.`}`;
  });
}

function noteOf(budgetUs: number | null): string {
  if (budgetUs === 0) return tr`A budget of 0 keeps the interrupt masked: it is never delivered.`;
  return tr`Interrupt time is limited to C in any T. When the budget is exhausted, the interrupt is masked until the replenishment.`;
}
