/** The form of a channel. */

import { type Changes, connectChannel, disconnectChannel, updateElement } from '../../../../generator/sketch/edits.ts';
import { MAX_COUNT } from '../../../../generator/sketch/limits.ts';
import { CHANNEL_KINDS, type Channel } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { DETAIL } from '../../state/window/detail.ts';
import { useFields } from '../../state/window/use-detail.ts';
import { IntegerField } from '../controls/number-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { CHANNEL_KIND_LABELS } from '../controls/words.ts';
import { Form, Group, NameField } from './form.tsx';
import { ItemFields } from './item-fields.tsx';

export function ChannelForm({ name }: { readonly name: string }) {
  const channel = useSketch((sketch) => sketch.channels.find((each) => each.name === name));
  return channel === undefined ? null : <Fields channel={channel} />;
}

function Fields({ channel }: { readonly channel: Channel }) {
  const { edit } = useSession().document;
  const { shows, hidden } = useFields(DETAIL.channels, channel);
  const { name } = channel;
  const change = (label: string, changes: Changes<'channels'>) =>
    edit(label, (sketch) => updateElement(sketch, 'channels', name, changes));
  return (
    <Form title={tr`Channel`} hidden={hidden}>
      <section className="group" aria-label={tr`Identity`}>
        <NameField element={{ kind: 'channels', name }} />
        {shows('kind') ? (
          <SelectField
            label={tr`Kind`}
            value={channel.kind}
            options={CHANNEL_KINDS.map((value) => ({ value, label: CHANNEL_KIND_LABELS[value].short }))}
            onChange={(kind) => change(tr`Change kind`, { kind })}
            hint={CHANNEL_KIND_LABELS[channel.kind].title}
          />
        ) : null}
        {shows('capacity') ? (
          <IntegerField
            label={tr`Capacity`}
            value={channel.capacity}
            min={1}
            max={MAX_COUNT}
            unit={tr`items`}
            onCommit={(capacity) => (capacity === null ? undefined : change(tr`Change capacity`, { capacity }))}
          />
        ) : null}
      </section>
      <ItemFields item={channel.item} onChange={(item) => change(tr`Change item`, { item })} />
      <Ends channel={channel} />
    </Form>
  );
}

function Ends({ channel }: { readonly channel: Channel }) {
  const { edit } = useSession().document;
  const names = useSketch((sketch) => sketch.tasks).map((task) => task.name);
  const interrupts = useSketch((sketch) => sketch.interrupts).map((each) => each.name);
  const actors = [...names, ...interrupts];
  const { name, writer, readers } = channel;
  const setWriter = (next: string) =>
    edit(next === '' ? tr`Disconnect writer` : tr`Connect writer`, (sketch) =>
      next === ''
        ? disconnectChannel(sketch, name, 'writer', writer ?? '')
        : connectChannel(sketch, name, 'writer', next),
    );
  const toggleReader = (reader: string, on: boolean) =>
    edit(on ? tr`Connect reader` : tr`Disconnect reader`, (sketch) =>
      (on ? connectChannel : disconnectChannel)(sketch, name, 'reader', reader),
    );
  return (
    <Group title={tr`Ends`}>
      <SelectField
        label={tr`Writer`}
        value={writer ?? ''}
        options={[{ value: '', label: tr`none yet` }, ...actors.map((value) => ({ value, label: value }))]}
        onChange={setWriter}
      />
      <fieldset className="field checks">
        <legend className="field-label">{tr`Readers`}</legend>
        <div>
          {actors.map((actor) => (
            <label key={actor} className="check">
              <input
                type="checkbox"
                checked={readers.includes(actor)}
                onChange={(event) => toggleReader(actor, event.target.checked)}
              />
              <span title={actor}>{actor}</span>
            </label>
          ))}
          {actors.length === 0 ? <span className="group-note">{tr`There are no tasks yet.`}</span> : null}
        </div>
      </fieldset>
    </Group>
  );
}
