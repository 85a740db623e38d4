/** An interrupt's members: where it comes from, what its halves cost, and the budgets they run on. */
import { Code2 } from 'lucide-react';
import { boardById } from '../../../../generator/boards/index.ts';
import { type Changes, updateElement, updateSketch } from '../../../../generator/sketch/edits.ts';
import { INTERRUPT_MODES, type Interrupt } from '../../../../generator/sketch/model.ts';
import { openBody } from '../../state/bodies.ts';
import { edit, useSketch } from '../../state/document.ts';
import { Button } from '../controls/button.tsx';
import { TimeField } from '../controls/number-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { type Parsed, TextField } from '../controls/text-field.tsx';
import { MODE_LABELS } from '../controls/words.ts';
import { Form, Group, NameField } from './form.tsx';
import { NotGenerated } from './not-generated.tsx';
import { TaskPorts } from './task-ports.tsx';

const OTHER = 'source';

export function InterruptForm({ name }: { readonly name: string }) {
  const interrupt = useSketch((sketch) => sketch.interrupts.find((each) => each.name === name));
  if (interrupt === undefined) return null;
  const change = (label: string, changes: Changes<'interrupts'>) =>
    edit(label, (sketch) => updateElement(sketch, 'interrupts', name, changes));
  return (
    <Form title="Interrupt">
      <NotGenerated member="interrupts" />
      <section className="group" aria-label="Identity">
        <NameField element={{ kind: 'interrupts', name }} />
        <Source interrupt={interrupt} change={change} />
        <SelectField
          label="Fires on"
          value={interrupt.mode}
          options={INTERRUPT_MODES.map((value) => ({ value, label: MODE_LABELS[value] }))}
          onChange={(mode) => change('Change mode', { mode })}
        />
        <Button className="form-wide" onClick={() => openBody({ kind: 'interrupts', name })}>
          <Code2 /> Open the code
        </Button>
      </section>
      <Costs interrupt={interrupt} change={change} />
      <IoBudget interrupt={interrupt} change={change} />
      <TaskPorts name={name} />
    </Form>
  );
}

interface PartProps {
  readonly interrupt: Interrupt;
  readonly change: (label: string, changes: Changes<'interrupts'>) => void;
}

function Source({ interrupt, change }: PartProps) {
  const board = useSketch((sketch) => sketch.board);
  const pins = boardById(board)?.pins ?? [];
  const able = pins.filter((pin) => pin.interrupt !== null || pin.name === interrupt.pin);
  const choices = able.length > 0 ? able : pins;
  const parse = (text: string): Parsed<string> =>
    text.trim() === '' ? { ok: false, message: 'Name a source of the board.' } : { ok: true, value: text.trim() };
  return (
    <>
      <SelectField
        label="Comes from"
        value={interrupt.pin ?? OTHER}
        options={[
          ...choices.map((pin) => ({
            value: pin.name,
            label: `pin ${pin.name}${pin.interrupt === null ? '' : ` (${pin.interrupt})`}`,
          })),
          { value: OTHER, label: 'another source' },
        ]}
        onChange={(value) =>
          change(
            'Change source',
            value === OTHER ? { pin: null, source: interrupt.source ?? 'timer2' } : { pin: value, source: null },
          )
        }
      />
      {interrupt.pin === null ? (
        <TextField
          label="Source"
          text={interrupt.source ?? ''}
          parse={parse}
          onCommit={(source) => change('Change source', { source })}
        />
      ) : null}
    </>
  );
}

function Costs({ interrupt, change }: PartProps) {
  const unit = useSketch((sketch) => sketch.timeUnit);
  const rows = [
    ['topHalfUs', 'Top half', 'Only records and masks.', 0],
    ['bottomHalfUs', 'Bottom half', 'Runs on the I/O budget (δ_bh).', 0],
    ['handlerBudgetUs', 'Handler C', 'The handler’s own budget …', 0],
    ['handlerPeriodUs', 'Handler T', '… in each of these.', 1],
  ] as const;
  return (
    <Group title="Costs">
      {rows.map(([member, label, hint, minUs]) => (
        <TimeField
          key={member}
          label={label}
          us={interrupt[member]}
          unit={unit}
          minUs={minUs}
          hint={hint}
          onCommit={(us) => change(`Change ${label.toLowerCase()}`, { [member]: us })}
        />
      ))}
    </Group>
  );
}

/** Its own I/O budget, or the server that it shares with others. */
function IoBudget({ interrupt, change }: PartProps) {
  const unit = useSketch((sketch) => sketch.timeUnit);
  const server = useSketch((sketch) => sketch.ioServer);
  const own = interrupt.ioBudgetUs !== null;
  const toShared = () => {
    if (server === null) {
      const ioServer = { budgetUs: interrupt.ioBudgetUs ?? 200, periodUs: interrupt.ioPeriodUs ?? 10_000 };
      if (!edit('Add I/O server', (sketch) => updateSketch(sketch, { ioServer }))) return;
    }
    change('Share the I/O server', { ioBudgetUs: null, ioPeriodUs: null });
  };
  const toOwn = () =>
    change('Give it an I/O budget', { ioBudgetUs: server?.budgetUs ?? 200, ioPeriodUs: server?.periodUs ?? 10_000 });
  return (
    <Group title="I/O budget" note={own ? 'A budget of 0 disables delivery.' : undefined}>
      <SelectField
        label="Runs on"
        value={own ? 'own' : 'shared'}
        options={[
          { value: 'own', label: 'a budget of its own' },
          { value: 'shared', label: 'the sketch’s I/O server' },
        ]}
        onChange={(value) => (value === 'own' ? toOwn() : toShared())}
      />
      {own ? (
        <>
          <TimeField
            label="Budget"
            symbol="C"
            us={interrupt.ioBudgetUs ?? 0}
            unit={unit}
            onCommit={(ioBudgetUs) => change('Change I/O budget', { ioBudgetUs })}
          />
          <TimeField
            label="Period"
            symbol="T"
            us={interrupt.ioPeriodUs ?? 0}
            unit={unit}
            minUs={1}
            onCommit={(ioPeriodUs) => change('Change I/O period', { ioPeriodUs })}
          />
        </>
      ) : null}
    </Group>
  );
}
