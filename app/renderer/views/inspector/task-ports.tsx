/** The channels that a task or an interrupt writes and reads. */

import { X } from 'lucide-react';
import { connectChannel, disconnectChannel } from '../../../../generator/sketch/edits.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { IconButton } from '../controls/button.tsx';
import { Choice } from '../controls/select-field.tsx';
import { Group } from './form.tsx';

export function TaskPorts({ name }: { readonly name: string }) {
  const channels = useSketch((sketch) => sketch.channels);
  const writes = channels.filter(({ writer }) => writer === name).map((channel) => channel.name);
  const reads = channels.filter(({ readers }) => readers.includes(name)).map((channel) => channel.name);
  return (
    <Group
      title={tr`Channels`}
      note={channels.length === 0 ? tr`Drag from one task’s edge to another to connect them.` : undefined}
    >
      <End name={name} end="writer" label={tr`Writes`} connected={writes} />
      <End name={name} end="reader" label={tr`Reads`} connected={reads} />
    </Group>
  );
}

interface EndProps {
  readonly name: string;
  readonly end: 'writer' | 'reader';
  readonly label: string;
  readonly connected: readonly string[];
}

function End({ name, end, label, connected }: EndProps) {
  const { edit } = useSession().document;
  const { select } = useSession().selection;
  const free = useSketch((sketch) => sketch.channels).filter((channel) => !connected.includes(channel.name));
  if (connected.length + free.length === 0) return null;
  return (
    <div className="field ports-field">
      <span className="field-label">{label}</span>
      <ul className="chips">
        {connected.map((channel) => (
          <li key={channel} className="chip">
            <button
              type="button"
              className="chip-name"
              translate="no"
              title={channel}
              onClick={() => select([{ kind: 'channels', name: channel }])}
            >
              {channel}
            </button>
            <IconButton
              label={tr`${label} ${channel} no longer`}
              onClick={() => edit(tr`Disconnect`, (sketch) => disconnectChannel(sketch, channel, end, name))}
            >
              <X />
            </IconButton>
          </li>
        ))}
        {free.length === 0 ? null : (
          <li className="chip-add">
            <Choice
              label={tr`${label}: add a channel`}
              value=""
              options={[
                { value: '', label: tr`+ channel` },
                ...free.map((channel) => ({ value: channel.name, label: channel.name })),
              ]}
              onChange={(channel) =>
                channel === '' ? undefined : edit(tr`Connect`, (sketch) => connectChannel(sketch, channel, end, name))
              }
            />
          </li>
        )}
      </ul>
    </div>
  );
}
