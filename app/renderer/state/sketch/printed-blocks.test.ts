import { describe, expect, it, vi } from 'vitest';
import { blocksOf, changeBlocks, codeFormOf } from '../../../../generator/sketch/blocks/forms.ts';
import { blocksOfState, stateOfBlocks, type WorkspaceState } from '../../../../generator/sketch/blocks/workspace.ts';
import { newChannel, newPart, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { renameElement, updateElement, updateSketch } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { eventually } from '../../../../test/eventually.ts';
import { codeOf } from '../../../blocks/code.ts';
import { contextOf } from '../../../blocks/context.ts';
import type { BlockState } from '../../../blocks/spec.ts';
import { testSession } from '../session/test-session.ts';

const OWNER = { kind: 'tasks', name: 'reader' } as const;
const SKETCH = newSketch('s', {
  tasks: [newTask('reader'), newTask('writer')],
  parts: [newPart('lamp', 'led', { pins: { anode: '13' } })],
  channels: [newChannel('level', { writer: 'reader', readers: ['writer'] })],
});
const LAMP: BlockState = { type: 'polyloop_led_toggle', fields: { PART: 'lamp' } };
const PERIOD: BlockState = {
  type: 'polyloop_print',
  inputs: { TEXT: { block: { type: 'polyloop_time_of_job', fields: { TIME: 'periodUs' } } } },
};

const code = (sketch: Sketch) => sketch.tasks[0]?.body ?? '';

function printed(sketch: Sketch): string {
  const [context, blocks] = [contextOf(sketch, OWNER, 'body'), blocksOf(sketch, OWNER, 'body')];
  if (context === null || blocks === undefined) throw new Error('The sketch has no such blocks.');
  return codeOf(stateOfBlocks(blocks), context).code;
}

/** The sketch with a body of one statement. */
function built(statement: BlockState, sketch = SKETCH): Sketch {
  const state: WorkspaceState = {
    blocks: {
      languageVersion: 0,
      blocks: [{ type: 'polyloop_start', id: 'start', inputs: { DO: { block: statement } } }],
    },
  };
  const workspace = blocksOfState(state);
  const bare = changeBlocks(sketch, OWNER, 'body', workspace, '');
  if (!bare.ok) throw new Error(bare.problems[0]?.message);
  const done = changeBlocks(sketch, OWNER, 'body', workspace, printed(bare.sketch));
  if (!done.ok) throw new Error(done.problems[0]?.message);
  return done.sketch;
}

/** A session with its printer of blocks loaded. */
async function sessionOf(sketch: Sketch) {
  const session = testSession(sketch);
  await vi.dynamicImportSettled();
  return session;
}

describe('the code of blocks that are not open', () => {
  it('follows the pin of a part in the same step of undo', async () => {
    const { document } = testSession(built(LAMP));
    expect(code(document.currentSketch())).toContain('digitalWrite(13');
    document.edit('Pin', (sketch) => updateElement(sketch, 'parts', 'lamp', { pins: { anode: '7' } }));
    // The printer is loaded when it is first needed.
    await eventually(() => expect(code(document.currentSketch())).toContain('digitalWrite(7'));
    expect(codeFormOf(document.currentSketch(), OWNER, 'body')).toBe('blocks');
    document.edit('Pin', (sketch) => updateElement(sketch, 'parts', 'lamp', { pins: { anode: '8' } }));
    expect(code(document.currentSketch())).toContain('digitalWrite(8');
    document.undo();
    expect(code(document.currentSketch())).toContain('digitalWrite(7');
    document.undo();
    expect(document.currentSketch()).toEqual(built(LAMP));
    document.redo();
    expect(code(document.currentSketch())).toContain('digitalWrite(7');
  });

  it('follows the fields of a channel, and says what is missing', async () => {
    const write: BlockState = { type: 'polyloop_channel_write', fields: { CHANNEL: 'level' } };
    const { document } = await sessionOf(built(write));
    const item = [
      { name: 'left', type: 'int16', count: 1 },
      { name: 'right', type: 'int16', count: 1 },
    ] as const;
    document.edit('Fields', (sketch) => updateElement(sketch, 'channels', 'level', { item }));
    expect(code(document.currentSketch())).toContain('.left');
    document.edit('Writer', (sketch) => updateElement(sketch, 'channels', 'level', { writer: null }));
    expect(code(document.currentSketch())).toContain('#error');
    document.undo();
    expect(code(document.currentSketch())).not.toContain('#error');
  });

  it('follows a period that a block names, the board, names that are taken and renames', async () => {
    const { document } = await sessionOf(built({ ...PERIOD, next: { block: LAMP } }));
    document.edit('Period', (sketch) => updateElement(sketch, 'tasks', 'reader', { periodUs: 123_000 }));
    expect(code(document.currentSketch())).toContain('123000');
    document.edit('Rename', (sketch) => renameElement(sketch, 'parts', 'lamp', 'beacon'));
    expect(code(document.currentSketch())).toBe(printed(document.currentSketch()));
    document.edit('Rename', (sketch) => renameElement(sketch, 'tasks', 'writer', 'pinMode of'));
    document.edit('Code', (sketch) => updateSketch(sketch, { board: 'blackpill' }));
    expect(code(document.currentSketch())).toBe(printed(document.currentSketch()));
  });

  it('stays as it is if it was typed over its blocks, or if a block is of a newer version', async () => {
    const typed = updateElement(built(LAMP), 'tasks', 'reader', { body: 'mine();' });
    const unknown: BlockState = { type: 'polyloop_of_tomorrow' };
    const newer = built(LAMP, SKETCH);
    const workspace = blocksOfState({ blocks: { languageVersion: 0, blocks: [unknown] } });
    const kept = changeBlocks(newer, OWNER, 'body', workspace, 'tomorrow(13);');
    if (!typed.ok || !kept.ok) throw new Error('The edits are refused.');
    for (const [sketch, expected] of [
      [typed.sketch, 'mine();'],
      [kept.sketch, 'tomorrow(13);'],
    ] as const) {
      const session = await sessionOf(sketch);
      session.document.edit('Pin', (now) => updateElement(now, 'parts', 'lamp', { pins: { anode: '9' } }));
      expect(code(session.document.currentSketch())).toBe(expected);
    }
  });
});
