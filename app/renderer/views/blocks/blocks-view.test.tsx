// @vitest-environment happy-dom
import * as Blockly from 'blockly/core';
import { describe, expect, it } from 'vitest';
import { changeBlocks, codeFormOf } from '../../../../generator/sketch/blocks/forms.ts';
import { blocksOfState, type WorkspaceState } from '../../../../generator/sketch/blocks/workspace.ts';
import { newPart, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import BlocksView from './blocks-view.tsx';

const OWNER = { kind: 'tasks', name: 'blink' } as const;
const SKETCH = newSketch('s', {
  tasks: [newTask('blink')],
  parts: [newPart('lamp', 'led', { pins: { anode: '13' } })],
});
const stateOf = (type: string): WorkspaceState => ({
  blocks: {
    languageVersion: 0,
    blocks: [
      {
        type: 'polyloop_start',
        id: 'start',
        x: 24,
        y: 24,
        inputs: { DO: { block: { type, id: 'b', fields: { PART: 'lamp' } } } },
      },
    ],
  },
});

function built(sketch: Sketch, type: string, code: string): Sketch {
  const result = changeBlocks(sketch, OWNER, 'body', blocksOfState(stateOf(type)), code);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.sketch;
}

/** What Blockly asks of a browser and happy-dom does not have: sizes of drawn text, and events of the page. */
function completeSvg(): void {
  const size = { x: 0, y: 0, width: 40, height: 16 };
  Object.assign(SVGElement.prototype, {
    getBBox: () => size,
    getComputedTextLength: () => size.width,
  });
  // Blockly calls it without its object, which browsers take for the window.
  document.addEventListener = document.addEventListener.bind(document);
}

async function opened(sketch: Sketch) {
  completeSvg();
  const session = testSession(sketch);
  const view = await show(session, <BlocksView body={{ id: 'body:1', owner: OWNER }} piece="body" />);
  const code = () => view.container.querySelector('.printed-code')?.textContent ?? '';
  const drawn = (type: string) => view.container.querySelectorAll(`.blocklyBlockCanvas .${type}`).length;
  return { session, view, code, drawn };
}

describe('the blocks of a body', () => {
  it('come back with an undo that Blockly has not reported the change before', async () => {
    const { session } = await opened(built(SKETCH, 'polyloop_led_toggle', 'x();'));
    const workspace = Blockly.getMainWorkspace();
    workspace.getBlockById('b')?.dispose(false);
    session.document.undo();
    expect(workspace.getBlockById('b')).not.toBeNull();
  });

  it('are drawn, with their code beside them', async () => {
    const { code, drawn } = await opened(built(SKETCH, 'polyloop_led_toggle', 'old();'));
    expect(drawn('polyloop_led_toggle')).toBe(1);
    expect(code()).toContain('digitalWrite(13, !digitalRead(13));');
  });

  it('follow undo, redo and the pin of their part', async () => {
    const { session, view, code, drawn } = await opened(built(SKETCH, 'polyloop_led_toggle', 'x();'));
    await view.change(() =>
      session.document.edit('Blocks', (sketch) => ({ ok: true, sketch: built(sketch, 'polyloop_led', 'y();') })),
    );
    expect([drawn('polyloop_led_toggle'), drawn('polyloop_led')]).toEqual([0, 1]);
    await view.change(session.document.undo);
    expect([drawn('polyloop_led_toggle'), drawn('polyloop_led')]).toEqual([1, 0]);
    const pins = { pins: { anode: '7' } };
    await view.change(() => session.document.edit('Pin', (sketch) => updateElement(sketch, 'parts', 'lamp', pins)));
    await view.until(() => expect(code()).toContain('digitalWrite(7'));
  });

  it('are one step of undo for each gesture, with the code that they print', async () => {
    const { session, view, code } = await opened(SKETCH);
    expect(code()).toContain('Drag a block into');
    const workspace = Blockly.getMainWorkspace();
    await view.change(() => {
      Blockly.Events.setGroup('one gesture');
      const [start] = workspace.getTopBlocks(true);
      const added = [1, 2].map(() => workspace.newBlock('polyloop_led_toggle') as Blockly.BlockSvg);
      for (const block of added) {
        block.setFieldValue('lamp', 'PART');
        block.initSvg();
      }
      start?.getInput('DO')?.connection?.connect(added[0]?.previousConnection as Blockly.Connection);
      added[0]?.nextConnection?.connect(added[1]?.previousConnection as Blockly.Connection);
      Blockly.Events.setGroup(false);
    });
    const body = () => session.document.currentSketch().tasks[0]?.body ?? '';
    await view.until(() => expect(body().match(/!digitalRead\(13\)/g)).toHaveLength(2));
    expect(codeFormOf(session.document.currentSketch(), OWNER, 'body')).toBe('blocks');
    await view.change(session.document.undo);
    expect(body()).toBe('');
    expect(workspace.getAllBlocks(false).map(({ type }) => type)).toEqual(['polyloop_start']);
  });

  it('say on the block and in the code what is wrong', async () => {
    const { session, view, code } = await opened(built(SKETCH, 'polyloop_led_toggle', 'x();'));
    await view.change(() =>
      session.document.edit('Unwire', (sketch) => updateElement(sketch, 'parts', 'lamp', { pins: {} })),
    );
    await view.until(() => expect(code()).toContain('#error'));
    const block = Blockly.getMainWorkspace().getBlockById('b');
    expect(block?.getIcon(Blockly.icons.WarningIcon.TYPE)).toBeTruthy();
  });

  it('that cannot be drawn are named, and stay in the sketch', async () => {
    const broken = built(SKETCH, 'polyloop_number', 'kept();');
    const { session, code } = await opened(broken);
    expect(code()).toContain('These blocks cannot be drawn');
    expect(session.document.currentSketch()).toBe(broken);
  });

  it('keep the part of them that was visible, and commit what is pending, when the tab is left', async () => {
    const { session, view } = await opened(built(SKETCH, 'polyloop_led_toggle', 'x();'));
    await view.change(() => (Blockly.getMainWorkspace() as Blockly.WorkspaceSvg).setScale(1.5));
    await view.unmount();
    expect(session.codeViews.viewports.get('body:1 body')?.scale).toBe(1.5);
  });

  it('offer to split a sketch that is pasted', async () => {
    const { session, view } = await opened(SKETCH);
    const text = 'void setup() {}\nvoid loop() { delay(5); }\n';
    const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => text },
    });
    await view.change(() => void view.container.querySelector('.blocks-area')?.dispatchEvent(paste));
    await view.until(() =>
      expect(session.imports.store.getState().offer).toMatchObject({ bodyId: 'body:1', text, insert: null }),
    );
    expect(paste.defaultPrevented).toBe(true);
  });
});
