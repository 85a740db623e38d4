/**
 * What belongs to editing on the canvas and is no element: group frames, the overview map, search,
 * the list of targets of a wire, and the commands for all of these.
 */

import { MiniMap, useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useState } from 'react';
import { groupOf } from '../../../../../generator/sketch/groups/groups.ts';
import type { Sketch } from '../../../../../generator/sketch/model.ts';
import { tr } from '../../../../../generator/words/tr.ts';
import { taskLook } from '../../../base/palette.ts';
import type { Session } from '../../../state/session/session.ts';
import { useSession } from '../../../state/session/use-session.ts';
import { useSketch } from '../../../state/sketch/document.ts';
import { useDrawnSketch } from '../../../state/sketch/drawn-sketch.ts';
import { type ElementRef, sameRef } from '../../../state/sketch/element-ref.ts';
import type { Command } from '../../../state/window/commands.ts';
import { useLayout } from '../../../state/window/layout.ts';
import { SHORTCUTS } from '../../../workbench/shortcuts.ts';
import { Picker, withWords } from '../../controls/picker.tsx';
import { freePlace, NODE_SIZES } from '../canvas-layout.ts';
import type { WireEdge } from '../canvas-model.ts';
import { indexOfTask } from '../lookups.ts';
import type { SketchNode } from '../nodes/node-frame.tsx';
import { ALIGNMENTS, type Alignment, aligned, leastBoxes } from './boxes.ts';
import { boxesOf } from './drawn-boxes.ts';
import { focusElement } from './focus.ts';
import { findElements } from './found.ts';
import { GroupDialog } from './group-dialog.tsx';
import { GroupFrames } from './group-frames.tsx';
import { type Target, targetsOf } from './targets.ts';
import { showBox } from './use-canvas-keys.ts';
import './editing.css';

type FlowApi = ReturnType<typeof useReactFlow<SketchNode, WireEdge>>;
type Open =
  | { readonly what: 'search' }
  | { readonly what: 'connect'; readonly from: ElementRef }
  | { readonly what: 'group'; readonly name: string };

export function CanvasEditing() {
  const session = useSession();
  const flow = useReactFlow<SketchNode, WireEdge>();
  const [open, setOpen] = useState<Open | null>(null);
  const minimap = useLayout((layout) => layout.minimap);
  useEffect(() => {
    const commands = [
      ...groupCommands(session, setOpen),
      ...findCommands(session, setOpen),
      ...alignCommands(session, flow),
    ];
    return session.commands.registerCommands(
      commands.map((command) => ({ key: SHORTCUTS[command.id], inDrawing: true, ...command })),
    );
  }, [session, flow]);
  const close = () => setOpen(null);
  return (
    <>
      <GroupFrames onEdit={(name) => setOpen({ what: 'group', name })} />
      {minimap ? <Overview /> : null}
      <Search open={open?.what === 'search'} onClose={close} />
      {open?.what === 'connect' ? <Targets from={open.from} onClose={close} /> : null}
      {open?.what === 'group' ? <OpenGroup name={open.name} onClose={close} /> : null}
    </>
  );
}

function groupCommands({ document, selection, sketchActions }: Session, setOpen: (open: Open) => void): Command[] {
  const { currentSelection } = selection;
  const group = () => {
    const [first] = currentSelection();
    return first === undefined ? null : groupOf(document.currentSketch(), first);
  };
  return [
    {
      id: 'group',
      title: tr`Group the selection`,
      run: () => {
        const name = sketchActions.groupAll(currentSelection());
        if (name !== null) setOpen({ what: 'group', name });
      },
      enabled: () => currentSelection().length > 0,
    },
    {
      id: 'ungroup',
      title: tr`Ungroup the selection`,
      run: () => sketchActions.ungroupAll(currentSelection()),
      enabled: () => group() !== null,
    },
    {
      id: 'edit-group',
      title: tr`Title, note and colour of the group…`,
      run: () => {
        const found = group();
        if (found !== null) setOpen({ what: 'group', name: found.name });
      },
      enabled: () => group() !== null,
    },
  ];
}

