/** The form of the sketch itself, shown while nothing is selected. */

import { Code2 } from 'lucide-react';
import { BOARDS, boardById, boardOf } from '../../../../generator/boards/index.ts';
import { MAX_NAME_LENGTH } from '../../../../generator/sketch/limits.ts';
import { POLICIES, TIME_UNITS } from '../../../../generator/sketch/model.ts';
import { TARGETS, targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatFrequency, formatMemory } from '../../base/format.ts';
import { QUANTITIES } from '../../base/quantity.tsx';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { DETAIL } from '../../state/window/detail.ts';
import { useKernel } from '../../state/window/tools.ts';
import { useFields } from '../../state/window/use-detail.ts';
import { Button } from '../controls/button.tsx';
import { TimeField } from '../controls/number-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { type Parsed, TextField } from '../controls/text-field.tsx';
import { WithCommand } from '../controls/with-command.tsx';
import { POLICY_LABELS, TIME_UNIT_LABELS } from '../controls/words.ts';
import { Form, Group } from './form.tsx';
import { SketchCores } from './sketch-cores.tsx';
import { SketchLibraries } from './sketch-libraries.tsx';
import { useChangeSketch } from './use-change.ts';

function parseName(text: string): Parsed<string> {
  const value = text.trim();
  if (value === '') return { ok: false, message: tr`A name must have at least one character.` };
  if (value.length > MAX_NAME_LENGTH) return { ok: false, message: tr`At most ${MAX_NAME_LENGTH} characters.` };
  return { ok: true, value };
}

/** The entry of the list of boards that opens all boards. No board has this id. */
const MORE = '…';

export function SketchForm() {
  const { bodies, files } = useSession();
  const { openBody } = bodies;
  const { showFileDialog } = files;
  const change = useChangeSketch();
  const sketch = useSketch();
  const { name, board, target, policy, timeUnit } = sketch;
  const { shows, hidden } = useFields(DETAIL.sketch, sketch);
  const capabilities = targetById(target);
  const facts = boardOf(sketch);
  return (
    <Form title={tr`Sketch`} hidden={hidden}>
      <section className="group" aria-label={tr`Identity`}>
        <TextField
          label={tr`Name`}
          text={name}
          parse={parseName}
          onCommit={(next) => change(tr`Rename sketch`, { name: next })}
        />
        <SelectField
          label={tr`Board`}
          value={board}
          options={[
            ...(boardById(board) === undefined ? [{ value: board, label: facts?.label ?? board }] : []),
            ...BOARDS.map(({ id, label }) => ({ value: id, label })),
            { value: MORE, label: tr`More boards…` },
          ]}
          onChange={(next) =>
            next === MORE ? showFileDialog({ kind: 'boards' }) : change(tr`Change board`, { board: next })
          }
          hint={facts === undefined ? tr`This board is unknown.` : boardFacts(facts.mcu, facts.clockHz, facts.ramBytes)}
        />
        <SelectField
          label={tr`Target`}
          value={target}
          options={TARGETS.map(({ id, label }) => ({ value: id, label }))}
          onChange={(next) => change(tr`Change target`, { target: next })}
          hint={capabilities.summary}
        />
        <KernelNote />
        <SelectField
          label={tr`Policy`}
          value={policy}
          options={POLICIES.map((value) => ({
            value,
            label: POLICY_LABELS[value].short,
            disabled: !capabilities.policies.includes(value),
          }))}
          onChange={(next) => change(tr`Change policy`, { policy: next })}
          hint={POLICY_LABELS[policy].title}
        />
        <SketchCores shows={shows} />
        {shows('timeUnit') ? (
          <SelectField
            label={tr`Times in`}
            value={timeUnit}
            options={TIME_UNITS.map((value) => ({ value, label: TIME_UNIT_LABELS[value] }))}
            onChange={(next) => change(tr`Change unit`, { timeUnit: next })}
          />
        ) : null}
        <Button className="form-wide" onClick={() => openBody(null)}>
          <Code2 /> {tr`Open the prelude`}
        </Button>
      </section>
      {shows('libraries') ? <SketchLibraries /> : null}
      {shows('ioServer') ? <IoServerGroup /> : null}
    </Form>
  );
}

/** The folder of the target's kernel, or how to get the kernel. */
function KernelNote() {
  const kernel = useKernel();
  if (kernel === null) return null;
  const { name, installed, path, problem } = kernel;
  return (
    <p className="form-note" role="note" data-missing={!installed} data-testid="kernel-note">
      {installed ? tr`${name} is in ${path ?? ''}.` : <WithCommand text={problem ?? ''} />}
    </p>
  );
}

const boardFacts = (mcu: string, clockHz: number, ramBytes: number): string =>
  tr`${mcu}, ${formatFrequency(clockHz)}, ${formatMemory(ramBytes)} of RAM`;

/** The server for interrupts that have no budget of their own. */
function IoServerGroup() {
  const change = useChangeSketch();
  const ioServer = useSketch((sketch) => sketch.ioServer);
  const unit = useSketch((sketch) => sketch.timeUnit);
  const first = { budgetUs: 200, periodUs: 10_000 };
  return (
    <Group title={tr`I/O server`} note={tr`Interrupts without their own budget share this one.`}>
      {ioServer === null ? (
        <Button onClick={() => change(tr`Add I/O server`, { ioServer: first })}>{tr`Add an I/O server`}</Button>
      ) : (
        <>
          <TimeField
            {...QUANTITIES.budget}
            us={ioServer.budgetUs}
            unit={unit}
            onCommit={(budgetUs) => change(tr`Change I/O server`, { ioServer: { ...ioServer, budgetUs } })}
          />
          <TimeField
            {...QUANTITIES.period}
            us={ioServer.periodUs}
            unit={unit}
            minUs={1}
            onCommit={(periodUs) => change(tr`Change I/O server`, { ioServer: { ...ioServer, periodUs } })}
          />
          <Button
            tone="quiet"
            onClick={() => change(tr`Remove I/O server`, { ioServer: null })}
          >{tr`Remove the I/O server`}</Button>
        </>
      )}
    </Group>
  );
}
