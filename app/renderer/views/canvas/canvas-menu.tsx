/**
 * The context menu of the canvas: adds elements at the pointer, and lists the actions for the
 * selection.
 */

import { useReactFlow } from '@xyflow/react';
import { ContextMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { PART_TYPES } from '../../../../generator/parts/kinds.ts';
import { PART_KINDS } from '../../../../generator/sketch/model.ts';
import { useSession } from '../../state/session/use-session.ts';
import { refOfKey } from '../../state/sketch/element-ref.ts';
import type { Addable } from '../../state/sketch/sketch-actions.ts';
import { shortcutOf } from '../../workbench/shortcuts.ts';

export function CanvasMenu({ children }: { readonly children: ReactNode }) {
  const { selection, sketchActions } = useSession();
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [onNode, setOnNode] = useState(false);
  const flow = useReactFlow();
  const onContextMenu = (event: React.MouseEvent) => {
    setAt({ x: event.clientX, y: event.clientY });
    const node = event.target instanceof Element ? event.target.closest('.react-flow__node') : null;
    const ref = refOfKey(node?.getAttribute('data-id') ?? '');
    setOnNode(ref !== null);
    if (ref === null) return;
    const selected = selection.currentSelection().some(({ kind, name }) => kind === ref.kind && name === ref.name);
    if (!selected) selection.select([ref]);
  };
  const add = (what: Addable) => {
    const { x, y } = flow.screenToFlowPosition(at);
    sketchActions.addNew(what, { x: Math.round(x / 8) * 8, y: Math.round(y / 8) * 8 });
  };
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild onContextMenu={onContextMenu}>
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu" collisionPadding={8}>
          {onNode ? <SelectionItems /> : <AddItems add={add} />}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

function Item({
  label,
  command,
  run,
}: {
  readonly label: string;
  readonly command?: string;
  readonly run: () => void;
}) {
  const shortcut = command === undefined ? undefined : shortcutOf(command);
  return (
    <ContextMenu.Item className="menu-item" onSelect={run}>
      <span className="menu-item-text">{label}</span>
      {shortcut === undefined ? null : <kbd>{shortcut}</kbd>}
    </ContextMenu.Item>
  );
}

function SelectionItems() {
  const { commands, selection } = useSession();
  const { runCommand } = commands;
  const selected = selection.currentSelection();
  const one = selected.length === 1;
  const kind = selected[0]?.kind;
  return (
    <>
      {one && (kind === 'tasks' || kind === 'interrupts') ? (
        <Item label="Open the code" run={() => runCommand('open-code')} />
      ) : null}
      {one ? <Item label="Rename" command="rename" run={() => runCommand('rename')} /> : null}
      <Item label="Duplicate" command="duplicate" run={() => runCommand('duplicate')} />
      <ContextMenu.Separator className="menu-line" />
      <Item label="Delete" command="delete" run={() => runCommand('delete')} />
    </>
  );
}

function AddItems({ add }: { readonly add: (what: Addable) => void }) {
  const { runCommand } = useSession().commands;
  return (
    <>
      <Item label="Add task" command="add-task" run={() => add('task')} />
      <Item label="Add interrupt" command="add-interrupt" run={() => add('interrupt')} />
      <Item label="Add four-slot channel" command="add-four-slot" run={() => add('four-slot')} />
      <Item label="Add ring buffer" command="add-ring-buffer" run={() => add('ring-buffer')} />
      <Item label="Add resource" command="add-resource" run={() => add('resource')} />
      <ContextMenu.Separator className="menu-line" />
      <ContextMenu.Label className="menu-label">Parts</ContextMenu.Label>
      {PART_KINDS.map((kind) => (
        <Item key={kind} label={PART_TYPES[kind].label} run={() => add(kind)} />
      ))}
      <ContextMenu.Separator className="menu-line" />
      <Item label="Select all" command="select-all" run={() => runCommand('select-all')} />
      <Item label="Lay out" command="auto-layout" run={() => runCommand('auto-layout')} />
    </>
  );
}