function findCommands({ layout, selection }: Session, setOpen: (open: Open) => void): Command[] {
  const { currentSelection } = selection;
  return [
    { id: 'search', title: tr`Find an element…`, run: () => setOpen({ what: 'search' }) },
    {
      id: 'connect',
      title: tr`Connect to…`,
      run: () => {
        const [from] = currentSelection();
        if (from !== undefined) setOpen({ what: 'connect', from });
      },
      enabled: () => currentSelection().length === 1,
    },
    { id: 'minimap', title: tr`Show or hide the overview map`, run: layout.toggleMinimap },
  ];
}

function alignCommands({ selection, sketchActions }: Session, flow: FlowApi): Command[] {
  const selectedBoxes = () =>
    boxesOf(flow).filter(({ ref }) => selection.currentSelection().some((each) => sameRef(each, ref)));
  return (Object.keys(ALIGNMENTS) as Alignment[]).map((how) => ({
    id: `align-${how}`,
    title: ALIGNMENTS[how],
    run: () => sketchActions.moveAll(aligned(selectedBoxes(), how)),
    enabled: () => selection.currentSelection().length >= leastBoxes(how),
  }));
}

function Search({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { document, selection } = useSession();
  const flow = useReactFlow<SketchNode, WireEdge>();
  const find = useCallback((query: string) => findElements(document.currentSketch(), query), [document]);
  const point = ({ ref }: { readonly ref: ElementRef }) => {
    selection.select([ref]);
    const box = boxesOf(flow).find((each) => sameRef(each.ref, ref));
    if (box !== undefined) showBox(flow, box);
  };
  return (
    <Picker
      open={open}
      clear
      title={tr`Elements`}
      label={tr`Find an element`}
      placeholder={tr`Find by name or by text in the code`}
      none={tr`No element has this text.`}
      find={find}
      onPoint={point}
      onChoose={(found) => {
        point(found);
        focusElement(found.ref);
      }}
      onClose={onClose}
    />
  );
}

function Targets({ from, onClose }: { readonly from: ElementRef; readonly onClose: () => void }) {
  const session = useSession();
  const flow = useReactFlow<SketchNode, WireEdge>();
  const sketch = useSketch();
  const find = useCallback(
    (query: string) => withWords(targetsOf(sketch, from), query, ({ text }) => text),
    [sketch, from],
  );
  return (
    <Picker
      open
      clear
      title={tr`Connect ${from.name} to`}
      label={tr`Connect ${from.name} to`}
      placeholder={tr`Connect ${from.name} to…`}
      none={tr`No wire is possible from or to this element.`}
      find={find}
      onChoose={(target) => {
        connect(session, flow, sketch, target);
        focusElement(from);
      }}
      onClose={onClose}
    />
  );
}

/** A new channel is placed between its ends. The selection stays, so that the next wire can follow. */
function connect({ selection, sketchActions }: Session, flow: FlowApi, sketch: Sketch, { from, to }: Target): void {
  const before = selection.currentSelection();
  const boxes = boxesOf(flow);
  const [a, b] = [from, to].map((ref) => boxes.find((box) => sameRef(box.ref, ref)));
  const { width, height } = NODE_SIZES.channels;
  const middle = (x: 'x' | 'y', size: 'width' | 'height', own: number) =>
    a === undefined || b === undefined ? 0 : (a[x] + a[size] / 2 + b[x] + b[size] / 2 - own) / 2;
  const place = freePlace(sketch, 'channels', { x: middle('x', 'width', width), y: middle('y', 'height', height) });
  sketchActions.connectElements(from, to, place);
  selection.select(before);
}

function OpenGroup({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const group = useSketch(({ groups }) => groups.find((each) => each.name === name));
  return group === undefined ? null : <GroupDialog group={group} onClose={onClose} />;
}

function Overview() {
  const sketch = useDrawnSketch();
  const colourOf = ({ data: { element } }: SketchNode) => {
    const index = indexOfTask(sketch, element.name);
    return element.kind === 'tasks' && index >= 0 ? taskLook(index).colour : 'var(--pl-line-strong)';
  };
  return (
    <MiniMap<SketchNode>
      className="canvas-minimap"
      ariaLabel={tr`Overview of the sketch`}
      nodeColor={colourOf}
      nodeStrokeWidth={0}
      nodeBorderRadius={8}
      bgColor="var(--pl-surface)"
      maskColor="color-mix(in srgb, var(--pl-canvas) 70%, transparent)"
      style={{ width: 160, height: 110 }}
      pannable
      zoomable
    />
  );
}
