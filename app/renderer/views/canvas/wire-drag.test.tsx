// @vitest-environment happy-dom
import { ReactFlowProvider } from '@xyflow/react';
import { describe, expect, it } from 'vitest';
import { newChannel, newResource, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { testSession } from '../../state/session/test-session.ts';
import { type ElementRef, refKey } from '../../state/sketch/element-ref.ts';
import { show } from '../test-view.ts';
import { NO_ROLES, useWireDrag, useWireRole, WireRoles, WireTip } from './wire-drag.tsx';

const SKETCH = newSketch('s', {
  tasks: [newTask('Sense'), newTask('Act')],
  channels: [newChannel('value', { writer: 'Sense', readers: [] })],
  resources: [newResource('Bus')],
});
const ELEMENTS: readonly ElementRef[] = [
  { kind: 'tasks', name: 'Sense' },
  { kind: 'tasks', name: 'Act' },
  { kind: 'channels', name: 'value' },
  { kind: 'resources', name: 'Bus' },
];

type Drag = ReturnType<typeof useWireDrag>;
type Connect = (from: ElementRef, to: ElementRef) => void;

function Card({ element }: { readonly element: ElementRef }) {
  return <div className="react-flow__node" data-id={refKey(element)} data-role={useWireRole(element)} />;
}

function Drawing({ connect, onDrag }: { readonly connect: Connect; readonly onDrag: (drag: Drag) => void }) {
  const made = useWireDrag(connect);
  onDrag(made);
  return (
    <WireRoles value={made.drag?.roles ?? NO_ROLES}>
      {ELEMENTS.map((element) => (
        <Card key={refKey(element)} element={element} />
      ))}
      <WireTip drag={made.drag} />
    </WireRoles>
  );
}

async function drawing() {
  const wires: string[] = [];
  const connect: Connect = (from, to) => void wires.push(`${refKey(from)} → ${refKey(to)}`);
  let latest: Drag | null = null;
  const onDrag = (drag: Drag) => {
    latest = drag;
  };
  const view = await show(
    testSession(SKETCH),
    <ReactFlowProvider>
      <Drawing connect={connect} onDrag={onDrag} />
    </ReactFlowProvider>,
  );
  const card = (key: string) => view.container.querySelector(`[data-id="${key}"]`) as Element;
  return {
    view,
    wires,
    roles: () => ELEMENTS.map((element) => card(refKey(element)).getAttribute('data-role')),
    start: (nodeId: string, handleType: 'source' | 'target' = 'source') =>
      view.change(() => latest?.onConnectStart(null, { nodeId, handleId: null, handleType })),
    over: (key: string | null) =>
      view.change(() => {
        const target = key === null ? document.body : card(key);
        target.dispatchEvent(new PointerEvent('pointermove', { clientX: 5, clientY: 5, bubbles: true }));
      }),
    end: (key: string | null, isValid = false) =>
      view.change(() => {
        const event = new MouseEvent('mouseup', { bubbles: true });
        Object.defineProperty(event, 'target', { value: key === null ? document.body : card(key) });
        latest?.onConnectEnd(event, { isValid } as Parameters<Drag['onConnectEnd']>[1]);
      }),
    tip: () => {
      const tip = document.querySelector('.wire-tip:not([hidden])');
      return tip === null ? null : { text: tip.textContent, refused: tip.getAttribute('data-refused') === 'true' };
    },
  };
}

describe('a wire that is drawn', () => {
  it('marks where it comes from, and which elements it may reach', async () => {
    const { start, end, roles } = await drawing();
    expect(roles()).toEqual([null, null, null, null]);
    await start('tasks:Sense');
    expect(roles()).toEqual(['from', 'allowed', 'refused', 'allowed']);
    await end(null);
    expect(roles()).toEqual([null, null, null, null]);
    await start('channels:value');
    expect(roles()).toEqual(['refused', 'allowed', 'from', 'refused']);
  });

  it('says at the pointer what it would do, or why it is not possible', async () => {
    const { start, over, end, tip } = await drawing();
    await start('tasks:Sense');
    await over('tasks:Sense');
    expect(tip(), 'the wire has not left its element').toBeNull();
    await over(null);
    await over('tasks:Act');
    expect(tip()).toEqual({ text: 'A new channel from "Sense" to "Act".', refused: false });
    await over('channels:value');
    expect(tip()).toEqual({ text: '"Sense" already writes "value".', refused: true });
    await over('tasks:Sense');
    expect(tip()).toEqual({ text: 'Task "Sense" cannot be wired to itself.', refused: true });
    await over(null);
    expect(tip()).toBeNull();
    await end(null);
    expect(document.querySelector('.wire-tip')).toBeNull();
  });

  it('ends anywhere on an element, and nowhere on one that refuses it', async () => {
    const { start, end, wires } = await drawing();
    await start('tasks:Act');
    await end('resources:Bus');
    expect(wires).toEqual(['tasks:Act → resources:Bus']);
    await start('tasks:Sense');
    await end('channels:value');
    await start('tasks:Sense');
    await end(null);
    expect(wires).toHaveLength(1);
  });

  it('from an input leads to the element where it began', async () => {
    const { start, over, end, tip, wires } = await drawing();
    await start('tasks:Act', 'target');
    await over('channels:value');
    expect(tip()).toEqual({ text: '"Act" reads "value".', refused: false });
    await end('channels:value');
    expect(wires).toEqual(['channels:value → tasks:Act']);
  });

  it('that React Flow has connected at a port is not connected twice', async () => {
    const { start, end, wires } = await drawing();
    await start('tasks:Sense');
    await end('tasks:Act', true);
    expect(wires).toEqual([]);
  });
});
