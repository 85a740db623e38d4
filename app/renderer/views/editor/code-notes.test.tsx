// @vitest-environment happy-dom
/** Tests the switch of a body between blocks and code, and what is said above printed and typed code. */
import { describe, expect, it } from 'vitest';
import { changeBlocks } from '../../../../generator/sketch/blocks/forms.ts';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { testSession } from '../../state/session/test-session.ts';
import { type OpenBody, useBodies } from '../../state/sketch/bodies.ts';
import { show } from '../test-view.ts';
import { BodyHeader } from './body-header.tsx';
import { changeCode } from './code-member.ts';
import { CodeNotes } from './code-notes.tsx';
import { useIsLocked, useLook } from './use-body-view.ts';

const OWNER = { kind: 'tasks', name: 'T1' } as const;
const EMPTY = newSketch('s', { tasks: [newTask('T1')] });

function built(): Sketch {
  const workspace = { blocks: [{ type: 'polyloop_start', id: 'start' }], workspace: {} };
  const result = changeBlocks(EMPTY, OWNER, 'body', workspace, 'printed();');
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.sketch;
}

function Body() {
  const body = useBodies(({ open }) => open[0]);
  return body === undefined ? null : <Shown body={body} />;
}

function Shown({ body }: { readonly body: OpenBody }) {
  const look = useLook(body, 'body');
  return (
    <>
      <BodyHeader body={body} member="body" look={look} />
      <CodeNotes body={body} member="body" />
      <output>{useIsLocked(body, 'body') ? 'locked' : 'free'}</output>
    </>
  );
}

async function open(sketch: Sketch, detail: 'simple' | 'full') {
  const session = testSession(sketch);
  session.settings.changeSettings({ detail });
  session.bodies.openBody(OWNER);
  const view = await show(session, <Body />);
  const pressed = () =>
    view.all('button').find((each) => each.getAttribute('aria-pressed') === 'true')?.textContent ?? null;
  return { session, view, pressed };
}

describe('the switch of a body', () => {
  const typed = newSketch('s', { tasks: [newTask('T1', { body: 'x();' })] });
  it.each([
    ['nothing is written', EMPTY, 'simple', 'Blocks'],
    ['nothing is written', EMPTY, 'full', 'Code'],
    ['code was typed', typed, 'simple', 'Code'],
    ['it was built from blocks', built(), 'full', 'Blocks'],
  ] as const)('where %s, begins in $2 with $3', async (_, sketch, detail, look) => {
    expect((await open(sketch, detail)).pressed()).toBe(look);
  });

  it('shows printed code locked, and says that editing sets the blocks aside', async () => {
    const { session, view, pressed } = await open(built(), 'simple');
    await view.press('button', 'Code');
    expect(pressed()).toBe('Code');
    expect(view.text()).toContain('the blocks are set aside; you can go back to them');
    expect(view.text()).toContain('locked');
    await view.press('button', 'Edit the code');
    expect(view.text()).toContain('free');
    await view.change(() => session.document.edit('type', (sketch) => changeCode(sketch, OWNER, 'body', 'typed();')));
    expect(view.text()).toContain('The blocks of this code are set aside');
    expect(pressed()).toBe('Code');
    await view.change(() => session.document.undo());
    expect(view.text()).not.toContain('The blocks of this code are set aside');
  });
});
