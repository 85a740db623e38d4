/**
 * The context menu of the canvas: adds elements at the pointer, and lists the actions for the
 * selection.
 */

import { useReactFlow } from '@xyflow/react';
import { ChevronRight } from 'lucide-react';
import { ContextMenu } from 'radix-ui';
import { Fragment, type ReactNode, useState } from 'react';
import { groupOf } from '../../../../generator/sketch/groups/groups.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { refOfKey } from '../../state/sketch/element-ref.ts';
import type { Addable } from '../../state/sketch/sketch-actions.ts';
import { isOffered } from '../../state/window/detail.ts';
import { useDetail } from '../../state/window/use-detail.ts';
import { shortcutOf } from '../../workbench/shortcuts.ts';
import { ADD_GROUPS, ADDABLES } from './addables.ts';
import { ALIGNMENTS, type Alignment, leastBoxes } from './editing/boxes.ts';

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
      <span className="menu-item-text one-line">{label}</span>
      {shortcut === undefined ? null : <kbd>{shortcut}</kbd>}
    </ContextMenu.Item>
  );
}

function SelectionItems() {
  const { commands, document, selection } = useSession();
  const { runCommand } = commands;
  const selected = selection.currentSelection();
  const one = selected.length === 1;
  const kind = selected[0]?.kind;
  const grouped = selected[0] !== undefined && groupOf(document.currentSketch(), selected[0]) !== null;
  return (
    <>
      {one && (kind === 'tasks' || kind === 'interrupts') ? (
        <Item label={tr`Open the code`} run={() => runCommand('open-code')} />
      ) : null}
      {one ? <Item label={tr`Rename`} command="rename" run={() => runCommand('rename')} /> : null}
      {one && kind !== 'parts' ? (
        <Item label={tr`Connect to…`} command="connect" run={() => runCommand('connect')} />
      ) : null}
      <Item label={tr`Duplicate`} command="duplicate" run={() => runCommand('duplicate')} />
      {one ? null : <ArrangeItems count={selected.length} />}
      <Item label={tr`Group`} command="group" run={() => runCommand('group')} />
      {grouped ? (
        <>
          <Item label={tr`Title, note and colour of the group…`} run={() => runCommand('edit-group')} />
          <Item label={tr`Ungroup`} command="ungroup" run={() => runCommand('ungroup')} />
        </>
      ) : null}
      <ContextMenu.Separator className="menu-line" />
      <Item label={tr`Delete`} command="delete" run={() => runCommand('delete')} />
    </>
  );
}

/** Alignment of several elements, in a submenu. */
function ArrangeItems({ count }: { readonly count: number }) {
  const { runCommand } = useSession().commands;
  const possible = (Object.keys(ALIGNMENTS) as Alignment[]).filter((how) => count >= leastBoxes(how));
  return (
    <ContextMenu.Sub>
      <ContextMenu.SubTrigger className="menu-item">
        <span className="menu-item-text one-line">{tr`Arrange`}</span>
        <ChevronRight aria-hidden="true" />
      </ContextMenu.SubTrigger>
      <ContextMenu.Portal>
        <ContextMenu.SubContent className="menu" collisionPadding={8}>
          {possible.map((how) => (
            <Item key={how} label={ALIGNMENTS[how]} run={() => runCommand(`align-${how}`)} />
          ))}
          <Item label={tr`Lay out`} command="auto-layout" run={() => runCommand('auto-layout')} />
        </ContextMenu.SubContent>
      </ContextMenu.Portal>
    </ContextMenu.Sub>
  );
}

function AddItems({ add }: { readonly add: (what: Addable) => void }) {
  const { runCommand } = useSession().commands;
  const sketch = useSketch();
  const detail = useDetail();
  const offered = ADDABLES.filter(({ what }) => isOffered(what, sketch, detail));
  return (
    <>
      {offered.map(({ command, group, what, label }, index) => (
        <Fragment key={command}>
          {offered[index - 1]?.group === group ? null : (
            <ContextMenu.Label className="menu-label">{tr`Add: ${ADD_GROUPS[group].toLowerCase()}`}</ContextMenu.Label>
          )}
          <Item label={label} command={command} run={() => add(what)} />
        </Fragment>
      ))}
      <ContextMenu.Separator className="menu-line" />
      <Item label={tr`Select all`} command="select-all" run={() => runCommand('select-all')} />
      <Item label={tr`Find an element…`} command="search" run={() => runCommand('search')} />
      <Item label={tr`Lay out`} command="auto-layout" run={() => runCommand('auto-layout')} />
      <Item label={tr`Overview map`} command="minimap" run={() => runCommand('minimap')} />
    </>
  );
}
